import { canOnlyUploadAgain } from "../../../../contract/video-refusals.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { isDatabaseUnavailable } from "../../../platform/db.ts";
import { isDiskFull, StorageFull, StorageUnavailable } from "../../../platform/storage.ts";
import { assetFailed, processingFailed } from "../events.ts";
import { ChildFailed } from "../pipeline/process.ts";
import { SourceRefused } from "../pipeline/refusal.ts";
import { saveAssetFailed } from "../store.ts";
import { assetTopic } from "../topics.ts";
import { SourceMissing } from "../uploads/source-files.ts";
import { saveUploadFailed } from "../uploads/store.ts";

const minuteMs = 60_000;
/** Waits between the attempts of an order, milliseconds. Most faults of ours are over by the last one. */
const waitsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs];
/** Maximum attempts per order; those interrupted by a shutdown don't count. */
export const maxTranscodeAttempts = waitsMs.length + 1;
/** Wait before the next attempt, milliseconds; null after the last one. @param attempts so far */
export const waitAfter = (attempts: number): number | null => waitsMs[attempts - 1] ?? null;

/** How long a file that isn't where it should be may come back: another worker may have it, or an operator brings it. */
const missingWaitMs = 24 * 60 * minuteMs;
/** Until it is looked for again. */
export const missingAgainMs = 5 * minuteMs;

/** Whether a file that was missed since a moment may still come back. */
export const mayComeBack = (ctx: Pick<Ctx, "clock">, since: Date | null): boolean =>
  since === null || ctx.clock.now().getTime() - since.getTime() < missingWaitMs;

/** Whether a source isn't where it should be. */
export const isSourceMissing = (error: unknown): boolean =>
  error instanceof SourceMissing || (error as NodeJS.ErrnoException).code === "ENOENT";

/** Records why an asset isn't published. The source of an upload is deleted only for a reason that is final. */
export async function failAsset(tx: Tx, assetId: string, reason: string): Promise<void> {
  await saveAssetFailed(tx.db, assetId, reason);
  tx.signal(assetTopic(assetId));
  if (canOnlyUploadAgain(reason)) {
    await tx.publish(assetFailed, { assetId, reason });
    return;
  }
  await saveUploadFailed(tx.db, assetId, tx.clock.now());
  await tx.publish(processingFailed, { assetId, reason });
}

/** Why an attempt failed. */
export interface Failure {
  readonly reason: string;
  readonly detail: string | null;
  /** Something of ours was away or full: the attempt doesn't count. */
  readonly isAway: boolean;
}

export const isStoreAway = (error: unknown): boolean => error instanceof StorageUnavailable;

export function describeFailure(error: unknown): Failure {
  const away = (reason: string) => ({ reason, detail: null, isAway: true });
  if (error instanceof SourceRefused)
    return { reason: error.reason, detail: error.detail || null, isAway: false };
  if (error instanceof StorageFull || isDiskFull(error)) return away("disk_full");
  if (isStoreAway(error)) return away("storage_unavailable");
  if (error instanceof ChildFailed)
    return {
      reason: error.fault === "exit" ? "encoder_failed" : error.fault,
      detail: `${error.program}: ${error.detail.slice(-4000)}`,
      isAway: error.fault === "disk_full",
    };
  if (isSourceMissing(error))
    return {
      reason: "source_missing",
      detail: error instanceof SourceMissing ? error.message : null,
      isAway: false,
    };
  if (isDatabaseUnavailable(error)) return away("database_unavailable");
  return { reason: "internal", detail: String((error as Error).message).slice(0, 4000), isAway: false };
}
