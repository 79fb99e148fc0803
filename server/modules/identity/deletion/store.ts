import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** An export of a person's data. */
export interface ExportRow {
  readonly id: string;
  readonly personId: string;
  readonly requestedAt: Date;
  /** Null while in progress. */
  readonly readyAt: Date | null;
  /** Bytes. */
  readonly size: number | null;
  readonly expiresAt: Date | null;
}

/** A requested account deletion. */
export interface AccountDeletionRow {
  readonly personId: string;
  readonly requestedAt: Date;
  readonly dueAt: Date;
}

const exportColumns = sql`
  id, person_id as "personId", requested_at as "requestedAt", ready_at as "readyAt", size::float8 as size, expires_at as "expiresAt"`;
const deletionColumns = sql`person_id as "personId", requested_at as "requestedAt", due_at as "dueAt"`;

const lockPersonRow = statement<{ personId: string }, { id: string }>(
  "identity.lock_leaving_person",
  (p) => sql`select id from identity."user" where id = ${p.personId}::uuid for update`,
);
const selectExport = statement<{ personId: string; now: Date; since: Date }, ExportRow>(
  "identity.find_export",
  (p) => sql`
    select ${exportColumns} from identity.exports
    where person_id = ${p.personId}::uuid and (expires_at > ${p.now}::timestamptz or (ready_at is null and requested_at > ${p.since}::timestamptz))
    order by requested_at desc limit 1`,
);
const selectExportById = statement<{ id: string }, ExportRow>(
  "identity.find_export_by_id",
  (p) => sql`select ${exportColumns} from identity.exports where id = ${p.id}::uuid`,
);
const insertExportRow = statement<{ id: string; personId: string; now: Date }, ExportRow>(
  "identity.insert_export",
  (p) => sql`
    insert into identity.exports (id, person_id, requested_at) values (${p.id}::uuid, ${p.personId}::uuid, ${p.now}::timestamptz)
    returning ${exportColumns}`,
);
const finishExportRow = statement<
  { id: string; size: number; now: Date; expiresAt: Date },
  { personId: string; name: string }
>(
  "identity.finish_export",
  (p) => sql`
    update identity.exports e set ready_at = ${p.now}::timestamptz, size = ${p.size}::bigint, expires_at = ${p.expiresAt}::timestamptz
    from identity."user" u where e.id = ${p.id}::uuid and e.ready_at is null and u.id = e.person_id
    returning u.id as "personId", u.name`,
);
const deleteExpired = statement<{ now: Date }, { id: string; personId: string }>(
  "identity.delete_expired_exports",
  (p) => sql`
    delete from identity.exports where expires_at <= ${p.now}::timestamptz returning id, person_id as "personId"`,
);
const selectAccountDeletion = statement<{ personId: string }, AccountDeletionRow>(
  "identity.find_leaving",
  (p) => sql`select ${deletionColumns} from identity.leavings where person_id = ${p.personId}::uuid`,
);
const insertAccountDeletionRow = statement<{ personId: string; now: Date; dueAt: Date }, AccountDeletionRow>(
  "identity.insert_leaving",
  (p) => sql`
    insert into identity.leavings (person_id, requested_at, due_at)
    values (${p.personId}::uuid, ${p.now}::timestamptz, ${p.dueAt}::timestamptz)
    on conflict (person_id) do nothing returning ${deletionColumns}`,
);
const deleteAccountDeletionRow = statement<{ personId: string }, AccountDeletionRow>(
  "identity.delete_leaving",
  (p) =>
    sql`delete from identity.leavings where person_id = ${p.personId}::uuid returning ${deletionColumns}`,
);
const selectDue = statement<{ now: Date }, { personId: string }>(
  "identity.list_due_leavings",
  (p) => sql`
    select person_id as "personId" from identity.leavings where due_at <= ${p.now}::timestamptz order by due_at limit 100`,
);
const selectPeople = statement<{ personId: string }, { id: string }>(
  "identity.list_people_of_account",
  (p) =>
    sql`select id from identity."user" where id = ${p.personId}::uuid or "accountId" = ${p.personId}::uuid limit 100`,
);
const deletePeople = statement<{ personId: string; now: Date }, { id: string }>(
  "identity.delete_people_of_account",
  (p) => sql`
    delete from identity."user" where (id = ${p.personId}::uuid or "accountId" = ${p.personId}::uuid)
      and exists (select from identity.leavings where person_id = ${p.personId}::uuid and due_at <= ${p.now}::timestamptz)
    returning id`,
);

const lockDue = statement<{ personId: string; now: Date }, { personId: string }>(
  "identity.lock_due_leaving",
  (p) => sql`
    select person_id as "personId" from identity.leavings
    where person_id = ${p.personId}::uuid and due_at <= ${p.now}::timestamptz for update`,
);

/** Locks a deletion until the transaction ends. False if it was canceled, or isn't due. */
export const lockDueDeletion = async (db: Db, asked: { personId: string; now: Date }): Promise<boolean> =>
  (await db.maybe(lockDue, asked)) !== null;

/** Locks the person until the transaction ends, so that concurrent requests run one by one. */
export const lockPersonOf = async (db: Db, personId: string): Promise<void> => {
  await db.maybe(lockPersonRow, { personId });
};

/** The finished export, or one in progress since `since`. */
export const findExport = (
  db: Db,
  asked: { personId: string; now: Date; since: Date },
): Promise<ExportRow | null> => db.maybe(selectExport, asked);

export const findExportById = (db: Db, id: string): Promise<ExportRow | null> =>
  db.maybe(selectExportById, { id });

export const insertExport = (db: Db, made: { id: string; personId: string; now: Date }): Promise<ExportRow> =>
  db.one(insertExportRow, made);

/** Null if already finished, or the person was deleted. */
export const finishExportOf = (
  db: Db,
  finished: { id: string; size: number; now: Date; expiresAt: Date },
): Promise<{ personId: string; name: string } | null> => db.maybe(finishExportRow, finished);

/**
 * Deletes expired exports.
 * @returns them, so that their files can be deleted
 */
export const deleteExpiredExports = (db: Db, now: Date): Promise<{ id: string; personId: string }[]> =>
  db.many(deleteExpired, { now });

export const findAccountDeletion = (db: Db, personId: string): Promise<AccountDeletionRow | null> =>
  db.maybe(selectAccountDeletion, { personId });

/** Null if already requested. */
export const insertAccountDeletion = (
  db: Db,
  leaving: { personId: string; now: Date; dueAt: Date },
): Promise<AccountDeletionRow | null> => db.maybe(insertAccountDeletionRow, leaving);

/** Null if there was none. */
export const deleteAccountDeletion = (db: Db, personId: string): Promise<AccountDeletionRow | null> =>
  db.maybe(deleteAccountDeletionRow, { personId });

/** Accounts due for deletion, earliest first; at most 100. */
export const listDueDeletions = async (db: Db, now: Date): Promise<string[]> =>
  (await db.many(selectDue, { now })).map(({ personId }) => personId);

/**
 * Deletes an account with its family if the deletion is still due.
 * @returns the ids of deleted people
 */
export const deletePeopleOf = async (db: Db, gone: { personId: string; now: Date }): Promise<string[]> =>
  (await db.many(deletePeople, gone)).map(({ id }) => id);

/** The account's own id and those of its family's profiles. */
export const listPeopleOf = async (db: Db, personId: string): Promise<string[]> =>
  (await db.many(selectPeople, { personId })).map(({ id }) => id);
