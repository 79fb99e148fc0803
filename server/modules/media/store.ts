import { sql } from "kysely";
import type { AngleKey } from "../../../contract/angles.ts";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { anglesSql, av1ViewsSql, uprightAnglesSql } from "./store-joins.ts";

export type Availability = "requested" | "uploaded" | "available" | "error";

/** Captions of a published asset. */
export interface CaptionTrack {
  /** BCP 47, lower case. */
  readonly language: string;
  readonly label: string;
}

export interface AssetRow {
  readonly id: string;
  readonly ownerKind: string | null;
  readonly ownerId: string | null;
  readonly availability: Availability;
  /** Progress of the current or last transcode, 0 to 100. */
  readonly percent: number;
  /** A refusal reason of the pipeline. */
  readonly errorReason: string | null;
  /** Null before the first publication. */
  readonly version: string | null;
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** In the order of the player's buttons; the first one carries the sound. */
  readonly angles: readonly AngleKey[];
  /** Those that have an upright version. */
  readonly uprightAngles: readonly AngleKey[];
  readonly captions: readonly CaptionTrack[];
  /** Folders of the views that have AV1 renditions as well. */
  readonly av1Views: readonly string[];
  /** Tempos with a time-stretched sound, percent of the class's own. */
  readonly stretchPercents: readonly number[];
  /** File names under /pictures/. */
  readonly poster: string | null;
  readonly thumbnail: string | null;
  /** A short stretch for everyone, as a file under /pictures/; null without one. */
  readonly trailer: string | null;
}

const selectAssets = statement<{ ids: readonly string[] }, AssetRow>(
  "media.list_assets",
  (p) => sql`
    select id, owner_kind as "ownerKind", owner_id as "ownerId", availability, percent, error_reason as "errorReason", version,
      duration_ms as "durationMs", width, height, ${anglesSql} as "angles",
      ${uprightAnglesSql} as "uprightAngles", captions,
      ${av1ViewsSql} as "av1Views",
      case when slow_version = version then slow_percents else '{}' end as "stretchPercents", poster, thumbnail,
      trailer
    from media.assets where id = any(${p.ids}::uuid[])`,
);
const insertRequested = statement<{ id: string; ownerKind: string; ownerId: string }, never>(
  "media.insert_asset",
  (p) =>
    sql`insert into media.assets (id, owner_kind, owner_id) values (${p.id}::uuid, ${p.ownerKind}, ${p.ownerId}::uuid)`,
);
const upsertOrdered = statement<{ id: string; order: string; now: Date }, never>(
  "media.order_transcode",
  (p) => sql`
    insert into media.assets (id, availability, transcode_order, is_pending, requested_at)
    values (${p.id}::uuid, 'uploaded', ${p.order}::jsonb, true, ${p.now}::timestamptz)
    on conflict (id) do update set availability = case when assets.version is null then 'uploaded' else assets.availability end,
      percent = 0, error_reason = null, transcode_order = excluded.transcode_order, is_pending = true, tries = 0,
      requested_at = excluded.requested_at`,
);
const updatePercent = statement<{ id: string; version: string; percent: number }, never>(
  "media.update_percent",
  (p) => sql`
    update media.assets set percent = ${p.percent}::int
    where id = ${p.id}::uuid and exists (select from media.attempts where version = ${p.version}::uuid and state = 'running')`,
);
const updateFailed = statement<{ id: string; reason: string }, never>(
  "media.update_failed",
  (p) => sql`
    update media.assets set availability = case when version is null then 'error' else availability end,
      error_reason = ${p.reason}, is_pending = false where id = ${p.id}::uuid`,
);
/** Results of a transcode. */
export interface PublishedProperties {
  readonly id: string;
  readonly version: string;
  readonly durationMs: number;
  readonly width: number;
  readonly height: number;
  readonly angles: readonly AngleKey[];
  readonly uprightAngles: readonly AngleKey[];
  readonly captions: readonly CaptionTrack[];
  readonly poster: string;
  readonly thumbnail: string;
  readonly sourceBytes: number;
  readonly storedBytes: number;
  readonly now: Date;
}
// An order that came while the attempt was running is still to be carried out.
const updatePublished = statement<Omit<PublishedProperties, "captions"> & { captions: string }, never>(
  "media.update_published",
  (p) => sql`
    update media.assets set availability = 'available', error_reason = null, version = ${p.version}::uuid,
      percent = case when requested_at is distinct from attempt.ordered_at then 0 else 100 end,
      is_pending = requested_at is distinct from attempt.ordered_at,
      duration_ms = ${p.durationMs}::int, width = ${p.width}::int, height = ${p.height}::int, angles = ${p.angles}::text[],
      has_back = 'back' = any(${p.angles}::text[]), upright_angles = ${p.uprightAngles}::text[], upright_version = ${p.version}::uuid,
      captions = ${p.captions}::jsonb, poster = ${p.poster}, thumbnail = ${p.thumbnail}, source_bytes = ${p.sourceBytes}::bigint,
      stored_bytes = ${p.storedBytes}::bigint, available_at = ${p.now}::timestamptz
    from media.attempts as attempt where assets.id = ${p.id}::uuid and attempt.version = ${p.version}::uuid`,
);
const deleteRow = statement<{ id: string }, { poster: string | null; thumbnail: string | null }>(
  "media.delete_asset",
  (p) => sql`delete from media.assets where id = ${p.id}::uuid returning poster, thumbnail`,
);
const countImage = statement<{ name: string }, { uses: number }>(
  "media.count_picture",
  (p) => sql`select count(*) as uses from media.assets where poster = ${p.name} or thumbnail = ${p.name}`,
);

export const listAssets = (db: Db, ids: readonly string[]): Promise<AssetRow[]> =>
  db.many(selectAssets, { ids });
/** Inserts the row of a video that is not uploaded yet. */
export const insertAsset = async (
  db: Db,
  asset: { id: string; ownerKind: string; ownerId: string },
): Promise<void> => {
  await db.change(insertRequested, asset);
};
/** Inserts an asset's row, or resets one for another transcode; the published version stays until then. */
export const saveAssetOrdered = async (db: Db, id: string, order: object, now: Date): Promise<void> => {
  await db.change(upsertOrdered, { id, order: JSON.stringify(order), now });
};
/** Updates progress, unless the attempt was superseded. */
export const saveAssetPercent = async (
  db: Db,
  id: string,
  version: string,
  percent: number,
): Promise<void> => {
  await db.change(updatePercent, { id, version, percent });
};
export const saveAssetFailed = async (db: Db, id: string, reason: string): Promise<void> => {
  await db.change(updateFailed, { id, reason });
};
/** Makes a version the current one. */
export const saveAssetPublished = async (db: Db, asset: PublishedProperties): Promise<void> => {
  await db.change(updatePublished, { ...asset, captions: JSON.stringify(asset.captions) });
};
/** @returns the images of the asset; null if there was no such asset */
export const deleteAssetRow = (
  db: Db,
  id: string,
): Promise<{ poster: string | null; thumbnail: string | null } | null> => db.maybe(deleteRow, { id });
/** How many assets use an image. */
export const countImageUses = async (db: Db, name: string): Promise<number> =>
  (await db.one(countImage, { name })).uses;
