import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Ctx } from "../../ctx.ts";

/** Work on media runs in so many lanes at once, so that requests keep a core for themselves. */
const lanes = Math.max(1, availableParallelism() - 1);

/** The queue that an asset's work waits in. */
export function laneOf(assetId: string): string {
  return `transcode-${Number.parseInt(assetId.slice(-4), 16) % lanes}`;
}

/** Where work is done. */
export function workFolder(ctx: Ctx): string {
  return join(ctx.config.dataDir, "work");
}

/** Where encoded clips are kept. */
export function clipFolder(ctx: Ctx): string {
  return join(ctx.config.dataDir, "clips");
}
