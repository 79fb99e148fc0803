import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { accountOfSql } from "../../identity/index.ts";

interface StaffKey {
  readonly accountId: string;
  readonly key: string;
}
const insertKey = statement<StaffKey & { inputHash: string }, never>(
  "billing.insert_staff_key",
  (p) => sql`
    insert into billing.idempotency_keys (account_id, key, input_hash, is_done, claimed_until)
    values (${p.accountId}::uuid, ${p.key}, ${p.inputHash}, true, now()) on conflict do nothing`,
);
const selectKey = statement<StaffKey, { inputHash: string }>(
  "billing.find_staff_key",
  (p) => sql`
    select input_hash as "inputHash" from billing.idempotency_keys
    where account_id = ${p.accountId}::uuid and key = ${p.key}`,
);
const selectHolder = statement<{ personId: string }, { accountId: string }>(
  "billing.find_account_holder",
  (p) => sql`select ${accountOfSql(p.personId)} as "accountId"`,
);
const insertFree = statement<{ accountId: string; provider: string; ref: string }, never>(
  "billing.insert_free_provider_customer",
  (p) => sql`
    insert into billing.provider_customers (account_id, provider, provider_ref)
    select ${p.accountId}::uuid, ${p.provider}, ${p.ref}
    where not exists (
      select from billing.provider_customers where provider = ${p.provider} and provider_ref = ${p.ref})
    on conflict do nothing`,
);

/** The account that a person's plan belongs to: their own, or that of the adult whose profile they are. */
export const findHolder = async (db: Db, personId: string): Promise<string> =>
  (await db.maybe(selectHolder, { personId }))?.accountId ?? personId;

/**
 * Inserts the key of an act. Waits for another transaction with the same key.
 * @returns false if the key exists
 */
export const insertStaffKey = async (db: Db, call: StaffKey & { inputHash: string }): Promise<boolean> =>
  (await db.change(insertKey, call)) > 0;

export const findStaffKey = (db: Db, call: StaffKey): Promise<{ inputHash: string } | null> =>
  db.maybe(selectKey, call);

/** Stores a customer id that no account has. @returns false if one has it, or if the account has another */
export const insertFreeCustomer = async (
  db: Db,
  customer: { accountId: string; provider: string; ref: string },
): Promise<boolean> => (await db.change(insertFree, customer)) > 0;
