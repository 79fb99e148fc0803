import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { HeldRefs, HeldSubscription } from "../held-ports.ts";
import type { SubscriptionProvider } from "../ports.ts";

/** What is known of a running subscription's terms. */
type Terms = Pick<HeldSubscription, "renews" | "isTrial" | "termStartsAt" | "termEndsAt" | "anchorAt">;

/** A subscription of a provider that becomes, or became, ours. */
export interface TakeoverRow extends Terms {
  readonly subscriptionId: string;
  readonly provider: SubscriptionProvider;
  readonly providerRef: string;
  readonly priceRef: string;
  /** What the person paid for a term there, tax included, in minor units. */
  readonly amount: number;
  readonly paymentMethodId: string;
  /** Null while the provider's own may still run. */
  readonly begunAt: Date | null;
}

const insert = statement<Omit<TakeoverRow, "begunAt">, never>(
  "billing.insert_takeover",
  (p) => sql`
    insert into billing.takeovers (subscription_id, provider, provider_ref, price_ref, amount, payment_method_id, renews, is_trial,
      term_starts_at, term_ends_at, anchor_at)
    values (${p.subscriptionId}::uuid, ${p.provider}, ${p.providerRef}, ${p.priceRef}, ${p.amount}, ${p.paymentMethodId}::uuid, ${p.renews},
      ${p.isTrial}, ${p.termStartsAt}, ${p.termEndsAt}, ${p.anchorAt})`,
);
const select = statement<{ subscriptionId: string }, TakeoverRow>(
  "billing.find_takeover",
  (p) => sql`
    select subscription_id as "subscriptionId", provider, provider_ref as "providerRef", price_ref as "priceRef", amount,
      payment_method_id as "paymentMethodId", renews, is_trial as "isTrial", term_starts_at as "termStartsAt", term_ends_at as "termEndsAt",
      anchor_at as "anchorAt", begun_at as "begunAt"
    from billing.takeovers where subscription_id = ${p.subscriptionId}::uuid`,
);
const update = statement<Terms & { subscriptionId: string }, never>(
  "billing.save_takeover_terms",
  (p) => sql`
    update billing.takeovers set renews = ${p.renews}, is_trial = ${p.isTrial}, term_starts_at = ${p.termStartsAt},
      term_ends_at = ${p.termEndsAt}, anchor_at = ${p.anchorAt}
    where subscription_id = ${p.subscriptionId}::uuid and begun_at is null`,
);
const updateBegun = statement<{ subscriptionId: string; now: Date }, never>(
  "billing.save_takeover_begun",
  (p) => sql`
    update billing.takeovers set begun_at = ${p.now} where subscription_id = ${p.subscriptionId}::uuid and begun_at is null`,
);
const remove = statement<{ subscriptionId: string }, never>(
  "billing.delete_takeover",
  (p) => sql`
    delete from billing.takeovers where subscription_id = ${p.subscriptionId}::uuid and begun_at is null`,
);
const selectTaken = statement<HeldRefs & { provider: string }, { isTaken: boolean }>(
  "billing.find_customer_taken",
  (p) => sql`
    select exists (select from billing.provider_customers where provider = ${p.provider} and provider_ref = ${p.customer})
      or exists (select from billing.merged_customers where provider = ${p.provider} and provider_ref = ${p.customer})
      or exists (select from billing.takeovers where provider = ${p.provider} and provider_ref = ${p.subscription}) as "isTaken"`,
);

export const insertTakeover = async (db: Db, row: Omit<TakeoverRow, "begunAt">): Promise<void> => {
  await db.change(insert, row);
};
export const findTakeover = (db: Db, subscriptionId: string): Promise<TakeoverRow | null> =>
  db.maybe(select, { subscriptionId });
/** Saves the terms that the provider's own has now, as long as ours hasn't begun. */
export const saveTakeoverTerms = async (db: Db, subscriptionId: string, terms: Terms): Promise<void> => {
  const { renews, isTrial, termStartsAt, termEndsAt, anchorAt } = terms;
  await db.change(update, { subscriptionId, renews, isTrial, termStartsAt, termEndsAt, anchorAt });
};
/** @returns false if it had begun */
export const saveTakeoverBegun = async (db: Db, subscriptionId: string, now: Date): Promise<boolean> =>
  (await db.change(updateBegun, { subscriptionId, now })) > 0;
/** Forgets one that didn't begin. */
export const deleteTakeover = async (db: Db, subscriptionId: string): Promise<void> => {
  await db.change(remove, { subscriptionId });
};
/** Whether an account here has a provider's customer or subscription. */
export const isCustomerTaken = async (db: Db, provider: string, refs: HeldRefs): Promise<boolean> =>
  (await db.one(selectTaken, { provider, customer: refs.customer, subscription: refs.subscription })).isTaken;
