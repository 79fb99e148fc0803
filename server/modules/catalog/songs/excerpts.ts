import { createHash } from "node:crypto";
import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineJob, isOurOutage } from "../../../platform/jobs/job.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { cutSound, deleteImages, imageUrlOf, publishImage, soundLoader } from "../../media/index.ts";
import { excerptStretch } from "./excerpt-stretch.ts";
import type { Stretch } from "./excerpt-stretch.ts";
import {
  deleteExcerpt,
  findExcerptState,
  listDueExcerpts,
  listExcerpts,
  listExcerptSources,
  saveExcerpt,
} from "./store-excerpts.ts";
import type { SongUse } from "./store-excerpts.ts";

/** Excerpts are cut one after another, so that they don't slow down what people watch. */
const queue = "song-excerpts";
/** Classes of a song that are looked at, and songs of one run of the schedule. Others follow with the next. */
const [maxSources, maxPerRun] = [20, 100];
/** How long after a song had nothing to cut it is looked at again; milliseconds. */
const againAfterMs = 24 * 60 * 60 * 1000;
const nothing = { name: null, classId: null, version: null, startMs: null, endMs: null } as const;

const folderOf = (songId: string): string => `songs/${songId}/`;

/** Cuts the excerpt of a song unless what there is is still right, or deletes it if the song offers none. Idempotent. */
export const cutExcerptJob = defineJob({
  name: "catalog.cut_song_excerpt",
  schema: z.object({ songId: z.uuid() }),
  maxAttempts: 3,
  run: async (ctx: Ctx, { songId }, { signal, isLastAttempt }) => {
    const state = await findExcerptState(ctx.db, songId);
    if (!state?.isOffered) {
      await deleteExcerpt(ctx.db, songId);
      return deleteImages(ctx, folderOf(songId), null);
    }
    if (state.isReady) return;
    try {
      const name = await cutExcerpt(ctx, songId, signal);
      await deleteImages(ctx, folderOf(songId), name);
    } catch (error) {
      // An attempt that was stopped, or for which the storage was away, runs again.
      if (isLastAttempt && !signal.aborted && !isOurOutage(error)) {
        await saveExcerpt(ctx.db, songId, nothing, ctx.clock.now());
        await deleteImages(ctx, folderOf(songId), null);
      }
      throw error;
    }
  },
});

/** @returns its name below /pictures/; null if no class has enough of the song, or it offers none any more */
async function cutExcerpt(ctx: Ctx, songId: string, signal: AbortSignal): Promise<string | null> {
  const now = ctx.clock.now();
  const source = await findSource(ctx, songId);
  const content = source && (await cutSound(ctx, source, signal));
  if (!content) {
    await saveExcerpt(ctx.db, songId, nothing, now);
    return null;
  }
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 32);
  const name = `${folderOf(songId)}${hash}.m4a`;
  await publishImage(ctx, name, content);
  const { classId, version, startMs, endMs } = source;
  const isSaved = await saveExcerpt(ctx.db, songId, { name, classId, version, startMs, endMs }, now);
  return isSaved ? name : null;
}

/** The class with the longest excerpt; of equal ones the latest. */
async function findSource(ctx: Ctx, songId: string): Promise<(SongUse & Stretch) | null> {
  const uses = await listExcerptSources(ctx.db, songId, maxSources);
  const found = await Promise.all(
    uses.map(async (use) => {
      const sound = await soundLoader(ctx).load(use.assetId);
      const music = sound && !sound.hasFailed ? sound.segments.filter(({ kind }) => kind === "music") : null;
      const stretch = excerptStretch({ ...use, music });
      return stretch ? [{ ...use, ...stretch }] : [];
    }),
  );
  return found.flat().toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))[0] ?? null;
}

/** Looks for songs whose excerpt is missing, outdated or not offered any more. */
export const cutDueExcerptsJob = defineJob({
  name: "catalog.cut_due_song_excerpts",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx: Ctx) => {
    const triedBefore = new Date(ctx.clock.now().getTime() - againAfterMs);
    const due = await listDueExcerpts(ctx.db, triedBefore, maxPerRun);
    await ctx.transact((tx) => requestExcerpts(tx, due));
  },
});

/** Has excerpts of songs cut, or deleted if the songs offer none or don't exist any more. */
export const requestExcerpts = (tx: Tx, songIds: readonly string[]): Promise<void> =>
  tx.enqueueAll(
    cutExcerptJob,
    songIds.map((songId) => ({ payload: { songId }, options: { key: `song-excerpt-${songId}`, queue } })),
  );

const excerptLoader = defineLoader<string, { id: string; name: string }>(
  async (ctx, ids) => new Map((await listExcerpts(ctx.db, ids)).map((row) => [row.id, row])),
);

/** URL of 30 seconds of a song; null if it offers none, or until they are cut. */
export async function excerptUrlOf(ctx: Ctx, songId: string): Promise<string | null> {
  const found = await excerptLoader(ctx).load(songId);
  return found && imageUrlOf(ctx, found.name);
}
