declare module "fontkit" {
  interface Glyph {
    /** What the glyph stands for; those of a ligature are several. */
    readonly codePoints: number[];
  }
  export interface Font {
    /** The code points that have a glyph. */
    readonly characterSet: number[];
    /** Shapes a text. The glyphs are in the order in which they are drawn. */
    layout: (
      text: string,
      features?: unknown,
    ) => { readonly glyphs: readonly Glyph[]; readonly direction: "ltr" | "rtl" };
  }
  export function create(data: Buffer): Font;
}
