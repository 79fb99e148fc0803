import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** What a mailed key is good for. */
export type KeyPurpose = "prove" | "reset" | "sign_in";

interface KeyRow {
  readonly hash: string;
  readonly purpose: KeyPurpose;
  readonly personId: string;
  readonly address: string;
  readonly expiresAt: Date;
}

const insertKeyRow = statement<KeyRow, never>(
  "identity.insert_mail_key",
  (p) => sql`
    insert into identity.mail_keys (hash, purpose, person_id, address, expires_at)
    values (${p.hash}, ${p.purpose}, ${p.personId}::uuid, ${p.address}, ${p.expiresAt}::timestamptz)`,
);
const takeKeyRow = statement<
  { hash: string; purpose: KeyPurpose; now: Date },
  { personId: string; address: string }
>(
  "identity.take_mail_key",
  (p) => sql`
    delete from identity.mail_keys
    where hash = ${p.hash} and purpose = ${p.purpose} and expires_at > ${p.now}::timestamptz
    returning person_id as "personId", address`,
);
const deleteKeyRows = statement<{ personId: string }, never>(
  "identity.delete_mail_keys",
  (p) => sql`delete from identity.mail_keys where person_id = ${p.personId}::uuid`,
);
const deleteEndedRows = statement<{ now: Date }, never>(
  "identity.delete_ended",
  (p) => sql`
    with keys as (delete from identity.mail_keys where expires_at <= ${p.now}::timestamptz),
      sessions as (delete from identity."session" where "expiresAt" <= ${p.now}::timestamptz)
    delete from identity."verification" where "expiresAt" <= ${p.now}::timestamptz`,
);

export const insertKey = async (db: Db, key: KeyRow): Promise<void> => {
  await db.change(insertKeyRow, key);
};

/** Spends a key: of two who bring it at once, one gets it. Null when it was spent, is over, or never was. */
export const takeKey = (
  db: Db,
  key: { hash: string; purpose: KeyPurpose; now: Date },
): Promise<{ personId: string; address: string } | null> => db.maybe(takeKeyRow, key);

/** Makes every key void that was mailed for a person. */
export const deleteKeys = async (db: Db, personId: string): Promise<void> => {
  await db.change(deleteKeyRows, { personId });
};

/** Deletes expired keys, sessions and verifications. */
export const deleteEnded = async (db: Db, now: Date): Promise<void> => {
  await db.change(deleteEndedRows, { now });
};
