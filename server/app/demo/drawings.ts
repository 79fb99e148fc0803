import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { demoCatalog, posterFocus } from "../../../demo/index.ts";
import type { Ctx, Tx } from "../../ctx.ts";
import {
  imageWidths,
  portraitPath,
  portraitSize,
  seedPoster,
  setImage,
} from "../../modules/catalog/index.ts";
import { assetLoader, publishImage } from "../../modules/media/index.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import type { JobRun } from "../../platform/jobs/job.ts";
import type { PictureOrder } from "./images.ts";

/** Changes with the drawings: images are immutable under their name. */
const edition = "1";
/** Placeholder image of classes whose own isn't rendered yet. */
export const emptyRoom = `demo-room-${edition}`;
/** In pixels: three for each of the largest avatar beside a name. */
const faceWidth = 216;
/** How often to check whether the first class is playable, and the maximum number of checks. */
const lookEveryMs = 2_000;
const maxLooks = 60;

export const drawJob = defineJob({
  name: "demo.draw_pictures",
  schema: z.object({ looks: z.number().int().default(maxLooks) }),
  maxAttempts: 3,
  run: drawPictures,
});

/** Enqueues the images of all classes, categories, styles and instructors. */
export function orderDrawings(tx: Tx): Promise<void> {
  return tx.enqueue(drawJob, { looks: 0 }, { priority: -20 });
}

/** Renders the first class's image. The others follow as soon as that class is playable, since someone waits for it. */
async function drawPictures(ctx: Ctx, { looks }: { looks: number }, run: JobRun): Promise<void> {
  const classes = demoCatalog.classes.map(({ slug }) => ({ kind: "class" as const, slug }));
  if (looks === 0) await draw(ctx, classes.slice(0, 1), run.signal);
  if (looks < maxLooks && (await isFirstAwaited(ctx))) {
    const runAt = new Date(Date.now() + lookEveryMs);
    await ctx.transact((tx) => tx.enqueue(drawJob, { looks: looks + 1 }, { priority: -20, runAt }));
    return;
  }
  await draw(
    ctx,
    [
      ...classes,
      ...demoCatalog.categories.map(({ slug }) => ({ kind: "category" as const, slug })),
      ...demoCatalog.styles.map(({ slug }) => ({ kind: "style" as const, slug })),
      ...demoCatalog.instructors.map(({ slug }) => ({ kind: "instructor" as const, slug })),
      ...demoCatalog.instructors.map(({ slug }) => ({ kind: "face" as const, slug })),
    ],
    run.signal,
  );
}

async function isFirstAwaited(ctx: Ctx): Promise<boolean> {
  const [first] = demoCatalog.classes;
  if (!first) return false;
  const asset = await assetLoader(ctx).load(first.id);
  return asset?.availability !== "available" && asset?.availability !== "error";
}

type Drawing = Pick<PictureOrder, "kind" | "slug">;
type Size = Pick<PictureOrder, "width" | "height">;

/** Renders all missing images in all sizes. */
async function draw(ctx: Ctx, drawings: readonly Drawing[], signal: AbortSignal): Promise<void> {
  const thread = new Worker(new URL("./images.ts", import.meta.url));
  const publish = async (drawing: Drawing, name: string, size: Size): Promise<void> => {
    signal.throwIfAborted();
    if (await ctx.ports.storage.stat(`pictures/${name}`)) return;
    thread.postMessage({ ...drawing, ...size } satisfies PictureOrder);
    const [drawn] = (await once(thread, "message", { signal })) as [Uint8Array];
    await publishImage(ctx, name, drawn);
  };
  try {
    for (const drawing of drawings) {
      const { kind, slug } = drawing;
      const name = `demo-${kind}-${slug}-${edition}`;
      if (kind === "face") await publish(drawing, `${name}.webp`, { width: faceWidth, height: faceWidth });
      else
        for (const width of imageWidths)
          await publish(drawing, `${name}-${width}.webp`, { width, height: Math.round((width * 9) / 16) });
      // Set only now, so that no page requests an image that doesn't exist yet.
      await ctx.transact((tx) => setImage(tx, kind, slug, name));
      if (kind !== "class") continue;
      await publish(drawing, portraitPath(name), portraitSize);
      await ctx.transact((tx) => seedPoster(tx, slug, name, posterFocus(slug)));
    }
  } finally {
    await thread.terminate();
  }
}
