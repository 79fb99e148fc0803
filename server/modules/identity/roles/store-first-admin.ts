import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const insertRow = statement<{ hash: Buffer; now: Date; expiresAt: Date }, never>(
  "identity.insert_first_admin_code",
  (p) => sql`
    with expired as (delete from identity.first_admin_codes where expires_at <= ${p.now}::timestamptz)
    insert into identity.first_admin_codes (code_hash, expires_at)
    values (${p.hash}::bytea, ${p.expiresAt}::timestamptz)`,
);
// The same order in all transactions, to avoid deadlocks.
const lockRows = statement<Record<string, never>, { hash: Buffer; expiresAt: Date }>(
  "identity.lock_first_admin_codes",
  () => sql`
    select code_hash as hash, expires_at as "expiresAt" from identity.first_admin_codes
    order by code_hash for update`,
);
const deleteRows = statement<Record<string, never>, never>(
  "identity.delete_first_admin_codes",
  () => sql`delete from identity.first_admin_codes`,
);
const selectAdmin = statement<Record<string, never>, { exists: boolean }>(
  "identity.has_admin",
  () => sql`select exists (select from identity."user" where role = 'admin') as exists`,
);

/** Stores a code's hash, and deletes expired ones. */
export const insertFirstAdminCode = async (
  db: Db,
  code: { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> => {
  await db.change(insertRow, code);
};

/** Locks all codes until the transaction ends: of two that are used at once, one waits. */
export const lockFirstAdminCodes = (db: Db): Promise<{ hash: Buffer; expiresAt: Date }[]> =>
  db.many(lockRows, {});

/** Voids all codes. */
export const deleteFirstAdminCodes = async (db: Db): Promise<void> => {
  await db.change(deleteRows, {});
};

export const hasAdmin = async (db: Db): Promise<boolean> => (await db.one(selectAdmin, {})).exists;
