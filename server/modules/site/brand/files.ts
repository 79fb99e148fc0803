import type { BrandFileRow } from "./store.ts";

/** An image of the brand, as pages and emails use it. Sizes in pixels. */
export interface BrandImage {
  /** Changes with the image: it can be cached forever. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
}

/** The studio's own logo, icon, share image and color. */
export interface Brand {
  /** Such as #ff9a62; null for the product's own. */
  readonly accent: string | null;
  /** For each theme; if there is only one, it serves both. Null: the product's mark and the studio's name. */
  readonly logo: { readonly light: BrandImage; readonly dark: BrandImage } | null;
  /** Files by name; empty: the product's. */
  readonly icons: ReadonlyMap<string, BrandImage>;
  /** For link previews of pages without an image of their own. */
  readonly share: BrandImage | null;
}

/** The path of a file, which changes with its image. */
export const pathOfBrandFile = ({ name, hash }: Pick<BrandFileRow, "name" | "hash">): string =>
  `/brand/${hash}/${name}`;

const imageOf = (file: BrandFileRow): BrandImage => ({
  path: pathOfBrandFile(file),
  width: file.width,
  height: file.height,
  content: file.content,
});

/** The brand of stored files. */
export function brandOf(files: readonly BrandFileRow[], accent: string | null): Brand {
  const images = new Map(files.map((file) => [file.name, imageOf(file)]));
  const light = images.get("logo-light.png");
  const dark = images.get("logo-dark.png");
  const logo = light ?? dark;
  return {
    accent,
    logo: logo ? { light: light ?? logo, dark: dark ?? logo } : null,
    icons: new Map(files.filter(({ kind }) => kind === "icon").map((file) => [file.name, imageOf(file)])),
    share: images.get("share.png") ?? null,
  };
}
