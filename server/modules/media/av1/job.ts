import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { encodingOf, limitsOf, transcodeKey, transcodeOrder } from "../order.ts";
import { uprightFolder, workFolder } from "../paths.ts";
import { packageAngle, planAngle } from "../pipeline/angle.ts";
import type { FileAngle } from "../pipeline/angle.ts";
import { framesPerSecond } from "../pipeline/ladder.ts";
import type { FrameRate, Rung } from "../pipeline/ladder.ts";
import { encodeInStretches, stretchesOf } from "../pipeline/stretches.ts";
import { installedTools } from "../pipeline/tools.ts";
import { viewsOf } from "../pipeline/transcode.ts";
import { publishFolder, versionPrefix } from "../publish.ts";
import { fetchSound } from "../published-sound.ts";
import { findVersion, isOtherWorkDue } from "../time-stretch/store.ts";
import { isSourceMissing } from "../transcodes/failures.ts";
import { fetchSources } from "../transcodes/sources.ts";
import { storedStretches } from "../transcodes/stretches/files.ts";
import { forgetSource } from "../uploads/source-files.ts";
import { measureAv1Ladder } from "./ladder.ts";
import { listWithoutAv1, saveAv1 } from "./store.ts";

/** Runs after all other work, one class at a time. */
const queue = "av1";
const priority = 2000;
/** Until other work is looked for again; milliseconds. */
const recheckMs = 15_000;
/** Older classes to enqueue at once. */
const batchSize = 100;

/** Other work is due: the job goes on after it. */
class OtherWorkDue extends Error {}

/** Encodes a published version in AV1 as well, from its sources. Until then, and on devices that can't decode it, H.264 plays. */
export const av1Job = defineJob({
  name: "media.encode_av1",
  schema: z.object({ assetId: z.uuid(), version: z.uuid() }),
  maxAttempts: 3,
  run: async (ctx: Ctx, { assetId, version }, run) => {
    if (!ctx.config.mediaAv1) return;
    const asset = await findVersion(ctx.db, assetId);
    if (asset?.version !== version || asset.durationMs === null) return;
    const order = transcodeOrder.safeParse(asset.order).data;
    const prefix = versionPrefix(assetId, version);
    const folder = join(workFolder(ctx), `av1-${version}`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    try {
      const made = order
        ? await encodeViews(
            ctx,
            { assetId, prefix, order, seconds: asset.durationMs / 1000, folder },
            run.signal,
          )
        : { views: [], bytes: 0 };
      await ctx.ports.storage.deletePrefix(workPrefix(prefix));
      const isSaved = await saveAv1(ctx.db, { id: assetId, version, ...made });
      if (!isSaved && (await findVersion(ctx.db, assetId)) === null)
        await ctx.ports.storage.deletePrefix(prefix);
    } catch (error) {
      if (!(error instanceof OtherWorkDue)) throw error;
      const runAt = new Date(Date.now() + recheckMs);
      await ctx.transact((tx) => requestAv1(tx, assetId, version, runAt));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Enqueues the AV1 renditions of a version. */
export function requestAv1(tx: Tx, assetId: string, version: string, runAt?: Date): Promise<void> {
  const key = `av1-${version}`;
  return tx.enqueue(av1Job, { assetId, version }, { key, queue, priority, ...(runAt ? { runAt } : {}) });
}

/** Enqueues versions that were published before AV1 was on. */
export async function orderMissingAv1(ctx: Ctx): Promise<void> {
  if (!ctx.config.mediaAv1) return;
  const missing = await listWithoutAv1(ctx.db, av1Job.name, batchSize);
  if (missing.length === 0) return;
  await ctx.transact(async (tx) => {
    for (const { id, version } of missing) await requestAv1(tx, id, version);
  });
}

/** Encoded stretches and measurements of a version, until it has all renditions. Deleted with the version. */
const workPrefix = (prefix: string): string => `${prefix}av1/`;

interface Work {
  readonly assetId: string;
  /** Of the published version. */
  readonly prefix: string;
  readonly order: z.output<typeof transcodeOrder>;
  readonly seconds: number;
  readonly folder: string;
}

/**
 * Encodes and stores the views that AV1 makes smaller.
 * @returns their folders
 * @throws OtherWorkDue
 */
async function encodeViews(
  ctx: Ctx,
  { assetId, prefix, order, seconds, folder }: Work,
  signal: AbortSignal,
): Promise<{ readonly views: string[]; readonly bytes: number }> {
  const { storage } = ctx.ports;
  const giveWay = async () => {
    if (await isOtherWorkDue(ctx.db, { queue, priority, key: transcodeKey(assetId) }))
      throw new OtherWorkDue();
  };
  await giveWay();
  const sources = await fetchSources(ctx, order, folder, signal).catch((error: unknown) => {
    if (isSourceMissing(error)) return null;
    throw error;
  });
  const soundPath = join(folder, "sound.mp4");
  const made = { views: [] as string[], bytes: 0 };
  if (!sources || !(await fetchSound(ctx, prefix, soundPath))) return made;
  const stored = storedStretches(storage, workPrefix(prefix), signal, (work) => work());
  const context = {
    tools: installedTools(),
    folder,
    cacheFolder: folder,
    stretches: {
      ...stored,
      offer: null,
      save: async (...stretch: Parameters<typeof stored.save>) => {
        await stored.save(...stretch);
        await giveWay();
      },
    },
    signal,
    onProgress: () => {},
  };
  const request = { limits: limitsOf(order.origin), encoding: encodingOf(order.origin) };
  let rate: FrameRate | undefined;
  for (const { key, source, isUpright } of viewsOf(sources)) {
    const view = isUpright ? uprightFolder(key) : key;
    if (source.kind !== "file") continue;
    const planned = await planAngle(context, source, request, rate);
    rate ??= planned.rate;
    if (planned.angle.kind !== "file") continue;
    const frames = Math.round(seconds * framesPerSecond(rate));
    const video = { rate, frames, preset: request.encoding.preset };
    const rungs = await ladderOf(planned.angle, view, video);
    if (rungs.length === 0) continue;
    const angle = { ...planned.angle, rungs };
    const rungsFolder = join(folder, view);
    await mkdir(rungsFolder);
    const stretches = stretchesOf(frames, rate) ?? [{ first: 0, frames }];
    const work = { ...video, name: view, folder: rungsFolder, stills: null, gainDb: null, onPart: () => {} };
    if (!(await encodeInStretches(context, context.stretches, { angle, stretches }, work))) continue;
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

  /** The measured ladder of a view; measured once, also when the job is interrupted. */
  async function ladderOf(
    angle: FileAngle,
    view: string,
    video: Parameters<typeof measureAv1Ladder>[2],
  ): Promise<Rung[]> {
    const storeKey = `${workPrefix(prefix)}${view}.json`;
    const found = await storage.get(storeKey);
    if (found) return (await json(found.content)) as Rung[];
    const measuring = join(folder, `measuring-${view}`);
    await mkdir(measuring);
    const rungs = await measureAv1Ladder({ tools: context.tools, folder: measuring, signal }, angle, video);
    await rm(measuring, { recursive: true });
    await storage.put(storeKey, Buffer.from(JSON.stringify(rungs)), "application/json");
    return rungs;
  }
}
