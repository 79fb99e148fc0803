import type { Ctx } from "../../../ctx.ts";
import type { Storage } from "../../../platform/storage.ts";
import { versionPrefix } from "../publish.ts";
import { findVersion } from "../published-version.ts";

/** Where encoded stretches and measurements of a version are stored until it has all AV1 renditions. Deleted with the version. */
export const av1WorkPrefix = (assetId: string, version: string): string =>
  `${versionPrefix(assetId, version)}av1/`;

/** What the stretches of a view are offered as. A version's own, as the same source may be published again. */
export const av1View = (view: string, version: string): string => `${view}-${version}`;

/** Files of AV1 below a version. */
const av1File = /^av1\/|^[^/]+\/(av1\.m3u8$|a\d+\/)/;

/** Deletes the AV1 files of a version that isn't current. Members still play its others for a while. */
export async function discardAv1(storage: Storage, assetId: string, version: string): Promise<void> {
  const prefix = versionPrefix(assetId, version);
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix))
    if (av1File.test(key.slice(prefix.length))) keys.push(key);
  for (const key of keys) await storage.delete(key);
}

/** Deletes what a helper may have stored after the job of its version had ended. */
export async function discardLateAv1(ctx: Ctx, assetId: string, version: string): Promise<void> {
  const { storage } = ctx.ports;
  try {
    const found = await findVersion(ctx.db, assetId);
    if (found?.version !== version) await discardAv1(storage, assetId, version);
    else if (found.hasAv1) await storage.deletePrefix(av1WorkPrefix(assetId, version));
  } catch (error) {
    ctx.log.warn({ err: error, assetId }, "AV1 stretches of a video could not be deleted");
  }
}
