import type { Ctx } from "../../../ctx.ts";
import { saveAssetPercent } from "../store.ts";
import { assetTopic } from "../topics.ts";

/** Writes progress at most once a second; a failed write must not fail the transcode. */
export function progressWriter(
  ctx: Ctx,
  assetId: string,
  version: string,
): { note: (percent: number) => void; end: () => Promise<void> } {
  let writing: Promise<void> = Promise.resolve();
  let writtenAt = 0;
  return {
    note: (percent) => {
      if (Date.now() - writtenAt < 1000) return;
      writtenAt = Date.now();
      writing = writing
        .then(() => saveAssetPercent(ctx.db, assetId, version, Math.min(99, percent)))
        .then(() => ctx.live.signal([assetTopic(assetId)]))
        .catch((error: unknown) => ctx.log.warn({ err: error, assetId }, "Progress could not be saved"));
    },
    end: () => writing,
  };
}
