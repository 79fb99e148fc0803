import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineJob, JobGaveWay } from "../../../platform/jobs/job.ts";
import { backgroundTasks, giveWayMs, shouldGiveWay } from "../background.ts";
import { encodingOf, limitsOf, transcodeOrder } from "../order.ts";
import { planCuts } from "../pipeline/cuts.ts";
import { framesPerSecond } from "../pipeline/ladder.ts";
import { installedTools } from "../pipeline/tools.ts";
import { publishFolder, versionPrefix } from "../publish.ts";
import { fetchSound } from "../published-sound.ts";
import { findVersion } from "../published-version.ts";
import { workFolder } from "../paths.ts";
import { renderTimeStretch } from "./render.ts";
import type { ClassSound, StretchContext } from "./render.ts";
import { canStretchTo, stretchPercents } from "./stretch.ts";
import { listWithoutTimeStretch, saveTimeStretch } from "./store.ts";

const { name, priority } = backgroundTasks.slowSounds;
/** Older classes to enqueue at once. */
const batchSize = 100;

/** Renders the time-stretched sounds of a published version, from its own sound. */
export const timeStretchJob = defineJob({
  name,
  pool: "background",
  aloneFor: ({ assetId }) => assetId,
  schema: z.object({ assetId: z.uuid(), version: z.uuid() }),
  maxAttempts: 3,
  run: async (ctx: Ctx, { assetId, version }, run) => {
    if (!ctx.config.slowSounds) return;
    const tools = installedTools();
    const asset = await findVersion(ctx.db, assetId);
    if (asset?.version !== version || asset.durationMs === null) return;
    if (!(await canStretchTo(tools, run.signal))) return;
    if (await shouldGiveWay(ctx.db, { assetId, priority }, run))
      throw new JobGaveWay("more urgent work", giveWayMs);
    const prefix = versionPrefix(assetId, version);
    const folder = join(workFolder(ctx), `slow-${version}-${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    try {
      const context = { tools, folder, signal: run.signal };
      const seconds = asset.durationMs / 1000;
      let sound = await findMontage(context, asset.order, seconds);
      if (!sound) {
        const path = join(folder, "published.mp4");
        if (!(await fetchSound(ctx, prefix, path))) return;
        sound = { path, seconds, phraseEnds: [], isLevelled: true };
      }
      const made = await renderTimeStretch(context, sound);
      const bytes = await publishFolder(ctx.ports.storage, made, `${prefix}slow/`, run.signal);
      const slow = { id: assetId, version, percents: stretchPercents, bytes };
      if (!(await saveTimeStretch(ctx.db, slow)) && (await findVersion(ctx.db, assetId))?.version !== version)
        await ctx.ports.storage.deletePrefix(`${prefix}slow/`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Enqueues the time-stretched sounds of a new version, or of one that predates the feature. */
export const requestTimeStretch = (tx: Tx, assetId: string, version: string): Promise<void> =>
  tx.enqueue(timeStretchJob, { assetId, version }, { key: `slow-${version}`, priority });

/** Enqueues versions published before time-stretching was available or enabled. */
export async function orderMissingTimeStretch(ctx: Ctx, signal: AbortSignal): Promise<void> {
  if (!ctx.config.slowSounds || !(await canStretchTo(installedTools(), signal))) return;
  const missing = await listWithoutTimeStretch(ctx.db, timeStretchJob.name, batchSize);
  if (missing.length === 0) return;
  await ctx.transact(async (tx) => {
    for (const { id, version } of missing) await requestTimeStretch(tx, id, version);
  });
}

/**
 * Finds the source sound of a class of clips, and where quarters of its clips begin. Repeated moves often repeat their
 * sound, except for the lead-in counts.
 * @returns null for other classes, and if the files no longer exist
 */
async function findMontage(
  context: StretchContext,
  order: unknown,
  seconds: number,
): Promise<ClassSound | null> {
  const given = transcodeOrder.safeParse(order);
  if (!given.success || given.data.angles[0]?.source.kind !== "cuts") return null;
  const { origin } = given.data;
  const { source } = given.data.angles[0];
  try {
    const plan = await planCuts(context, source, { limits: limitsOf(origin), encoding: encodingOf(origin) });
    let frames = 0;
    const phraseEnds = plan.order.flatMap((clip) => {
      const [start, length] = [frames, plan.clips[clip]!.frames];
      frames += length;
      return [1, 2, 3, 4].map((quarter) => (start + (length * quarter) / 4) / framesPerSecond(plan.rate));
    });
    return { path: plan.audio, seconds, phraseEnds, isLevelled: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
