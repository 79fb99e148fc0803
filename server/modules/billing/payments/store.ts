import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { PaymentPurpose } from "../rules/states.ts";
import type { GatewayMethod, PaymentMethodType, SubscriptionProvider } from "../ports.ts";

export type { PaymentPurpose } from "../rules/states.ts";
export type PaymentStatus = "started" | "action_required" | "succeeded" | "failed" | "canceled";

/**
 * An attempt to charge, or to store a payment method without a charge. Its id is the idempotency key at the
 * gateway.
 */
export interface PaymentRow {
  readonly id: string;
  readonly invoiceId: string | null;
  readonly subscriptionId: string;
  readonly accountId: string;
  readonly provider: SubscriptionProvider;
  readonly kind: "charge" | "setup";
  readonly purpose: PaymentPurpose;
  readonly attempt: number;
  readonly paymentMethodId: string | null;
  readonly amount: number;
  readonly currencyCode: string;
  readonly status: PaymentStatus;
  readonly providerRef: string | null;
  readonly failureCode: string | null;
  /** Whether the person is present to confirm with their bank. */
  readonly isOnSession: boolean;
  readonly settledAt: Date | null;
  readonly createdAt: Date;
  /** The gateway's reference for the payment method to charge. */
  readonly source: string | null;
  readonly type: PaymentMethodType | null;
  /** The provider's customer that keeps the method, if it isn't the account's own. */
  readonly customer: string | null;
  /** Region of the method's billing address; null if unknown or irrelevant. */
  readonly region: string | null;
}

/** A stored payment method of an account. */
export interface MethodRow {
  readonly id: string;
  readonly accountId: string;
  readonly provider: SubscriptionProvider;
  readonly providerRef: string;
  readonly type: PaymentMethodType;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
}

const columns = sql`
  payments.id, payments.invoice_id as "invoiceId", payments.subscription_id as "subscriptionId", payments.account_id as "accountId",
  payments.provider, payments.kind, payments.purpose, payments.attempt, payments.payment_method_id as "paymentMethodId",
  payments.amount, payments.currency_code as "currencyCode", payments.status, payments.provider_ref as "providerRef",
  payments.failure_code as "failureCode", payments.is_on_session as "isOnSession", payments.settled_at as "settledAt",
  payments.created_at as "createdAt", payment_methods.provider_ref as source, payment_methods.type, payment_methods.region,
  payment_methods.customer_ref as customer`;
const withMethod = sql`left join billing.payment_methods on payment_methods.id = payments.payment_method_id`;

const insertRow = statement<
  {
    id: string;
    invoiceId: string | null;
    subscriptionId: string;
    accountId: string;
    provider: string;
    kind: string;
    purpose: string;
    paymentMethodId: string | null;
    amount: number;
    currencyCode: string;
    isOnSession: boolean;
    now: Date;
  },
  PaymentRow
>(
  "billing.insert_payment",
  (p) => sql`
    with payments as (insert into billing.payments (id, invoice_id, subscription_id, account_id, provider, kind, purpose, attempt, payment_method_id,
      amount, currency_code, is_on_session, status, created_at)
    values (${p.id}::uuid, ${p.invoiceId}::uuid, ${p.subscriptionId}::uuid, ${p.accountId}::uuid, ${p.provider}, ${p.kind}, ${p.purpose},
      (select coalesce(max(attempt), 0) + 1 from billing.payments
        where subscription_id = ${p.subscriptionId}::uuid and invoice_id is not distinct from ${p.invoiceId}::uuid),
      ${p.paymentMethodId}::uuid, ${p.amount}, ${p.currencyCode}, ${p.isOnSession}, 'started', ${p.now})
      returning *)
    select ${columns} from payments ${withMethod}`,
);
const selectById = statement<{ id: string }, PaymentRow>(
  "billing.find_payment",
  (p) => sql`select ${columns} from billing.payments ${withMethod} where payments.id = ${p.id}::uuid`,
);
const selectForChange = statement<{ id: string }, PaymentRow>(
  "billing.lock_payment",
  // Locks before the join, so that the join sees the payment method current at the time of the lock.
  (p) => sql`
    with payments as materialized (select * from billing.payments where id = ${p.id}::uuid for update)
    select ${columns} from payments ${withMethod}`,
);
const selectByRef = statement<{ provider: string; ref: string }, PaymentRow>(
  "billing.find_payment_by_ref",
  (p) => sql`
    select ${columns} from billing.payments ${withMethod}
    where payments.provider = ${p.provider} and payments.provider_ref = ${p.ref}
    order by payments.status = 'canceled' limit 1`,
);
const selectLatest = statement<{ subscriptionId: string }, PaymentRow>(
  "billing.find_latest_payment",
  (p) => sql`
    select ${columns} from billing.payments ${withMethod} where payments.subscription_id = ${p.subscriptionId}::uuid
    order by payments.created_at desc, payments.attempt desc limit 1`,
);
const selectOpen = statement<{ subscriptionId: string }, PaymentRow>(
  "billing.list_open_payments",
  (p) => sql`
    select ${columns} from billing.payments ${withMethod}
    where payments.subscription_id = ${p.subscriptionId}::uuid and payments.status in ('started', 'action_required')
    order by payments.created_at`,
);
const selectOpenOnes = statement<
  { subscriptionId: string },
  {
    paymentId: string | null;
    purpose: PaymentRow["purpose"] | null;
    status: PaymentRow["status"] | null;
    invoiceId: string | null;
    amountDue: number | null;
  }
>(
  "billing.find_what_is_open",
  (p) => sql`
    select payment.id as "paymentId", payment.purpose, payment.status, invoice.id as "invoiceId", invoice.amount_due as "amountDue"
    from (select) as one
    left join lateral (select id, purpose, status from billing.payments
      where subscription_id = ${p.subscriptionId}::uuid and status in ('started', 'action_required')
      order by created_at limit 1) as payment on true
    left join lateral (select id, amount_due from billing.invoices
      where subscription_id = ${p.subscriptionId}::uuid and status in ('posted', 'payment_due', 'pending') and kind <> 'change'
      order by issued_at desc limit 1) as invoice on true`,
);
const selectPaid = statement<{ invoiceId: string }, PaymentRow>(
  "billing.find_succeeded_payment",
  (p) => sql`
    select ${columns} from billing.payments ${withMethod}
    where payments.invoice_id = ${p.invoiceId}::uuid and payments.status = 'succeeded' and payments.kind = 'charge' limit 1`,
);
const countRefused = statement<{ accountId: string; since: Date }, { count: number }>(
  "billing.count_refused_payments",
  (p) => sql`
    select count(*)::int as count from billing.payments
    where account_id = ${p.accountId}::uuid and status = 'failed' and created_at > ${p.since}`,
);
const updateRow = statement<
  {
    id: string;
    status: string;
    providerRef: string | null;
    failureCode: string | null;
    providerCode: string | null;
    providerMessage: string | null;
    settledAt: Date | null;
  },
  never
>(
  "billing.update_payment",
  (p) => sql`
    update billing.payments set status = ${p.status}, provider_ref = coalesce(${p.providerRef}::text, provider_ref),
      failure_code = ${p.failureCode}, provider_code = ${p.providerCode}, provider_message = ${p.providerMessage}, settled_at = ${p.settledAt} where id = ${p.id}::uuid`,
);
const waiveRow = statement<{ id: string }, never>(
  "billing.waive_payment",
  (p) =>
    sql`update billing.payments set amount = 0, kind = 'setup' where id = ${p.id}::uuid and status = 'started'`,
);
const setRef = statement<{ id: string; ref: string }, never>(
  "billing.set_payment_ref",
  (p) => sql`
    update billing.payments set provider_ref = ${p.ref} where id = ${p.id}::uuid and provider_ref is distinct from ${p.ref}`,
);

const methodColumns = sql`
  id, account_id as "accountId", provider, provider_ref as "providerRef", type, brand, last4, exp_month as "expMonth", exp_year as "expYear"`;
/** A payment method to store. Of its address, only the region is stored. */
type NewMethod = GatewayMethod & {
  readonly id: string;
  readonly accountId: string;
  readonly provider: string;
  readonly region: string | null;
  /** A keyed hash of the card, if using it ends its right to a trial. */
  readonly trialHash: string | null;
  readonly now: Date;
};
const insertMethodRow = statement<Omit<NewMethod, "address" | "intent">, never>(
  "billing.insert_payment_method",
  (p) => sql`
    insert into billing.payment_methods (id, account_id, provider, provider_ref, type, brand, last4, exp_month, exp_year, country_code, region, trial_hash, created_at)
    values (${p.id}::uuid, ${p.accountId}::uuid, ${p.provider}, ${p.ref}, ${p.type}, ${p.brand}, ${p.last4}, ${p.expMonth}, ${p.expYear},
      ${p.countryCode}, ${p.region}, ${p.trialHash}, ${p.now})`,
);
const updateMethodRow = statement<{ id: string; ref: string }, never>(
  "billing.update_payment_method",
  (p) =>
    sql`update billing.payment_methods set provider_ref = ${p.ref} where id = ${p.id}::uuid and provider_ref <> ${p.ref}`,
);
const deleteMethodRow = statement<{ id: string }, never>(
  "billing.delete_payment_method",
  // One that has paid, here or before, stays: a restart that fails must not take it away.
  (p) => sql`
    delete from billing.payment_methods where id = ${p.id}::uuid
      and not exists (select from billing.payments where payment_method_id = ${p.id}::uuid and status = 'succeeded')
      and not exists (select from billing.takeovers where payment_method_id = ${p.id}::uuid)`,
);
const selectMethods = statement<{ ids: readonly string[] }, MethodRow>(
  "billing.list_payment_methods",
  (p) => sql`select ${methodColumns} from billing.payment_methods where id = any(${p.ids}::uuid[])`,
);
const insertRefundRow = statement<
  { id: string; paymentId: string; invoiceId: string | null; amount: number; reason: string; now: Date },
  never
>(
  "billing.insert_refund",
  (p) => sql`
    insert into billing.refunds (id, payment_id, invoice_id, amount, reason, status, created_at)
    values (${p.id}::uuid, ${p.paymentId}::uuid, ${p.invoiceId}::uuid, ${p.amount}, ${p.reason}, 'started', ${p.now})`,
);
/** Inserts a payment. */
export const insertPayment = (
  db: Db,
  payment: Pick<
    PaymentRow,
    | "id"
    | "invoiceId"
    | "subscriptionId"
    | "accountId"
    | "provider"
    | "kind"
    | "purpose"
    | "paymentMethodId"
    | "amount"
    | "currencyCode"
    | "isOnSession"
  > & { now: Date },
): Promise<PaymentRow> => db.one(insertRow, payment);

export const findPayment = (db: Db, id: string): Promise<PaymentRow | null> => db.maybe(selectById, { id });

/** Locks a payment until the transaction ends. */
export const lockPayment = (db: Db, id: string): Promise<PaymentRow | null> =>
  db.maybe(selectForChange, { id });

/** The payment of a provider's reference; one that we canceled only if there is no other. */
export const findPaymentByRef = (db: Db, provider: string, ref: string): Promise<PaymentRow | null> =>
  db.maybe(selectByRef, { provider, ref });

/** The latest payment of a subscription, whatever its status. */
export const findLatestPayment = (db: Db, subscriptionId: string): Promise<PaymentRow | null> =>
  db.maybe(selectLatest, { subscriptionId });

/** Payments without a final result. */
export const listOpenPayments = (db: Db, subscriptionId: string): Promise<PaymentRow[]> =>
  db.many(selectOpen, { subscriptionId });

/** The open payment and invoice of a subscription. */
export interface OpenOnes {
  /** The first payment without a final result. */
  readonly payment: Pick<PaymentRow, "id" | "purpose" | "status"> | null;
  /** The unpaid invoice of a term. */
  readonly invoice: { readonly id: string; readonly amountDue: number } | null;
}

/** The first undecided payment and the unpaid invoice of a subscription. */
export async function findOpenOnes(db: Db, subscriptionId: string): Promise<OpenOnes> {
  const found = await db.one(selectOpenOnes, { subscriptionId });
  const { paymentId, invoiceId, amountDue, purpose, status } = found;
  return {
    payment: paymentId && purpose && status ? { id: paymentId, purpose, status } : null,
    invoice: invoiceId !== null && amountDue !== null ? { id: invoiceId, amountDue } : null,
  };
}

/** The successful payment of an invoice. */
export const findSucceededPayment = (db: Db, invoiceId: string): Promise<PaymentRow | null> =>
  db.maybe(selectPaid, { invoiceId });

/** Counts an account's declined payments since a moment. */
export const countRefusals = async (db: Db, accountId: string, since: Date): Promise<number> =>
  (await db.one(countRefused, { accountId, since })).count;

export const updatePayment = async (
  db: Db,
  payment: {
    id: string;
    status: PaymentStatus;
    providerRef: string | null;
    failureCode: string | null;
    providerCode?: string | null;
    providerMessage?: string | null;
    settledAt: Date | null;
  },
): Promise<void> => {
  await db.change(updateRow, { providerCode: null, providerMessage: null, ...payment });
};

/** Turns a charge that is too small into one of nothing, before the provider is asked. */
export const waivePayment = async (db: Db, id: string): Promise<void> => {
  await db.change(waiveRow, { id });
};

/** Stores the provider's reference of a payment that it is still working on. */
export const setPaymentRef = async (db: Db, id: string, ref: string): Promise<void> => {
  await db.change(setRef, { id, ref });
};

export const insertMethod = async (db: Db, method: NewMethod): Promise<void> => {
  await db.change(insertMethodRow, method);
};

/** Updates the provider's reference for a payment method. */
export const updateMethodRef = async (db: Db, id: string, ref: string): Promise<void> => {
  await db.change(updateMethodRow, { id, ref });
};

/** Deletes a payment method that no payment succeeded with. */
export const deleteMethod = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteMethodRow, { id });
};

export const listMethods = (db: Db, ids: readonly string[]): Promise<MethodRow[]> =>
  db.many(selectMethods, { ids });

export const insertRefund = async (
  db: Db,
  refund: {
    id: string;
    paymentId: string;
    invoiceId: string | null;
    amount: number;
    reason: string;
    now: Date;
  },
): Promise<void> => {
  await db.change(insertRefundRow, refund);
};
