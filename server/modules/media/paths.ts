import { join } from "node:path";
import type { AngleKey } from "../../../contract/angles.ts";
import type { Ctx } from "../../ctx.ts";

/** Working folder of transcodes. */
export function workFolder(ctx: Ctx): string {
  return join(ctx.config.dataDir, "work");
}

/** Folder of the clip cache. */
export function clipFolder(ctx: Ctx): string {
  return join(ctx.config.dataDir, "clips");
}

/** Folder of source videos that this worker has read from the store. */
export function sourceFolder(ctx: Ctx): string {
  return join(ctx.config.dataDir, "sources");
}

/** Folder of parts of uploads that this server is receiving. */
export function partFolder(ctx: Ctx): string {
  return join(ctx.config.dataDir, "parts");
}

/** Folder of an angle's upright version, beside the angle's own folder in a published version. */
export const uprightFolder = (key: AngleKey): string => `${key}-upright`;
