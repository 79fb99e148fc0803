import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

export type Availability = "requested" | "uploaded" | "available" | "error";

/** Captions of a published asset. */
export interface CaptionTrack {
  /** BCP 47, lower case. */
  readonly language: string;
  readonly label: string;
}

export interface AssetRow {
  readonly id: string;
  readonly availability: Availability;
  readonly percent: number;
  readonly errorReason: string | null;
  readonly version: string | null;
  readonly durationMs: number | null;
  readonly hasBack: boolean;
  readonly captions: readonly CaptionTrack[];
}

const selectAssets = statement<{ ids: readonly string[] }, AssetRow>(
  "media.list_assets",
  (p) => sql`
    select id, availability, percent, error_reason as "errorReason", version, duration_ms as "durationMs", has_back as "hasBack", captions
    from media.assets where id = any(${p.ids}::uuid[])`,
);
const upsertAsset = statement<{ id: string }, never>(
  "media.insert_asset",
  (p) => sql`
    insert into media.assets (id, availability) values (${p.id}::uuid, 'uploaded')
    on conflict (id) do update set availability = case when assets.version is null then 'uploaded' else assets.availability end, percent = 0, error_reason = null`,
);
const updatePercent = statement<{ id: string; percent: number }, never>(
  "media.update_percent",
  (p) => sql`update media.assets set percent = ${p.percent}::int where id = ${p.id}::uuid`,
);
const updateFailed = statement<{ id: string; reason: string }, never>(
  "media.update_failed",
  (p) => sql`
    update media.assets set availability = case when version is null then 'error' else availability end, error_reason = ${p.reason} where id = ${p.id}::uuid`,
);
const updatePublished = statement<
  { id: string; version: string; durationMs: number; width: number; height: number; hasBack: boolean; captions: string; now: Date },
  { id: string }
>(
  "media.update_published",
  (p) => sql`
    update media.assets set availability = 'available', percent = 100, error_reason = null, version = ${p.version}::uuid,
      duration_ms = ${p.durationMs}::int, width = ${p.width}::int, height = ${p.height}::int, has_back = ${p.hasBack}::boolean,
      captions = ${p.captions}::jsonb, available_at = ${p.now}::timestamptz
    where id = ${p.id}::uuid returning id`,
);
const deleteRow = statement<{ id: string }, never>("media.delete_asset", (p) => sql`delete from media.assets where id = ${p.id}::uuid`);

const lockPerson = statement<{ personId: string }, { locked: unknown }>(
  "media.lock_streams",
  (p) => sql`select pg_advisory_xact_lock(hashtextextended(${p.personId}, 4)) is null as locked`,
);
const upsertStream = statement<{ personId: string; streamId: string; most: number; countsMs: number }, { streamId: string }>(
  "media.touch_stream",
  (p) => sql`
    insert into media.streams (person_id, stream_id, seen_at)
    select ${p.personId}::uuid, ${p.streamId}, now()
    where (select count(*) from media.streams
      where person_id = ${p.personId}::uuid and stream_id <> ${p.streamId}
        and seen_at > now() - ${p.countsMs}::int * interval '1 millisecond') < ${p.most}::int
    on conflict (person_id, stream_id) do update set seen_at = excluded.seen_at
    returning stream_id as "streamId"`,
);
const deleteOld = statement<Record<string, never>, never>("media.delete_old_streams", () => sql`delete from media.streams where seen_at < now() - interval '10 minutes'`);

export const listAssets = (db: Db, ids: readonly string[]): Promise<AssetRow[]> => db.many(selectAssets, { ids });
/** Makes the asset's row, or readies one for another transcode; what is published stays until then. */
export const insertAsset = async (db: Db, id: string): Promise<void> => {
  await db.change(upsertAsset, { id });
};
export const saveAssetPercent = async (db: Db, id: string, percent: number): Promise<void> => {
  await db.change(updatePercent, { id, percent });
};
export const saveAssetFailed = async (db: Db, id: string, reason: string): Promise<void> => {
  await db.change(updateFailed, { id, reason });
};
/** Makes a version the one that is seen. @returns false when the asset was deleted meanwhile */
export const saveAssetPublished = async (
  db: Db,
  asset: { id: string; version: string; durationMs: number; width: number; height: number; hasBack: boolean; captions: readonly CaptionTrack[]; now: Date },
): Promise<boolean> => (await db.maybe(updatePublished, { ...asset, captions: JSON.stringify(asset.captions) })) !== null;
export const deleteAssetRow = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteRow, { id });
};

/** Counts a stream as playing unless the person has `most` others. Two servers at once wait for each other. @returns whether it may */
export async function saveStream(db: Db, stream: { personId: string; streamId: string; most: number; countsMs: number }): Promise<boolean> {
  await db.many(lockPerson, { personId: stream.personId });
  return (await db.maybe(upsertStream, stream)) !== null;
}
export const deleteOldStreams = (db: Db): Promise<number> => db.change(deleteOld, {});
