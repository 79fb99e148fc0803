import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const deletePasskeyRows = statement<{ personId: string }, { id: string }>(
  "identity.delete_passkeys",
  (p) => sql`delete from identity."passkey" where "userId" = ${p.personId}::uuid returning id`,
);
const deleteProviderRows = statement<{ personId: string }, { id: string }>(
  "identity.delete_links",
  (p) => sql`
    delete from identity."account" where "userId" = ${p.personId}::uuid and "providerId" <> 'credential' returning id`,
);

/**
 * Deletes all passkeys of an account.
 * @returns their number
 */
export const deletePasskeys = async (db: Db, personId: string): Promise<number> =>
  (await db.many(deletePasskeyRows, { personId })).length;

/**
 * Unlinks all accounts at providers.
 * @returns their number
 */
export const deleteProviderLinks = async (db: Db, personId: string): Promise<number> =>
  (await db.many(deleteProviderRows, { personId })).length;
