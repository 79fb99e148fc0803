import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineJob, isOurOutage } from "../../../platform/jobs/job.ts";
import { deleteImagesLater, retiredRetentionMs, trailersFolder } from "../files-job.ts";
import { workFolder } from "../paths.ts";
import { versionPrefix } from "../publish.ts";
import { assetTopic } from "../topics.ts";
import { renderTrailer } from "./render.ts";
import type { Stretch } from "./render.ts";
import { clearTrailer, listTrailers, saveChosenTrailer, saveFailedTrailer, saveTrailer } from "./store.ts";

/** Trailers are rendered one after another, so that they don't slow down what people watch. */
const queue = "trailers";

/**
 * Renders the trailer of an asset from its published version, whose moments it is chosen by. Idempotent. Until it is ready, the
 * former one is shown.
 */
export const renderTrailerJob = defineJob({
  name: "media.render_trailer",
  schema: z.object({ assetId: z.uuid() }),
  maxAttempts: 3,
  run: async (ctx: Ctx, { assetId }, { signal, isLastAttempt }) => {
    const [chosen] = await listTrailers(ctx.db, [assetId]);
    if (chosen?.state !== "rendering" || chosen.version === null) return;
    const { version, fromMs, toMs } = chosen;
    const rendered = { assetId, version, fromMs, toMs };
    try {
      await renderAndSave(ctx, rendered, signal);
    } catch (error) {
      // An attempt that was stopped, or for which the storage was away, runs again.
      if (isLastAttempt && !signal.aborted && !isOurOutage(error))
        await ctx.transact(async (tx) => {
          await saveFailedTrailer(tx.db, rendered);
          tx.signal(assetTopic(assetId));
        });
      throw error;
    }
  },
});

/** Deletes a rendered file unless it is the trailer of its asset: another one was chosen by then, or it couldn't be saved. */
export const deleteUnusedTrailerJob = defineJob({
  name: "media.delete_unused_trailer",
  schema: z.object({ assetId: z.uuid(), name: z.string() }),
  maxAttempts: 20,
  run: async (ctx: Ctx, { assetId, name }) => {
    const [used] = await listTrailers(ctx.db, [assetId]);
    if (used?.name !== name) await ctx.ports.storage.delete(`pictures/${name}`);
  },
});

async function renderAndSave(
  ctx: Ctx,
  rendered: Stretch & { readonly assetId: string; readonly version: string },
  signal: AbortSignal,
): Promise<void> {
  const { assetId, version } = rendered;
  const folder = join(workFolder(ctx), `trailer-${version}-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    const prefix = versionPrefix(assetId, version);
    const path = await renderTrailer(ctx, { ...rendered, prefix }, folder, signal);
    // A folder of its own, which is deleted when it is replaced.
    const name = `${trailersFolder(assetId)}${randomUUID()}/trailer.mp4`;
    // Before there is a file, so that none is left behind, whatever fails after that.
    const runAt = new Date(ctx.clock.now().getTime() + retiredRetentionMs);
    await ctx.transact((tx) => tx.enqueue(deleteUnusedTrailerJob, { assetId, name }, { runAt }));
    await ctx.ports.storage.put(`pictures/${name}`, { path, mayMove: true }, "video/mp4");
    await ctx.transact(async (tx) => {
      const saved = await saveTrailer(tx.db, { ...rendered, name });
      if (saved?.former) await deleteImagesLater(tx, `${dirname(saved.former)}/`);
      tx.signal(assetTopic(assetId));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Chooses the trailer of an asset, and has it rendered.
 * @param chosen the stretch that an editor chose, if it reaches out of the video
 */
export async function chooseTrailer(
  tx: Tx,
  assetId: string,
  rendered: Stretch,
  chosen: Stretch | null = null,
): Promise<void> {
  await saveChosenTrailer(tx.db, assetId, rendered, chosen);
  await tx.enqueue(renderTrailerJob, { assetId }, { key: `trailer-${assetId}`, queue });
}

/**
 * Has the trailer of an asset rendered from its new version. Without one nothing happens.
 * @param byMs how far the video's moments moved. What reaches out of the new video moves into it, until a video has what was chosen.
 */
export async function moveTrailer(
  tx: Tx,
  assetId: string,
  { byMs, durationMs }: { readonly byMs: number; readonly durationMs: number },
): Promise<void> {
  const [trailer] = await listTrailers(tx.db, [assetId]);
  if (!trailer) return;
  const former = trailer.chosen ?? trailer;
  const chosen = { fromMs: former.fromMs + byMs, toMs: former.toMs + byMs };
  const lengthMs = Math.min(durationMs, chosen.toMs - chosen.fromMs);
  const fromMs = Math.max(0, Math.min(durationMs - lengthMs, chosen.fromMs));
  const rendered = { fromMs, toMs: fromMs + lengthMs };
  await chooseTrailer(tx, assetId, rendered, isDeepStrictEqual(rendered, chosen) ? null : chosen);
}

/** Takes the trailer of an asset away. */
export async function removeTrailer(tx: Tx, assetId: string): Promise<void> {
  const name = await clearTrailer(tx.db, assetId);
  if (name) await deleteImagesLater(tx, `${dirname(name)}/`);
}
