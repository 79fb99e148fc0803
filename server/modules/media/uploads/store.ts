import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Upload of a file. */
export interface UploadRow {
  readonly assetId: string;
  /** A member's video, or a source video of a class. */
  readonly purpose: "video" | "film";
  readonly personId: string;
  readonly sizeBytes: number;
  /** Milliseconds of the source. Defaults if null: its start, its end, a third of it. */
  readonly trimStartMs: number | null;
  readonly trimEndMs: number | null;
  readonly coverAtMs: number | null;
  readonly requestedAt: Date;
  /** When a request last sent bytes, or the ticket was issued. */
  readonly activeAt: Date;
  /** Whether its file is in the store, or in `DATA_DIR/uploads`. */
  readonly isInStore: boolean;
  /** Of the unfinished object in the store; null before the first byte. */
  readonly multipartId: string | null;
  /** Bytes in the store. */
  readonly receivedBytes: number;
  /** When the last byte was received. */
  readonly receivedAt: Date | null;
  readonly endedAt: Date | null;
}

/** A person's uploads in progress and stored bytes. */
export interface UploadUse {
  readonly underWay: number;
  readonly lastDay: number;
  readonly bytes: number;
}

const columns = sql`asset_id as "assetId", purpose, person_id as "personId", size_bytes as "sizeBytes", trim_start_ms as "trimStartMs",
  trim_end_ms as "trimEndMs", cover_at_ms as "coverAtMs", requested_at as "requestedAt", received_at as "receivedAt", ended_at as "endedAt",
  active_at as "activeAt", in_store as "isInStore", multipart_id as "multipartId", received_bytes as "receivedBytes"`;

const lockPerson = statement<{ personId: string }, { locked: unknown }>(
  "media.lock_uploads",
  (p) => sql`select pg_advisory_xact_lock(hashtextextended(${p.personId}, 5)) is null as locked`,
);
const selectUse = statement<{ personId: string; since: Date }, UploadUse>(
  "media.find_upload_use",
  (p) => sql`
    select count(*) filter (where ended_at is null and failed_at is null) as "underWay",
      count(*) filter (where requested_at > ${p.since}::timestamptz) as "lastDay",
      coalesce(sum(size_bytes) filter (where ended_at is null), 0)::bigint + (
        select coalesce(sum(stored_bytes), 0)::bigint from media.assets where owner_kind = 'upload' and owner_id = ${p.personId}::uuid
      ) as bytes
    from media.uploads where purpose = 'video' and person_id = ${p.personId}::uuid and (ended_at is null or requested_at > ${p.since}::timestamptz)`,
);
type NewUploadRow = Pick<
  UploadRow,
  "assetId" | "purpose" | "personId" | "sizeBytes" | "trimStartMs" | "trimEndMs" | "coverAtMs" | "isInStore"
> & { readonly fileName: string; readonly now: Date };
const insert = statement<NewUploadRow, never>(
  "media.insert_upload",
  (p) => sql`
    insert into media.uploads (asset_id, purpose, person_id, file_name, size_bytes, trim_start_ms, trim_end_ms, cover_at_ms, in_store, requested_at, active_at)
    values (${p.assetId}::uuid, ${p.purpose}, ${p.personId}::uuid, ${p.fileName}, ${p.sizeBytes}::bigint, ${p.trimStartMs}::int, ${p.trimEndMs}::int,
      ${p.coverAtMs}::int, ${p.isInStore}::boolean, ${p.now}::timestamptz, ${p.now}::timestamptz)`,
);
const select = statement<{ assetId: string }, UploadRow>(
  "media.find_upload",
  (p) => sql`select ${columns} from media.uploads where asset_id = ${p.assetId}::uuid`,
);
const updateReceived = statement<{ assetId: string; now: Date }, never>(
  "media.receive_upload",
  (p) => sql`
    with received as (
      update media.uploads set received_at = ${p.now}::timestamptz
      where asset_id = ${p.assetId}::uuid and received_at is null and ended_at is null returning asset_id
    )
    update media.assets set availability = 'uploaded' from received where assets.id = received.asset_id and availability = 'requested'`,
);
const updateInspected = statement<{ assetId: string; now: Date }, never>(
  "media.inspect_upload",
  (p) => sql`
    with inspected as (
      update media.uploads set inspected_at = ${p.now}::timestamptz, failed_at = null
      where asset_id = ${p.assetId}::uuid and inspected_at is null and ended_at is null returning asset_id
    )
    update media.assets set availability = 'uploaded', error_reason = null from inspected where assets.id = inspected.asset_id`,
);
const updateFailed = statement<{ assetId: string; now: Date }, never>(
  "media.fail_upload",
  (p) => sql`
    update media.uploads set failed_at = ${p.now}::timestamptz
    where asset_id = ${p.assetId}::uuid and ended_at is null and failed_at is null`,
);
const updateRetried = statement<{ assetId: string }, never>(
  "media.retry_upload",
  (p) => sql`update media.uploads set failed_at = null where asset_id = ${p.assetId}::uuid`,
);
const selectFailed = statement<{ before: Date }, { assetId: string }>(
  "media.list_failed_uploads",
  (p) => sql`
    select asset_id as "assetId" from media.uploads
    where purpose = 'video' and ended_at is null and failed_at < ${p.before}::timestamptz order by failed_at limit 1000`,
);
const updateEnded = statement<{ assetId: string; now: Date }, never>(
  "media.end_upload",
  (p) => sql`
    update media.uploads set ended_at = ${p.now}::timestamptz where asset_id = ${p.assetId}::uuid and ended_at is null`,
);
const updateReopened = statement<{ assetId: string }, never>(
  "media.reopen_upload",
  (p) =>
    sql`update media.uploads set ended_at = null where asset_id = ${p.assetId}::uuid and purpose = 'film'`,
);
const selectUnreceived = statement<Record<string, never>, UploadRow>(
  "media.list_unreceived_uploads",
  () => sql`
    select ${columns} from media.uploads where ended_at is null and received_at is null order by requested_at limit 1000`,
);
const selectUninspected = statement<{ before: Date }, { assetId: string }>(
  "media.list_uninspected_uploads",
  (p) => sql`
    select uploads.asset_id as "assetId" from media.uploads join media.assets on assets.id = uploads.asset_id
    where uploads.ended_at is null and uploads.received_at < ${p.before}::timestamptz
      and uploads.inspected_at is null and assets.transcode_order is null and assets.availability = 'uploaded'
      and not exists (
        select from graphile_worker.jobs
        where jobs.key = 'inspect-' || uploads.asset_id and (jobs.attempts < jobs.max_attempts or jobs.locked_at is not null)
      )
    order by uploads.requested_at limit 100`,
);
const updateStored = statement<
  { assetId: string; holder: string; multipartId: string | null; receivedBytes: number; now: Date },
  never
>(
  "media.save_upload_bytes",
  (p) => sql`
    update media.uploads set multipart_id = ${p.multipartId}, received_bytes = ${p.receivedBytes}::bigint, active_at = ${p.now}::timestamptz
    where asset_id = ${p.assetId}::uuid and locked_by = ${p.holder}::uuid and received_at is null`,
);
const touch = statement<{ assetId: string; now: Date }, never>(
  "media.touch_upload",
  (p) => sql`update media.uploads set active_at = ${p.now}::timestamptz where asset_id = ${p.assetId}::uuid`,
);
const selectReceivedOnDisk = statement<{ ids: readonly string[] }, { assetId: string }>(
  "media.list_received_uploads_on_disk",
  (p) => sql`
    select asset_id as "assetId" from media.uploads
    where asset_id = any(${p.ids}::uuid[]) and received_at is not null and not in_store`,
);
// What the disk has of an upload in progress can't go on in the store.
const updateInStore = statement<Record<string, never>, never>(
  "media.move_uploads_to_store",
  () =>
    sql`update media.uploads set in_store = true, multipart_id = null, received_bytes = 0 where not in_store`,
);
const selectReceived = statement<{ ids: readonly string[] }, { id: string; receivedAt: Date }>(
  "media.list_received_uploads",
  (p) => sql`
    select asset_id as id, received_at as "receivedAt" from media.uploads
    where asset_id = any(${p.ids}::uuid[]) and received_at is not null`,
);
const deleteOld = statement<{ before: Date; sourceVideosBefore: Date }, never>(
  "media.delete_old_uploads",
  (p) => sql`
    delete from media.uploads
    where ended_at < ${p.before}::timestamptz and (purpose <> 'film' or ended_at < ${p.sourceVideosBefore}::timestamptz)`,
);
const selectByOwner = statement<{ personId: string }, { id: string }>(
  "media.list_uploads_of",
  (p) => sql`select id from media.assets where owner_kind = 'upload' and owner_id = ${p.personId}::uuid`,
);

/** Serializes uploads of the same person until the transaction ends. */
export const lockUploads = async (db: Db, personId: string): Promise<void> => {
  await db.many(lockPerson, { personId });
};
const moveAll = statement<{ from: string; into: string }, never>(
  "media.move_uploads",
  (p) => sql`
    with sent as (update media.uploads set person_id = ${p.into}::uuid where person_id = ${p.from}::uuid)
    update media.assets set owner_id = ${p.into}::uuid where owner_kind = 'upload' and owner_id = ${p.from}::uuid`,
);

/** @param since a day ago */
export const findUploadUse = (db: Db, personId: string, since: Date): Promise<UploadUse> =>
  db.one(selectUse, { personId, since });
export const insertUpload = async (db: Db, upload: NewUploadRow): Promise<void> => {
  await db.change(insert, upload);
};
export const findUpload = (db: Db, assetId: string): Promise<UploadRow | null> =>
  db.maybe(select, { assetId });
/** @returns whether it was the first time */
export const saveUploadReceived = async (db: Db, assetId: string, now: Date): Promise<boolean> =>
  (await db.change(updateReceived, { assetId, now })) > 0;
/** @returns whether it was the first time for an upload that hasn't ended */
export const saveUploadInspected = async (db: Db, assetId: string, now: Date): Promise<boolean> =>
  (await db.change(updateInspected, { assetId, now })) > 0;
/** Records that we couldn't process an upload, whose file stays for staff to retry it. */
export const saveUploadFailed = async (db: Db, assetId: string, now: Date): Promise<void> => {
  await db.change(updateFailed, { assetId, now });
};
/** Undoes `saveUploadFailed`. */
export const saveUploadRetried = async (db: Db, assetId: string): Promise<void> => {
  await db.change(updateRetried, { assetId });
};
/** Members' videos that we couldn't process, since a moment; the oldest first. */
export const listFailedUploads = async (db: Db, before: Date): Promise<string[]> =>
  (await db.many(selectFailed, { before })).map(({ assetId }) => assetId);
export const saveUploadEnded = async (db: Db, assetId: string, now: Date): Promise<boolean> =>
  (await db.change(updateEnded, { assetId, now })) > 0;
/** Undoes `saveUploadEnded` of a source video. */
export const saveUploadReopened = async (db: Db, assetId: string): Promise<void> => {
  await db.change(updateReopened, { assetId });
};
/** Uploads whose last byte wasn't received or wasn't recorded; the oldest first. */
export const listUnreceived = (db: Db): Promise<UploadRow[]> => db.many(selectUnreceived, {});
/** Uploads received before a moment and never inspected. */
export const listUninspected = async (db: Db, before: Date): Promise<string[]> =>
  (await db.many(selectUninspected, { before })).map(({ assetId }) => assetId);
/** Deletes the rows of ended uploads. @param sourceVideosBefore for source videos, which may be used again */
export const deleteOldUploads = (db: Db, before: Date, sourceVideosBefore: Date): Promise<number> =>
  db.change(deleteOld, { before, sourceVideosBefore });
/** Transfers the uploads of one person to another. */
export const moveUploads = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveAll, people);
};
/** All assets that a person has uploaded. */
export const listAssetsOf = async (db: Db, personId: string): Promise<string[]> =>
  (await db.many(selectByOwner, { personId })).map(({ id }) => id);
/**
 * Saves how many bytes the store has.
 * @param stored.holder of the upload's lock
 * @returns false if the lock was lost or the upload is complete
 */
export const saveUploadBytes = async (
  db: Db,
  stored: { assetId: string; holder: string; multipartId: string | null; receivedBytes: number; now: Date },
): Promise<boolean> => (await db.change(updateStored, stored)) > 0;
/** Those of some uploads that are complete, and on the disk. */
export const listReceivedOnDisk = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await db.many(selectReceivedOnDisk, { ids })).map(({ assetId }) => assetId);
/** Records that all uploads are in the store from now on; those in progress start over. @returns how many changed */
export const saveUploadsInStore = (db: Db): Promise<number> => db.change(updateInStore, {});
/** When uploads were complete, of those that are. */
export const listReceived = (db: Db, ids: readonly string[]): Promise<{ id: string; receivedAt: Date }[]> =>
  db.many(selectReceived, { ids });
/** Records that a request sends bytes. */
export const touchUpload = async (db: Db, assetId: string, now: Date): Promise<void> => {
  await db.change(touch, { assetId, now });
};
