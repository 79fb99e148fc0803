import { z } from "zod";
import type { Ctx, Tx } from "../../ctx.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { stillsFolder } from "./posters/stills.ts";
import { stretchesPrefix } from "./transcodes/stretches/files.ts";
import { countImageUses, deleteAssetRow } from "./store.ts";

/** Folder of an asset's trailers below /pictures/. */
export const trailersFolder = (assetId: string): string => `trailers/${assetId}/`;

/** Deletes published files that are no longer referenced: of a replaced version, or of a deleted asset. */
export const deleteFilesJob = defineJob({
  name: "media.delete_files",
  schema: z.object({ prefix: z.string(), pictures: z.array(z.string()) }),
  maxAttempts: 20,
  run: async (ctx: Ctx, { prefix, pictures }) => {
    await ctx.ports.storage.deletePrefix(prefix);
    // Images are named by content hash, which another asset may share.
    for (const name of pictures)
      if ((await countImageUses(ctx.db, name)) === 0) await ctx.ports.storage.delete(`pictures/${name}`);
  },
});

/** How long pages that were sent before may still show a replaced image or trailer, in milliseconds. */
export const retiredRetentionMs = 60 * 60 * 1000;

/** Deletes published images and trailers once no page shows them any more. @param folder below /pictures/, with trailing slash */
export const deleteImagesLater = (tx: Tx, folder: string): Promise<void> =>
  tx.enqueue(
    deleteFilesJob,
    { prefix: `pictures/${folder}`, pictures: [] },
    { runAt: new Date(tx.clock.now().getTime() + retiredRetentionMs) },
  );

/**
 * Deletes an asset, which revokes its links, and schedules deletion of its files.
 * @returns false if there was none
 */
export async function deleteAssetWithFiles(tx: Tx, assetId: string): Promise<boolean> {
  const deleted = await deleteAssetRow(tx.db, assetId);
  if (!deleted) return false;
  const pictures = [deleted.poster, deleted.thumbnail].filter((name) => name !== null);
  await tx.enqueue(deleteFilesJob, { prefix: `assets/${assetId}/`, pictures });
  await tx.enqueue(deleteFilesJob, { prefix: stretchesPrefix(assetId), pictures: [] });
  for (const folder of [stillsFolder(assetId), trailersFolder(assetId)])
    await tx.enqueue(deleteFilesJob, { prefix: `pictures/${folder}`, pictures: [] });
  return true;
}
