import { join } from "node:path";
import type { Ctx } from "../../ctx.ts";

/** Working folder of transcodes. */
export function workFolder(ctx: Ctx): string {
  return join(ctx.config.dataDir, "work");
}

/** Folder of the clip cache. */
export function clipFolder(ctx: Ctx): string {
  return join(ctx.config.dataDir, "clips");
}
