import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineJob, isOurOutage, JobGaveWay, JobPostponed } from "../../../platform/jobs/job.ts";
import type { JobRun } from "../../../platform/jobs/job.ts";
import { backgroundTasks, giveWayMs, shouldGiveWay } from "../background.ts";
import { encodingOf, limitsOf, transcodeOrder } from "../order.ts";
import { uprightFolder, workFolder } from "../paths.ts";
import { packageAngle, planAngle } from "../pipeline/angle.ts";
import type { FileAngle } from "../pipeline/angle.ts";
import type { StretchOffer } from "../pipeline/context.ts";
import { framesPerSecond } from "../pipeline/ladder.ts";
import type { FrameRate, Rung } from "../pipeline/ladder.ts";
import { rateFactorsFile, rateFactorsOfViews, withFactors } from "../pipeline/rate-factors.ts";
import { SourceRefused } from "../pipeline/refusal.ts";
import { isUnreadable } from "../pipeline/similarity.ts";
import { encodeInStretches, stretchesOf } from "../pipeline/stretches.ts";
import { installedTools } from "../pipeline/tools.ts";
import { viewsOf } from "../pipeline/transcode.ts";
import { publishFolder, versionPrefix } from "../publish.ts";
import { fetchSound } from "../published-sound.ts";
import { findVersion } from "../published-version.ts";
import { readStoredJson } from "../stored-bytes.ts";
import { describeFailure, isSourceMissing } from "../transcodes/failures.ts";
import { fetchSources } from "../transcodes/sources.ts";
import { storedStretches } from "../transcodes/stretches/files.ts";
import { AttemptSuperseded, offerStretches } from "../transcodes/stretches/offer.ts";
import { deleteStretches } from "../transcodes/stretches/store.ts";
import { forgetSource } from "../uploads/source-files.ts";
import { av1View, av1WorkPrefix, discardAv1 } from "./files.ts";
import { measureAv1Ladder, nameInH264 } from "./ladder.ts";
import { listWithoutAv1, saveAv1 } from "./store.ts";

const { name, priority } = backgroundTasks.av1;
/** A job that runs for longer goes on as another one: graphile-worker starts one that is locked for four hours again. Milliseconds. */
const maxRunMs = 2 * 60 * 60 * 1000;
/** Older classes to enqueue at once. */
const batchSize = 100;

/** The version was replaced or deleted. */
class VersionReplaced extends Error {}

/** Encodes a published version in AV1 as well, from its sources. Until then, and on devices that can't decode it, H.264 plays. */
export const av1Job = defineJob({
  name,
  pool: "background",
  aloneFor: ({ assetId }) => assetId,
  schema: z.object({ assetId: z.uuid(), version: z.uuid() }),
  maxAttempts: 3,
  run: (ctx: Ctx, payload, run) =>
    encodeVersion(ctx, payload, run).catch((error: unknown) => {
      throw describeFailure(error).isAway ? new JobPostponed(error) : error;
    }),
});

async function encodeVersion(
  ctx: Ctx,
  { assetId, version }: { readonly assetId: string; readonly version: string },
  run: JobRun,
): Promise<void> {
  if (!ctx.config.mediaAv1) return;
  const { storage } = ctx.ports;
  const workPrefix = av1WorkPrefix(assetId, version);
  const discard = async () => {
    await deleteStretches(ctx.db, assetId, version);
    await discardAv1(storage, assetId, version);
  };
  const asset = await findVersion(ctx.db, assetId);
  if (asset?.version !== version) return discard();
  if (asset.durationMs === null) return;
  // The job was interrupted after it had saved the renditions.
  if (asset.hasAv1) return void (await storage.deletePrefix(workPrefix));
  // What is encoded stays until the newer order has replaced the version.
  if (asset.isPending) throw goOnLater("a newer order of the class");
  const order = transcodeOrder.safeParse(asset.order).data;
  const folder = join(workFolder(ctx), `av1-${version}-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    const work = { assetId, version, seconds: asset.durationMs / 1000, folder };
    const made = order ? await encodeViews(ctx, { ...work, order }, run) : { views: [], bytes: 0 };
    const isSaved = await saveAv1(ctx.db, { id: assetId, version, ...made });
    if (!isSaved && (await findVersion(ctx.db, assetId))?.version !== version) throw new VersionReplaced();
    await deleteStretches(ctx.db, assetId, version);
    await storage.deletePrefix(workPrefix);
  } catch (error) {
    if (error instanceof VersionReplaced) return await discard();
    const runsAgain = run.signal.aborted || isOurOutage(error) || describeFailure(error).isAway;
    // What helpers would go on encoding is never joined.
    if (run.isLastAttempt && !runsAgain) await deleteStretches(ctx.db, assetId, version);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a job throws that goes on later. @param to what goes first */
const goOnLater = (to: string): JobGaveWay => new JobGaveWay(to, giveWayMs);

/** Enqueues the AV1 renditions of a version. */
export const requestAv1 = (tx: Tx, assetId: string, version: string): Promise<void> =>
  tx.enqueue(av1Job, { assetId, version }, { key: `av1-${version}`, priority });

/** Enqueues versions that were published before AV1 was on. */
export async function orderMissingAv1(ctx: Ctx): Promise<void> {
  if (!ctx.config.mediaAv1) return;
  const missing = await listWithoutAv1(ctx.db, av1Job.name, batchSize);
  if (missing.length === 0) return;
  await ctx.transact(async (tx) => {
    for (const { id, version } of missing) await requestAv1(tx, id, version);
  });
}

interface Work {
  readonly assetId: string;
  readonly version: string;
  readonly order: z.output<typeof transcodeOrder>;
  readonly seconds: number;
  readonly folder: string;
}

/**
 * Encodes and stores the views that AV1 makes smaller.
 * @returns their folders
 * @throws JobGaveWay, VersionReplaced
 */
async function encodeViews(
  ctx: Ctx,
  { assetId, version, order, seconds, folder }: Work,
  run: JobRun,
): Promise<{ readonly views: string[]; readonly bytes: number }> {
  const { storage } = ctx.ports;
  const { signal } = run;
  const prefix = versionPrefix(assetId, version);
  const workPrefix = av1WorkPrefix(assetId, version);
  const until = Date.now() + maxRunMs;
  const giveWay = async () => {
    if ((await findVersion(ctx.db, assetId))?.version !== version) throw new VersionReplaced();
    // graphile-worker starts a job that runs for hours again: another one goes on.
    if (Date.now() > until) throw goOnLater("this job, which has run for long");
    if (await shouldGiveWay(ctx.db, { assetId, priority }, run)) throw goOnLater("more urgent work");
  };
  const made = { views: [] as string[], bytes: 0 };
  // The first view sets the frame rate of all.
  if (order.angles[0]?.source.kind === "cuts") return made;
  await giveWay();
  const sources = await unlessGone(fetchSources(ctx, order, folder, signal));
  const soundPath = join(folder, "sound.mp4");
  if (!sources || !(await fetchSound(ctx, prefix, soundPath))) return made;
  const offerer = {
    assetId,
    version,
    claimant: randomUUID(),
    prefix: workPrefix,
    beforeTurn: giveWay,
  };
  const context = {
    tools: installedTools(),
    folder,
    cacheFolder: folder,
    stretches: {
      ...storedStretches(storage, workPrefix, signal, (work) => work()),
      offer: (offer: StretchOffer) => offerStretches(ctx, offerer, offer, signal),
    },
    rateFactors: null,
    signal,
    onProgress: () => {},
  };
  const request = { limits: limitsOf(order.origin), encoding: encodingOf(order.origin) };
  const factors = await factorsOfViews();
  let rate: FrameRate | undefined;
  for (const { key, source, isUpright } of viewsOf(sources)) {
    const view = isUpright ? uprightFolder(key) : key;
    if (source.kind !== "file") continue;
    const planned = await unlessGone(planAngle(context, source, request, rate));
    if (!planned) break;
    rate ??= planned.rate;
    if (planned.angle.kind !== "file") continue;
    const frames = Math.round(seconds * framesPerSecond(rate));
    const video = { rate, frames, preset: request.encoding.preset };
    const inH264 = withFactors(planned.angle.rungs, factors[view] ?? {});
    const measured = await ladderOf({ ...planned.angle, rungs: inH264 }, view, video);
    if (measured.length === 0) continue;
    const angle = { ...planned.angle, rungs: measured };
    const rungsFolder = join(folder, view);
    await mkdir(rungsFolder);
    const stretches = stretchesOf(frames, rate) ?? [{ first: 0, frames }];
    const work = {
      ...video,
      name: av1View(view, version),
      folder: rungsFolder,
      stills: null,
      gainDb: null,
      onPart: () => {},
    };
    const isEncoded = await encodeInStretches(context, context.stretches, { angle, stretches }, work).catch(
      (error: unknown) => {
        // The version isn't current any more, or a newer order was placed, or another job has encoded it.
        if (error instanceof AttemptSuperseded) throw goOnLater("what replaced this attempt");
        return stayH264(error, view, false);
      },
    );
    const rungs = isEncoded ? await smallerOf(measured, view, rungsFolder) : [];
    if (rungs.length === 0) continue;
    const out = join(folder, `out-${view}`);
    await packageAngle(context, rungs, rate, out, { rungs: `../${view}`, sound: ".." });
    await rm(join(out, "sound"), { recursive: true });
    await rename(join(out, "master.m3u8"), join(out, "av1.m3u8"));
    made.bytes += await publishFolder(storage, out, `${prefix}${view}/`, signal);
    made.views.push(view);
  }
  for (const source of order.angles.flatMap((angle) => [angle.source, angle.upright]))
    if (source?.kind === "upload") await forgetSource(ctx, source.uploadId);
  return made;

  /** The rate factors of the published H.264, whose similarity AV1 gets: fewer bytes for the same picture. */
  async function factorsOfViews(): Promise<z.output<typeof rateFactorsOfViews>> {
    return rateFactorsOfViews.parse((await readStoredJson(storage, `${prefix}${rateFactorsFile}`)) ?? {});
  }

  /** The measured ladder of a view; measured once, also when the job is interrupted. */
  async function ladderOf(
    angle: FileAngle,
    view: string,
    video: Parameters<typeof measureAv1Ladder>[2],
  ): Promise<Rung[]> {
    const storeKey = `${workPrefix}${view}.json`;
    const found = await readStoredJson(storage, storeKey);
    if (found !== null) return found as Rung[];
    const measuring = join(folder, `measuring-${view}`);
    await mkdir(measuring);
    const rungs = await measureAv1Ladder(
      { tools: context.tools, folder: measuring, signal },
      angle,
      video,
    ).catch((error: unknown) => stayH264<Rung[]>(error, view, []));
    await rm(measuring, { recursive: true });
    await storage.put(storeKey, Buffer.from(JSON.stringify(rungs)), "application/json");
    await giveWay();
    return rungs;
  }

  /** @returns `result` if a view can't be encoded in parts */
  function stayH264<Result>(error: unknown, view: string, result: Result): Result {
    if (!isUnreadable(error)) throw error;
    ctx.log.warn({ err: error, assetId, view }, "A view couldn't be encoded in AV1; its H.264 plays");
    return result;
  }

  /**
   * The encoded renditions that are smaller than those in H.264 as a whole, too, and the lowest one of several. None if the highest one
   * isn't smaller.
   */
  async function smallerOf(rungs: readonly Rung[], view: string, rungsFolder: string): Promise<Rung[]> {
    const smaller: Rung[] = [];
    for (const [index, rung] of rungs.entries()) {
      let before = 0;
      for await (const { size } of storage.list(`${prefix}${view}/${nameInH264(rung)}/`)) before += size;
      const { size } = await stat(join(rungsFolder, `${rung.name}.mp4`));
      const isLowestOfSeveral = index > 0 && index === rungs.length - 1;
      if (size < before || isLowestOfSeveral) smaller.push(rung);
    }
    return smaller[0] === rungs[0] ? smaller : [];
  }
}

/** Null if a source isn't there any more, or no longer one that is accepted. */
const unlessGone = <Result>(reading: Promise<Result>): Promise<Result | null> =>
  reading.catch((error: unknown) => {
    if (isSourceMissing(error) || error instanceof SourceRefused) return null;
    throw error;
  });
