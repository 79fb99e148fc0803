import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { SubscriptionProvider } from "../ports.ts";

/** A payment of a deleted account that its provider may still hold open. */
export interface OpenPayment {
  readonly id: string;
  readonly provider: SubscriptionProvider;
  readonly providerRef: string | null;
  readonly amount: number;
}

const selectCustomers = statement<{ accountId: string }, { provider: SubscriptionProvider; ref: string }>(
  "billing.list_provider_customers",
  (p) =>
    sql`
      select provider, provider_ref as ref from billing.provider_customers where account_id = ${p.accountId}::uuid
      union select provider, provider_ref from billing.merged_customers where account_id = ${p.accountId}::uuid`,
);
const deleteCustomer = statement<{ accountId: string; provider: string; ref: string }, never>(
  "billing.delete_provider_customer",
  (p) => sql`
    with merged as (delete from billing.merged_customers where provider = ${p.provider} and provider_ref = ${p.ref})
    delete from billing.provider_customers
    where account_id = ${p.accountId}::uuid and provider = ${p.provider} and provider_ref = ${p.ref}`,
);
const deleteMerged = statement<{ accountId: string }, never>(
  "billing.delete_merged_accounts",
  (p) => sql`delete from billing.merged_accounts where account_id = ${p.accountId}::uuid`,
);
const selectOpen = statement<{ accountId: string }, OpenPayment>(
  "billing.list_open_payments_of_account",
  (p) => sql`
    select id, provider, provider_ref as "providerRef", amount from billing.payments
    where account_id = ${p.accountId}::uuid and status in ('started', 'action_required')`,
);
const cancelPayment = statement<{ id: string; now: Date }, never>(
  "billing.cancel_payment",
  (p) => sql`
    update billing.payments set status = 'canceled', settled_at = ${p.now}
    where id = ${p.id}::uuid and status in ('started', 'action_required')`,
);
const selectOpenInvoices = statement<{ accountId: string }, { id: string }>(
  "billing.list_open_invoices",
  (p) => sql`
    select id from billing.invoices
    where account_id = ${p.accountId}::uuid and status in ('pending', 'posted', 'payment_due') order by id`,
);

/** Lists the provider customer ids of an account. */
export const listCustomers = (
  db: Db,
  accountId: string,
): Promise<{ provider: SubscriptionProvider; ref: string }[]> => db.many(selectCustomers, { accountId });

export const removeCustomer = async (
  db: Db,
  customer: { accountId: string; provider: string; ref: string },
): Promise<void> => {
  await db.change(deleteCustomer, customer);
};

/** Forgets the ids of accounts that had become part of a deleted one. */
export const forgetMergedAccounts = async (db: Db, accountId: string): Promise<void> => {
  await db.change(deleteMerged, { accountId });
};

export const listOpenOfAccount = (db: Db, accountId: string): Promise<OpenPayment[]> =>
  db.many(selectOpen, { accountId });

export const markCanceled = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.change(cancelPayment, { id, now });
};

/** The ids of an account's invoices that aren't paid, drafts included. */
export const listOpenInvoices = async (db: Db, accountId: string): Promise<string[]> =>
  (await db.many(selectOpenInvoices, { accountId })).map(({ id }) => id);
