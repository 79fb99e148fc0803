import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { SoundSegment } from "./segments.ts";

/** What is known of the sound of an asset's present version. */
export interface SoundRow {
  readonly assetId: string;
  readonly version: string;
  readonly segments: readonly SoundSegment[];
  /** The sound couldn't be analyzed. */
  readonly hasFailed: boolean;
}
type SavedSound = {
  readonly assetId: string;
  readonly version: string;
  readonly peaks: Uint8Array;
  readonly segments: string;
  readonly hasFailed: boolean;
};
const upsert = statement<SavedSound, never>(
  "media.save_sound",
  (p) => sql`
    insert into media.sounds (asset_id, version, peaks, segments, has_failed)
    select id, ${p.version}::uuid, ${p.peaks}::bytea, ${p.segments}::jsonb, ${p.hasFailed}::boolean from media.assets
    where id = ${p.assetId}::uuid and version = ${p.version}::uuid
    on conflict (asset_id) do update set version = excluded.version, peaks = excluded.peaks, segments = excluded.segments,
      has_failed = excluded.has_failed`,
);
const selectMany = statement<{ assetIds: readonly string[] }, SoundRow>(
  "media.list_sounds",
  (p) => sql`
    select asset_id as "assetId", sounds.version, segments, has_failed as "hasFailed" from media.sounds
    join media.assets on assets.id = sounds.asset_id and assets.version = sounds.version
    where asset_id = any(${p.assetIds}::uuid[])`,
);
const selectPeaks = statement<{ assetId: string }, { version: string; peaks: Buffer }>(
  "media.find_peaks",
  (p) => sql`
    select sounds.version, peaks from media.sounds
    join media.assets on assets.id = sounds.asset_id and assets.version = sounds.version
    where asset_id = ${p.assetId}::uuid and not has_failed`,
);
const deleteFailed = statement<{ assetId: string }, never>(
  "media.delete_failed_sound",
  (p) => sql`delete from media.sounds where asset_id = ${p.assetId}::uuid and has_failed`,
);

/** Saves what was found in the sound of a version, unless it was replaced. */
export const saveSound = async (
  db: Db,
  {
    segments,
    ...sound
  }: Omit<SavedSound, "segments" | "hasFailed"> & {
    readonly segments: readonly SoundSegment[];
  },
): Promise<void> => {
  await db.change(upsert, { ...sound, segments: JSON.stringify(segments), hasFailed: false });
};
/** Saves that the sound of a version couldn't be analyzed, unless the version was replaced. */
export const saveFailedSound = async (db: Db, assetId: string, version: string): Promise<void> => {
  await db.change(upsert, { assetId, version, peaks: new Uint8Array(0), segments: "[]", hasFailed: true });
};
/** Forgets that the sound of an asset couldn't be analyzed. */
export const forgetFailedSound = async (db: Db, assetId: string): Promise<void> => {
  await db.change(deleteFailed, { assetId });
};
/** Sounds of present versions that were analyzed, or couldn't be. */
export const listSounds = (db: Db, assetIds: readonly string[]): Promise<SoundRow[]> =>
  db.many(selectMany, { assetIds });
/** Loudness over time of an asset's present version; null before it was analyzed. */
export const findPeaks = (db: Db, assetId: string): Promise<{ version: string; peaks: Buffer } | null> =>
  db.maybe(selectPeaks, { assetId });
