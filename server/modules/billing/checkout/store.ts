import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";
import type { FailureCode } from "../rules/dunning.ts";

/** The record of a call with an idempotency key. */
export interface KeyRow {
  readonly inputHash: string;
  readonly subscriptionId: string;
  /** Why the call was refused; null if it was not refused or is undecided. */
  readonly refusal: FailureCode | null;
  readonly isDone: boolean;
  /** Whether a process is working on the call. */
  readonly isClaimed: boolean;
}

const select = statement<{ accountId: string; key: string }, KeyRow>(
  "billing.find_key",
  (p) => sql`
    select input_hash as "inputHash", subscription_id as "subscriptionId", refusal #>> '{}' as refusal, is_done as "isDone",
      claimed_until > now() as "isClaimed"
    from billing.idempotency_keys
    where account_id = ${p.accountId}::uuid and key = ${p.key} and subscription_id is not null`,
);
const insert = statement<
  { accountId: string; key: string; inputHash: string; subscriptionId: string; forMs: number },
  never
>(
  "billing.insert_key",
  (p) => sql`
    insert into billing.idempotency_keys (account_id, key, input_hash, subscription_id, claimed_until)
    values (${p.accountId}::uuid, ${p.key}, ${p.inputHash}, ${p.subscriptionId}::uuid, now() + ${p.forMs}::int * interval '1 millisecond')
    on conflict do nothing`,
);
const claim = statement<{ accountId: string; key: string; forMs: number }, never>(
  "billing.claim_key",
  (p) => sql`
    update billing.idempotency_keys set claimed_until = now() + ${p.forMs}::int * interval '1 millisecond'
    where account_id = ${p.accountId}::uuid and key = ${p.key} and not is_done and claimed_until <= now()`,
);
const release = statement<{ subscriptionId: string }, never>(
  "billing.release_key",
  (p) => sql`
    update billing.idempotency_keys set claimed_until = now() where subscription_id = ${p.subscriptionId}::uuid and not is_done`,
);
const finish = statement<{ subscriptionId: string; accountId: string; refusal: string | null }, never>(
  "billing.finish_key",
  (p) => sql`
    update billing.idempotency_keys set is_done = true, refusal = to_jsonb(${p.refusal}::text)
    where account_id = ${p.accountId}::uuid and subscription_id = ${p.subscriptionId}::uuid and not is_done`,
);
const deleteOld = statement<{ before: Date }, never>(
  "billing.delete_old_keys",
  (p) =>
    sql`delete from billing.idempotency_keys where ${oldest("billing.idempotency_keys", "created_at", p.before)}`,
);

export const findKey = (db: Db, accountId: string, key: string): Promise<KeyRow | null> =>
  db.maybe(select, { accountId, key });

/**
 * Inserts a key for a call.
 * @returns false if the key exists
 */
export const insertKey = async (
  db: Db,
  call: { accountId: string; key: string; inputHash: string; subscriptionId: string; forMs: number },
): Promise<boolean> => (await db.change(insert, call)) > 0;

/**
 * Claims an abandoned call.
 * @returns whether the claim succeeded
 */
export const claimKey = async (
  db: Db,
  call: { accountId: string; key: string; forMs: number },
): Promise<boolean> => (await db.change(claim, call)) > 0;

/** Releases the claim on a call so that a retry need not wait. */
export const releaseKey = async (db: Db, subscriptionId: string): Promise<void> => {
  await db.change(release, { subscriptionId });
};

/** Stores the final answer of a key. */
export const finishKey = async (
  db: Db,
  call: { subscriptionId: string; accountId: string; refusal: FailureCode | null },
): Promise<void> => {
  await db.change(finish, call);
};

/** Deletes keys of calls from before a moment. */
export const deleteKeysBefore = (db: Db, before: Date): Promise<void> =>
  deleteInBatches(db, deleteOld, { before });
