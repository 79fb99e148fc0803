import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { demoCatalog, posterFocus } from "../../../demo/index.ts";
import type { Ctx, Tx } from "../../ctx.ts";
import { imageWidths, portraitPath, portraitSize, setImage } from "../../modules/catalog/index.ts";
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

/** The files of a drawing: their sizes by name below /pictures/. */
function filesOf({ kind }: Drawing, imageName: string): [string, Size][] {
  if (kind === "face") return [[`${imageName}.webp`, { width: faceWidth, height: faceWidth }]];
  const wide = imageWidths.map((width): [string, Size] => [
    `${imageName}-${width}.webp`,
    { width, height: Math.round((width * 9) / 16) },
  ]);
  return kind === "class" ? [...wide, [portraitPath(imageName), portraitSize]] : wide;
}

/** Renders all missing images in all sizes. */
async function draw(ctx: Ctx, orders: readonly Drawing[], signal: AbortSignal): Promise<void> {
  const thread = new Worker(new URL("./images.ts", import.meta.url));
  try {
    for (const order of orders) {
      const imageName = `demo-${order.kind}-${order.slug}-${edition}`;
      for (const [name, size] of filesOf(order, imageName)) {
        signal.throwIfAborted();
        if (await ctx.ports.storage.stat(`pictures/${name}`)) continue;
        thread.postMessage({ ...order, ...size } satisfies PictureOrder);
        const [drawn] = (await once(thread, "message", { signal })) as [Uint8Array];
        await publishImage(ctx, name, drawn);
      }
      // Set only now, so that no page requests an image that doesn't exist yet.
      const portraitX = order.kind === "class" ? posterFocus(order.slug) : null;
      await ctx.transact((tx) => setImage(tx, order.kind, order.slug, imageName, portraitX));
    }
  } finally {
    await thread.terminate();
  }
}
