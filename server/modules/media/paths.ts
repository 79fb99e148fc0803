import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Ctx } from "../../ctx.ts";

/** Queues for media work; one core stays free for requests. */
const queueCount = Math.max(1, availableParallelism() - 1);

/** The queue of an asset's work. */
export function queueOf(assetId: string): string {
  return `transcode-${Number.parseInt(assetId.slice(-4), 16) % queueCount}`;
}

/** Working folder of transcodes. */
export function workFolder(ctx: Ctx): string {
  return join(ctx.config.dataDir, "work");
}

/** Folder of the clip cache. */
export function clipFolder(ctx: Ctx): string {
  return join(ctx.config.dataDir, "clips");
}
