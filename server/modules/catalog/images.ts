import type { Ctx } from "../../ctx.ts";

/** Widths in which every catalog image is stored, in pixels. */
export const imageWidths = [1280, 640, 320] as const;

/** Absolute URL of an image's largest size; smaller ones end in -640.webp and -320.webp. */
export function thumbnailUrl(ctx: Ctx, picture: string): string {
  return `${ctx.publicUrl}/pictures/${picture}-${imageWidths[0]}.webp`;
}
