import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { MethodRow } from "./store.ts";

/** A payment method that has worked, here or at the service it was taken over from, and wasn't removed. */
export interface StoredMethodRow extends MethodRow {
  /** Region of its billing address; null if unknown or irrelevant. */
  readonly region: string | null;
  /** Whether the account's running subscription is paid by it. What was bought alone is paid for. */
  readonly isDefault: boolean;
}

const selectStored = statement<{ accountId: string }, StoredMethodRow>(
  "billing.list_stored_methods",
  // A card that was added twice is one method; the default goes first.
  (p) => sql`
    with live as (select payment_method_id from billing.subscriptions where person_id = ${p.accountId}::uuid
        and opens_id is null and status in ('future', 'in_trial', 'active', 'non_renewing', 'paused')),
    stored as (select distinct on (method.provider, method.type, method.brand, method.last4, method.exp_month, method.exp_year)
        method.*, method.id in (select payment_method_id from live where payment_method_id is not null) as is_default
      from billing.payment_methods as method
      where method.account_id = ${p.accountId}::uuid and method.removed_at is null
        and (exists (select from billing.payments where payments.payment_method_id = method.id and payments.status = 'succeeded')
          or exists (select from billing.takeovers where takeovers.payment_method_id = method.id))
      order by method.provider, method.type, method.brand, method.last4, method.exp_month, method.exp_year, is_default desc, method.created_at desc)
    select id, account_id as "accountId", provider, provider_ref as "providerRef", type, brand, last4, exp_month as "expMonth",
      exp_year as "expYear", region, is_default as "isDefault"
    from stored order by is_default desc, created_at desc`,
);
const removeRow = statement<{ id: string; now: Date }, { id: string }>(
  "billing.remove_stored_method",
  (p) => sql`
    update billing.payment_methods as method set removed_at = ${p.now} from billing.payment_methods as one
    where one.id = ${p.id}::uuid and method.account_id = one.account_id and method.provider = one.provider and method.type = one.type
      and method.brand is not distinct from one.brand and method.last4 is not distinct from one.last4
      and method.exp_month is not distinct from one.exp_month and method.exp_year is not distinct from one.exp_year
      and method.removed_at is null
    returning method.id`,
);
const retireRow = statement<{ id: string; now: Date }, never>(
  "billing.retire_payment_method",
  (p) => sql`
    update billing.payment_methods set removed_at = ${p.now} where id = ${p.id}::uuid and removed_at is null`,
);
/** A removed payment method that the provider still holds. */
export type DetachableMethod = Pick<MethodRow, "id" | "provider" | "providerRef">;

const detachable = sql`
  select method.id, method.provider, method.provider_ref as "providerRef" from billing.payment_methods as method`;
// Copies of one method share its reference: one that is stored, pays, or is being paid with keeps it.
const isDetachable = sql`
    method.removed_at is not null and method.detached_at is null
      and not exists (select from billing.payment_methods as copy where copy.account_id = method.account_id
        and copy.provider = method.provider and copy.provider_ref = method.provider_ref and (copy.removed_at is null
          or exists (select from billing.subscriptions where person_id = copy.account_id and payment_method_id = copy.id
            and (opens_id is null or status = 'pending')
            and status in ('pending', 'future', 'in_trial', 'active', 'non_renewing', 'paused'))
          or exists (select from billing.payments where account_id = copy.account_id and payment_method_id = copy.id
            and status in ('started', 'action_required'))))`;
const selectDetachable = statement<{ id: string }, DetachableMethod>(
  "billing.find_detachable_method",
  (p) => sql`${detachable} where method.id = ${p.id}::uuid and ${isDetachable}`,
);
const selectAllDetachable = statement<{ providers: readonly string[]; max: number }, DetachableMethod>(
  "billing.list_detachable_methods",
  // In no order, so that some that always fail don't keep the rest waiting.
  (p) => sql`
    ${detachable} where method.provider = any(${p.providers}::text[]) and ${isDetachable} order by random() limit ${p.max}::int`,
);
const markDetachedRow = statement<{ id: string; now: Date }, never>(
  "billing.mark_method_detached",
  (p) => sql`update billing.payment_methods set detached_at = ${p.now} where id = ${p.id}::uuid`,
);
const restoreRow = statement<{ id: string }, never>(
  "billing.restore_payment_method",
  (p) => sql`
    update billing.payment_methods set removed_at = null where id = ${p.id}::uuid and removed_at is not null and detached_at is null`,
);

/** The account's payment methods, the default first. */
export const listStoredMethods = (db: Db, accountId: string): Promise<StoredMethodRow[]> =>
  db.many(selectStored, { accountId });

/** Removes a payment method, with every copy of it. @returns the ids of the copies */
export const removeStoredMethod = async (db: Db, id: string, now: Date): Promise<string[]> =>
  (await db.many(removeRow, { id, now })).map((row) => row.id);

/** Removes a payment method that paid a purchase once, and no copy of it. */
export const retireMethod = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.change(retireRow, { id, now });
};

/** A removed payment method that nothing is paid with any more; null if there is none. */
export const findDetachableMethod = (db: Db, id: string): Promise<DetachableMethod | null> =>
  db.maybe(selectDetachable, { id });

/** Some removed payment methods that nothing is paid with any more, and that one of these providers still holds. */
export const listDetachableMethods = (
  db: Db,
  query: { providers: readonly string[]; max: number },
): Promise<DetachableMethod[]> => db.many(selectAllDetachable, query);

export const markMethodDetached = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.change(markDetachedRow, { id, now });
};

/** Lists a removed payment method again: a payment that was under way made it the one that pays. */
export const restoreMethod = async (db: Db, id: string): Promise<void> => {
  await db.change(restoreRow, { id });
};
