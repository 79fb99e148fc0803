import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { captionsVtt, demoCatalog, demoTakes, renderTake, renderViews } from "../../../demo/index.ts";
import { mainAngle } from "../../../contract/angles.ts";
import type { RenderedClips } from "../../../demo/index.ts";
import type { Ctx, Tx } from "../../ctx.ts";
import { notePreparation } from "../../modules/catalog/index.ts";
import { uploaderOf } from "../../modules/community/index.ts";
import { assetAvailable, assetFailed, processingFailed } from "../../modules/media/events.ts";
import { assetLoader, requestTranscode, requestUprightVersions } from "../../modules/media/index.ts";
import type { TranscodeOrder } from "../../modules/media/index.ts";
import { defineReaction } from "../../platform/events.ts";
import type { EventType, Reaction } from "../../platform/events.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import type { JobRun } from "../../platform/jobs/job.ts";
import { runTogether } from "../../platform/concurrency.ts";
import type { MusicOrder } from "./music.ts";
import { makePreviews } from "./previews.ts";

/** The demo's class with a third angle. */
const closeUpClass = "drag-the-left";

/** Upright versions come after all classes and takes, whose priorities are below. */
const uprightPriority = 100;
/** Until a class that is still being transcoded is asked again for its upright versions; milliseconds. */
const transcodedAfterMs = 60_000;

export const makeClassJob = defineJob({
  name: "demo.make_class",
  schema: z.object({
    slug: z.string(),
    place: z.number().int(),
    /** A second job adds upright versions, so that each class is playable before the doubled work. */
    withUpright: z.boolean().default(false),
  }),
  maxAttempts: 3,
  run: makeClass,
});

const makeTakeJob = defineJob({
  name: "demo.make_take",
  schema: z.object({ slug: z.string() }),
  maxAttempts: 3,
  run: makeTake,
});

const makePreviewsJob = defineJob({
  name: "demo.make_previews",
  schema: z.object({ slug: z.string() }),
  maxAttempts: 3,
  run: makePreviewsOfClass,
});

export const sourceVideoJobs = [makeClassJob, makePreviewsJob, makeTakeJob];

/** The first class is rendered alone, so that one class is playable soon. All others follow when it is available or has failed. */
export const sourceVideoReactions: readonly Reaction[] = [assetAvailable, assetFailed, processingFailed].map(
  (event) =>
    defineReaction(
      `demo.make_the_rest_after.${event.name}`,
      event as EventType<{ assetId: string }>,
      async (ctx, { assetId }) => {
        if (assetId !== demoCatalog.classes[0]?.id) return;
        const asset = await assetLoader(ctx).load(assetId);
        // True after the transcode with upright versions, whether it succeeded or failed.
        const isAgain = event === assetAvailable ? asset?.uprightAngles.length : asset?.version;
        if (!isAgain) await ctx.transact((tx) => enqueueRest(tx));
      },
    ),
);

/**
 * One class or take is rendered at a time, by several threads. The first class skipped its preview, which takes seconds. Takes are
 * short, so the feed is complete before the library has its second class. Upright versions follow when the library is complete.
 */
async function enqueueRest(tx: Tx): Promise<void> {
  const [first] = demoCatalog.classes;
  if (first)
    await tx.enqueue(
      makePreviewsJob,
      { slug: first.slug },
      { priority: 8, queue: "demo", key: "demo-previews" },
    );
  for (const { slug } of demoTakes)
    await tx.enqueue(makeTakeJob, { slug }, { priority: 9, queue: "demo", key: `demo-take-${slug}` });
  for (const [place, { slug }] of demoCatalog.classes.entries()) {
    if (place > 0)
      await tx.enqueue(
        makeClassJob,
        { slug, place, withUpright: false },
        { priority: 10 + place, queue: "demo", key: `demo-${slug}` },
      );
    await enqueueUpright(tx, { slug, place });
  }
}

/** @param runAt default: as soon as its turn comes */
function enqueueUpright(
  tx: Tx,
  { slug, place }: { slug: string; place: number },
  runAt?: Date,
): Promise<void> {
  return tx.enqueue(
    makeClassJob,
    { slug, place, withUpright: true },
    {
      priority: uprightPriority + place,
      queue: "demo",
      key: `demo-upright-${slug}`,
      ...(runAt && { runAt }),
    },
  );
}

/**
 * Renders a class from both sides, synthesizes its music, and uploads it to the pipeline like a studio.
 * With `withUpright`, also renders it upright and adds those versions to the class.
 */
async function makeClass(
  ctx: Ctx,
  { slug, place, withUpright }: { slug: string; place: number; withUpright: boolean },
  run: JobRun,
): Promise<void> {
  const found = demoCatalog.classes.find((one) => one.slug === slug);
  // A class of an older demo stays unchanged.
  if (!found) return;
  const folder = demoFolder(ctx);
  const sources = join(folder, "sources", slug);
  await mkdir(sources, { recursive: true });
  let noted = 0;
  let noting: Promise<void> = Promise.resolve();
  const note = (percent: number) => {
    if (percent <= noted || withUpright) return;
    noted = percent;
    noting = noting
      .then(() => notePreparation(ctx.db, found.id, percent))
      .catch((error: unknown) => ctx.log.warn({ err: error }, "Progress could not be stored"));
  };
  const concurrency = place === 0 ? availableParallelism() : Math.max(1, availableParallelism() - 1);
  const audio = join(sources, "music.flac");
  const captions = join(sources, "en.vtt");
  // Written by the class's first job, whose transcode may be reading them.
  const hasSound = withUpright && existsSync(captions);
  const angles = slug === closeUpClass ? (["front", "back", "feet"] as const) : (["front", "back"] as const);
  const formats = withUpright ? (["landscape", "upright"] as const) : (["landscape"] as const);
  const [rendered] = await runTogether(run.signal, [
    (signal) =>
      renderViews({
        classSlug: slug,
        views: formats.flatMap((format) => angles.map((angle) => ({ angle, format }))),
        cacheDir: join(folder, "clips"),
        signal,
        concurrency,
        onProgress: (share) => note(Math.floor(share * 90)),
      }),
    async (signal) => {
      if (!hasSound) await playMusic({ classSlug: slug, file: audio }, signal);
    },
  ]);
  if (!hasSound) await writeFile(captions, captionsVtt(slug));
  if (place > 0 && !withUpright) await makePreviews(ctx, slug, dancedIn(rendered[0]!));
  note(100);
  await noting;
  const order: TranscodeOrder = {
    assetId: found.id,
    angles: angles.map((key, at) => {
      const upright = rendered[angles.length + at];
      return {
        key,
        source: cutsOf(rendered[at]!, audio),
        ...(upright && { upright: cutsOf(upright, audio) }),
      };
    }),
    captions: [{ language: found.captions.language, label: found.captions.label, path: captions }],
    origin: "studio",
  };
  await ctx.transact(async (tx) => {
    if (!withUpright) return requestTranscode(tx, order, { priority: place === 0 ? -10 : place });
    // Classes that staff replaced or deleted are left alone.
    const answer = await requestUprightVersions(tx, order, { priority: uprightPriority + place });
    if (answer === "pending")
      await enqueueUpright(tx, { slug, place }, new Date(tx.clock.now().getTime() + transcodedAfterMs));
  });
}

const demoFolder = (ctx: Ctx) => join(ctx.config.dataDir, "demo");

/** An angle in the pipeline's input format. */
function cutsOf({ clips, order }: RenderedClips, audio: string) {
  return { kind: "cuts" as const, clips: clips.map(({ path }) => ({ path })), order, audio };
}

/** A clip with dancing rather than teaching: near the end of the class. */
function dancedIn({ clips, order }: RenderedClips): string {
  return clips[order[Math.floor(order.length * 0.8)]!]!.path;
}

/** Synthesizes the music of a class into a file, in a worker thread. @throws the thread's error, or the signal's reason */
async function playMusic(order: MusicOrder, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const thread = new Worker(new URL("./music.ts", import.meta.url), { workerData: order });
  const stop = () => thread.postMessage("stop");
  signal.addEventListener("abort", stop, { once: true });
  try {
    await once(thread, "exit");
  } finally {
    signal.removeEventListener("abort", stop);
  }
  signal.throwIfAborted();
}

async function makePreviewsOfClass(ctx: Ctx, { slug }: { slug: string }, run: JobRun): Promise<void> {
  const cacheDir = join(demoFolder(ctx), "clips");
  const views = [{ angle: "front", format: "landscape" }] as const;
  const [front] = await renderViews({ classSlug: slug, views, cacheDir, signal: run.signal });
  await makePreviews(ctx, slug, dancedIn(front!));
}

/** Renders a dancer's take, and uploads it to the pipeline. */
async function makeTake(ctx: Ctx, { slug }: { slug: string }, run: JobRun): Promise<void> {
  const take = demoTakes.find((one) => one.slug === slug);
  if (!take || !(await uploaderOf(ctx, take.id))) return;
  const folder = demoFolder(ctx);
  const file = join(folder, "takes", `${slug}.mp4`);
  await renderTake({
    slug,
    file,
    cacheDir: join(folder, "clips"),
    signal: run.signal,
    concurrency: Math.max(1, availableParallelism() - 1),
  });
  await ctx.transact((tx) =>
    requestTranscode(
      tx,
      {
        assetId: take.id,
        angles: [{ key: mainAngle, source: { kind: "file", path: file } }],
        captions: [],
        origin: "upload",
      },
      { priority: 3 },
    ),
  );
}
