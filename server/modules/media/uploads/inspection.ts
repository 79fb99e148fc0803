import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "../../../ctx.ts";
import { isDatabaseUnavailable } from "../../../platform/db.ts";
import { JobPostponed } from "../../../platform/jobs/job.ts";
import type { JobRun } from "../../../platform/jobs/job.ts";
import { isDiskFull, StorageUnavailable } from "../../../platform/storage.ts";
import { fingerprintOf } from "../alignment/fingerprint.ts";
import { saveFingerprint } from "../alignment/store.ts";
import { workFolder } from "../paths.ts";
import { inspectSource } from "../pipeline/inspect.ts";
import { studioLimits, uploadLimits } from "../pipeline/probe.ts";
import type { SourceProperties } from "../pipeline/probe.ts";
import { ChildFailed } from "../pipeline/process.ts";
import { SourceRefused } from "../pipeline/refusal.ts";
import type { SourceTags } from "../pipeline/tags.ts";
import { installedTools } from "../pipeline/tools.ts";
import { isSourceMissing, mayComeBack } from "../transcodes/failures.ts";
import { openSource, SourceMissing } from "./source-files.ts";
import type { UploadRow } from "./store.ts";

interface Inspection {
  /** Why the file is refused. */
  readonly refusal: string | null;
  /** Why we couldn't inspect it, at the last attempt. Without either, the file may be decoded. */
  readonly failure: { readonly reason: string; readonly error: unknown } | null;
  readonly isUpright: boolean;
  readonly durationMs: number;
  readonly tags: SourceTags;
}

/**
 * Inspects the file of an upload without decoding it.
 * @throws JobPostponed while something of ours is away; other errors before the last attempt
 */
export async function inspectUpload(
  ctx: Ctx,
  upload: UploadRow,
  { signal, isLastAttempt }: JobRun,
): Promise<Inspection> {
  const nothing = { refusal: null, failure: null, isUpright: false, durationMs: 0, tags: {} };
  const { assetId, receivedAt } = upload;
  const limits = upload.purpose === "film" ? studioLimits : uploadLimits;
  const folder = join(workFolder(ctx), `inspect-${assetId}-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    const path = await openSource(ctx, assetId, folder, signal);
    const source = await inspectSource(installedTools(), path, limits, signal);
    if (upload.purpose === "film") await saveFingerprintOf(ctx, assetId, source, { folder, signal });
    const isUpright = source.size.height > source.size.width;
    return { ...nothing, isUpright, durationMs: Math.round(source.seconds * 1000), tags: source.tags };
  } catch (error) {
    if (error instanceof SourceRefused) return { ...nothing, refusal: error.reason };
    if (error instanceof StorageUnavailable || isDiskFull(error)) throw new JobPostponed(error);
    if (isSourceMissing(error)) {
      const missing =
        error instanceof SourceMissing
          ? error
          : new SourceMissing("DATA_DIR/uploads isn't shared with this worker");
      if (mayComeBack(ctx, receivedAt)) throw new JobPostponed(missing);
      return { ...nothing, failure: { reason: "source_missing", error: missing } };
    }
    if (signal.aborted || !isLastAttempt || isDatabaseUnavailable(error)) throw error;
    return { ...nothing, failure: { reason: "internal", error } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Saves what alignment needs of a source video while its file is at hand. A sound that can't be decoded has no fingerprint. */
async function saveFingerprintOf(
  ctx: Ctx,
  sourceVideoId: string,
  source: SourceProperties,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  try {
    await saveFingerprint(
      ctx.db,
      sourceVideoId,
      await fingerprintOf(installedTools(), source, folder, signal),
    );
  } catch (error) {
    if (signal.aborted || !(error instanceof ChildFailed)) throw error;
    if (error.fault === "disk_full") throw new JobPostponed(error);
    ctx.log.warn({ err: error, sourceVideoId }, "The sound of a source video can't be decoded");
  }
}
