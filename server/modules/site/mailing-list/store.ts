import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

export interface MailingListRow {
  readonly id: string;
  readonly email: string;
  readonly locale: string;
}

const upsertRow = statement<MailingListRow & { now: Date }, { id: string }>(
  "site.join_mailing_list",
  (p) => sql`
    insert into site.mailing_list (id, email, locale, asked_at)
    values (${p.id}::uuid, ${p.email}, ${p.locale}, ${p.now}::timestamptz)
    on conflict (email) do update set locale = excluded.locale, asked_at = excluded.asked_at
    where mailing_list.confirmed_at is null
    returning id`,
);
/** Adds an address, or renews an unconfirmed one. @returns its id; null if it is confirmed */
export const joinRow = async (db: Db, row: MailingListRow & { now: Date }): Promise<string | null> =>
  (await db.many(upsertRow, row))[0]?.id ?? null;

const confirmStatement = statement<{ id: string; now: Date }, never>(
  "site.confirm_mailing_list",
  (p) => sql`
    update site.mailing_list set confirmed_at = coalesce(confirmed_at, ${p.now}::timestamptz)
    where id = ${p.id}::uuid`,
);
/** Idempotent. @returns false if the address isn't on the list */
export const confirmRow = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db.change(confirmStatement, { id, now })) === 1;

const lockOpening = statement<Record<string, never>, { isOpen: boolean }>(
  "site.lock_opening",
  () => sql`select opened_at is not null as "isOpen" from site.settings for share`,
);
/** Whether the studio is open. An opening waits for the end of this transaction. */
export const isOpenLocked = async (db: Db): Promise<boolean> => (await db.one(lockOpening, {})).isOpen;

const deleteStatement = statement<{ id: string }, never>(
  "site.leave_mailing_list",
  (p) => sql`delete from site.mailing_list where id = ${p.id}::uuid`,
);
/** Removes an address. Idempotent. */
export const deleteRow = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteStatement, { id });
};

const claim = statement<{ now: Date; limit: number }, MailingListRow>(
  "site.claim_unannounced",
  (p) => sql`
    update site.mailing_list set announced_at = ${p.now}::timestamptz where id in (
      select id from site.mailing_list where confirmed_at is not null and announced_at is null
      order by confirmed_at limit ${p.limit}::int for update skip locked)
    returning id, email, locale`,
);
/** Confirmed addresses that haven't been told of the opening; they count as told from the commit on. */
export const claimUnannounced = (db: Db, limit: number, now: Date): Promise<MailingListRow[]> =>
  db.many(claim, { limit, now });

const deleteUnconfirmedRows = statement<{ before: Date; limit: number }, never>(
  "site.delete_unconfirmed",
  (p) => sql`
    delete from site.mailing_list where id in (
      select id from site.mailing_list where confirmed_at is null and asked_at < ${p.before}::timestamptz
      order by asked_at limit ${p.limit}::int)`,
);
/** @returns how many were deleted */
export const deleteUnconfirmed = (db: Db, before: Date, limit: number): Promise<number> =>
  db.change(deleteUnconfirmedRows, { before, limit });

const countRows = statement<Record<string, never>, { count: number }>(
  "site.count_mailing_list",
  () => sql`select count(*)::int as count from site.mailing_list where confirmed_at is not null`,
);
export const countConfirmed = async (db: Db): Promise<number> => (await db.one(countRows, {})).count;

export interface ConfirmedRow extends MailingListRow {
  readonly confirmedAt: Date;
}
const listRows = statement<{ after: string | null; limit: number }, ConfirmedRow>(
  "site.list_mailing_list",
  (p) => sql`
    select id, email, locale, confirmed_at as "confirmedAt" from site.mailing_list
    where confirmed_at is not null and (${p.after}::uuid is null or id > ${p.after}::uuid)
    order by id limit ${p.limit}::int`,
);
/** Confirmed addresses by id. */
export const listConfirmed = (db: Db, after: string | null, limit: number): Promise<ConfirmedRow[]> =>
  db.many(listRows, { after, limit });
