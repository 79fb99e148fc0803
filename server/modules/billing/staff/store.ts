import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

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

/**
 * Inserts the key of an act. Waits for another transaction with the same key.
 * @returns false if the key exists
 */
export const insertStaffKey = async (db: Db, call: StaffKey & { inputHash: string }): Promise<boolean> =>
  (await db.change(insertKey, call)) > 0;

export const findStaffKey = (db: Db, call: StaffKey): Promise<{ inputHash: string } | null> =>
  db.maybe(selectKey, call);
