declare module "subset-font" {
  /** The part of a font that shows `text`; an axis is pinned by a number and narrowed by a range. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: "woff2"; variationAxes: Record<string, number | { min: number; max: number }> },
  ): Promise<Buffer>;
}
