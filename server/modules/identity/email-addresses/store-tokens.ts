import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";

/** The purpose of an email token. */
export type KeyPurpose = "prove" | "reset" | "sign_in";

interface KeyRow {
  readonly hash: string;
  readonly purpose: KeyPurpose;
  readonly address: string;
  readonly expiresAt: Date;
}

const insertKeyRow = statement<KeyRow, never>(
  "identity.insert_mail_key",
  (p) => sql`
    insert into identity.mail_keys (hash, purpose, address, expires_at)
    values (${p.hash}, ${p.purpose}, ${p.address}, ${p.expiresAt}::timestamptz)`,
);
const selectKey = statement<{ hash: string; now: Date }, { purpose: KeyPurpose; address: string }>(
  "identity.find_mail_key",
  (p) => sql`
    select purpose, address from identity.mail_keys
    where hash = ${p.hash} and expires_at > ${p.now}::timestamptz`,
);
const takeKeyRow = statement<{ hash: string; purpose: KeyPurpose; now: Date }, { address: string }>(
  "identity.take_mail_key",
  (p) => sql`
    delete from identity.mail_keys
    where hash = ${p.hash} and purpose = ${p.purpose} and expires_at > ${p.now}::timestamptz
    returning address`,
);
const deleteKeyRows = statement<
  { address: string; purposes: readonly KeyPurpose[]; now: Date },
  { isGood: boolean }
>(
  "identity.delete_mail_keys",
  (p) => sql`
    delete from identity.mail_keys where address = ${p.address} and purpose = any(${p.purposes}::text[])
    returning expires_at > ${p.now}::timestamptz as "isGood"`,
);
const deleteEndedKeys = statement<{ now: Date }, never>(
  "identity.delete_ended_mail_keys",
  (p) => sql`delete from identity.mail_keys where ${oldest("identity.mail_keys", "expires_at", p.now)}`,
);
const deleteEndedUpgrades = statement<{ now: Date }, never>(
  "identity.delete_ended_upgraded_sessions",
  (p) => sql`
    delete from identity.upgraded_sessions where ${oldest("identity.upgraded_sessions", "expires_at", p.now)}`,
);
const deleteEndedSessions = statement<{ now: Date }, never>(
  "identity.delete_ended_sessions",
  (p) => sql`delete from identity."session" where ${oldest("identity.session", "expiresAt", p.now)}`,
);
const deleteEndedVerifications = statement<{ now: Date }, never>(
  "identity.delete_ended_verifications",
  (p) =>
    sql`delete from identity."verification" where ${oldest("identity.verification", "expiresAt", p.now)}`,
);

export const insertKey = async (db: Db, key: KeyRow): Promise<void> => {
  await db.change(insertKeyRow, key);
};

/** Spends an email token: of two concurrent calls one gets it. Null if used, expired or unknown. */
export const takeKey = (
  db: Db,
  key: { hash: string; purpose: KeyPurpose; now: Date },
): Promise<{ address: string } | null> => db.maybe(takeKeyRow, key);

/** Null if the token was used, is expired or unknown. */
export const findKey = (
  db: Db,
  key: { hash: string; now: Date },
): Promise<{ purpose: KeyPurpose; address: string } | null> => db.maybe(selectKey, key);

/**
 * Deletes the email tokens of an address for these purposes.
 * @returns whether one of them was still valid
 */
export const deleteKeys = async (
  db: Db,
  voided: { address: string; purposes: readonly KeyPurpose[]; now: Date },
): Promise<boolean> => (await db.many(deleteKeyRows, voided)).some(({ isGood }) => isGood);

/** Deletes expired email tokens, sessions and verifications. */
export const deleteEnded = async (db: Db, now: Date): Promise<void> => {
  for (const ended of [deleteEndedKeys, deleteEndedUpgrades, deleteEndedSessions, deleteEndedVerifications])
    await deleteInBatches(db, ended, { now });
};
