import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const selectOld = statement<{ before: Date; now: Date; limit: number }, { id: string }>(
  "identity.list_old_guests",
  (p) => sql`
    select u.id from identity."user" u
    where u."isAnonymous" and not u."hasActivity" and u."createdAt" < ${p.before}::timestamptz
      and not exists (select from identity."session" s where s."userId" = u.id and s."expiresAt" > ${p.now}::timestamptz)
    order by u."createdAt" limit ${p.limit}::int`,
);
const markRows = statement<{ ids: readonly string[] }, never>(
  "identity.mark_active_guests",
  (p) => sql`update identity."user" set "hasActivity" = true where id = any(${p.ids}::uuid[])`,
);
const lockRows = statement<{ ids: readonly string[]; now: Date }, { id: string }>(
  "identity.lock_idle_guests",
  (p) => sql`
    select u.id from identity."user" u
    where u.id = any(${p.ids}::uuid[]) and u."isAnonymous"
      and not exists (select from identity."session" s where s."userId" = u.id and s."expiresAt" > ${p.now}::timestamptz)
    order by u.id for update skip locked`,
);
const deleteRows = statement<{ ids: readonly string[] }, never>(
  "identity.delete_guests",
  (p) => sql`delete from identity."user" where id = any(${p.ids}::uuid[])`,
);

/** Guests created before a moment, without an active session or known activity, oldest first. */
export const listOldGuests = async (
  db: Db,
  asked: { before: Date; now: Date; limit: number },
): Promise<string[]> => (await db.many(selectOld, asked)).map(({ id }) => id);

/** Marks guests as active, so that they are kept. */
export const markActiveGuests = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db.change(markRows, { ids });
};

/**
 * Locks guests without an active session, except rows that are locked already.
 * @returns the locked ones
 */
export const lockIdleGuests = async (
  db: Db,
  guests: { ids: readonly string[]; now: Date },
): Promise<string[]> => (await db.many(lockRows, guests)).map(({ id }) => id);
export const deleteGuestRows = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db.change(deleteRows, { ids });
};
