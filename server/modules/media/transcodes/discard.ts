import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "../../../ctx.ts";
import { workFolder } from "../paths.ts";
import { versionPrefix } from "../publish.ts";
import { lockAssetRow } from "./store.ts";
import { stretchesPrefix } from "./stretches/files.ts";
import { deleteStretches } from "./stretches/store.ts";

/** Deletes the files of a version that is never published, and the folder that a killed worker left behind. */
export async function discardVersion(ctx: Ctx, assetId: string, version: string): Promise<void> {
  try {
    await ctx.ports.storage.deletePrefix(versionPrefix(assetId, version));
    // A killed worker left its folder behind.
    for (const name of await readdir(workFolder(ctx))) {
      if (name === `${assetId}-${version}`)
        await rm(join(workFolder(ctx), name), { recursive: true, force: true });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    ctx.log.warn({ err: error, assetId }, "Files of an unpublished version could not be deleted");
  }
}

/** Deletes the stretches of an asset, unless it is still to be transcoded. */
export async function discardStretches(ctx: Ctx, assetId: string): Promise<void> {
  try {
    const isNeeded = await ctx.transact(async (tx) => {
      const asset = await lockAssetRow(tx.db, assetId);
      if (!asset?.isPending) await deleteStretches(tx.db, assetId, null);
      return asset?.isPending ?? false;
    });
    if (!isNeeded) await ctx.ports.storage.deletePrefix(stretchesPrefix(assetId));
  } catch (error) {
    ctx.log.warn({ err: error, assetId }, "Stretches of a transcode could not be deleted");
  }
}
