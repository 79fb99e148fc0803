import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** An export of everything. */
export interface StudioExportRow {
  readonly id: string;
  readonly requestedAt: Date;
  /** Null while in progress. */
  readonly readyAt: Date | null;
  /** Bytes of the archive. */
  readonly size: number | null;
  readonly files: number | null;
  readonly expiresAt: Date | null;
}

const columns = sql`
  id, requested_at as "requestedAt", ready_at as "readyAt", size::float8 as size, files, expires_at as "expiresAt"`;

const lockRows = statement<{}, { locked: boolean }>(
  "studio.lock_exports",
  () => sql`select pg_advisory_xact_lock(hashtextextended('studio.exports', 0)) is null as locked`,
);
const selectNewest = statement<{ now: Date; since: Date }, StudioExportRow>(
  "studio.find_export",
  (p) => sql`
    select ${columns} from studio.exports
    where expires_at > ${p.now}::timestamptz or (ready_at is null and requested_at > ${p.since}::timestamptz)
    order by requested_at desc, id limit 1`,
);
const selectById = statement<{ id: string }, StudioExportRow>(
  "studio.find_export_by_id",
  (p) => sql`select ${columns} from studio.exports where id = ${p.id}::uuid`,
);
const insertRow = statement<{ id: string; now: Date }, StudioExportRow>(
  "studio.insert_export",
  (p) => sql`
    insert into studio.exports (id, requested_at) values (${p.id}::uuid, ${p.now}::timestamptz) returning ${columns}`,
);
const finishRow = statement<
  { id: string; size: number; files: number; now: Date; expiresAt: Date },
  { id: string }
>(
  "studio.finish_export",
  (p) => sql`
    update studio.exports set ready_at = ${p.now}::timestamptz, size = ${p.size}::bigint, files = ${p.files},
      expires_at = ${p.expiresAt}::timestamptz
    where id = ${p.id}::uuid and ready_at is null returning id`,
);
const deleteOldRows = statement<{ now: Date; since: Date }, { id: string }>(
  "studio.delete_old_exports",
  (p) => sql`
    delete from studio.exports
    where expires_at <= ${p.now}::timestamptz or (ready_at is null and requested_at <= ${p.since}::timestamptz) returning id`,
);

/** Serializes requests until the transaction ends: two admins at once make one export. */
export const lockExports = async (db: Db): Promise<void> => {
  await db.one(lockRows, {});
};
/** The newest export that is ready, or in progress since `since`. */
export const findStudioExport = (db: Db, at: { now: Date; since: Date }): Promise<StudioExportRow | null> =>
  db.maybe(selectNewest, at);
export const findStudioExportById = (db: Db, id: string): Promise<StudioExportRow | null> =>
  db.maybe(selectById, { id });
export const insertStudioExport = (db: Db, row: { id: string; now: Date }): Promise<StudioExportRow> =>
  db.one(insertRow, row);
/** @returns false if it was finished before, or deleted */
export const finishStudioExportRow = async (
  db: Db,
  made: { id: string; size: number; files: number; now: Date; expiresAt: Date },
): Promise<boolean> => (await db.maybe(finishRow, made)) !== null;
/** @returns the ids of expired and failed exports */
export const deleteOldStudioExports = async (db: Db, at: { now: Date; since: Date }): Promise<string[]> =>
  (await db.many(deleteOldRows, at)).map(({ id }) => id);
