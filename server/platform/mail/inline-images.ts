/** The HTML of an email with the images that it carries, for pages that show emails. @param images PNGs by content id */
export const showInline = (html: string, images: ReadonlyMap<string, Buffer>): string =>
  html.replaceAll(/src="cid:([\w-]+)"/g, (all, id: string) => {
    const image = images.get(id);
    return image ? `src="data:image/png;base64,${image.toString("base64")}"` : all;
  });
