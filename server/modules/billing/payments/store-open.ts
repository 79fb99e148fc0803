import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { SubscriptionProvider } from "../provider-names.ts";

type OpenStatus = "started" | "action_required";
export interface OpenPaymentRow {
  readonly id: string;
  readonly createdAt: Date;
}

const selectOpen = statement<
  { status: OpenStatus; before: Date; afterAt: Date | null; afterId: string | null; most: number },
  OpenPaymentRow
>(
  "billing.list_payments_open_since",
  (p) => sql`
    select id, date_trunc('milliseconds', created_at) as "createdAt" from billing.payments
    where status in ('started', 'action_required') and status = ${p.status} and created_at < ${p.before}
      and (${p.afterAt}::timestamptz is null
        or (date_trunc('milliseconds', created_at), id) > (${p.afterAt}::timestamptz, ${p.afterId}::uuid))
    order by date_trunc('milliseconds', created_at), id limit ${p.most}::int`,
);
const insertUnresolvedRow = statement<{ paymentId: string; reason: string; now: Date }, never>(
  "billing.insert_unresolved_payment",
  (p) => sql`
    insert into billing.unresolved_payments (payment_id, reason, next_at, since)
    values (${p.paymentId}::uuid, ${p.reason}, ${p.now}, ${p.now}) on conflict (payment_id) do nothing`,
);
export interface UnresolvedPayment {
  readonly paymentId: string;
  readonly reason: string;
  readonly attempts: number;
}

const selectUnresolved = statement<{ now: Date; most: number }, UnresolvedPayment>(
  "billing.list_unresolved_payments",
  (p) => sql`
    select payment_id as "paymentId", reason, attempts from billing.unresolved_payments
    where resolved_at is null and next_at <= ${p.now} order by next_at limit ${p.most}::int`,
);
/** A payment without a result that we no longer wait for, for staff. Amounts in minor units. */
export interface UnansweredPaymentRow {
  readonly id: string;
  readonly provider: SubscriptionProvider;
  /** The provider's reference; null if it never told us one. */
  readonly paymentRef: string | null;
  readonly amount: number;
  readonly currencyCode: string;
  readonly accountId: string;
  readonly since: Date;
  /** How often the provider was asked. */
  readonly attempts: number;
}
const selectUnanswered = statement<{ limit: number }, UnansweredPaymentRow>(
  "billing.list_unanswered_payments",
  (p) => sql`
    select payments.id, provider, provider_ref as "paymentRef", amount, currency_code as "currencyCode", account_id as "accountId", since, attempts
    from billing.unresolved_payments join billing.payments on payments.id = payment_id
    where resolved_at is null order by next_at limit ${p.limit}::int`,
);
const countUnresolvedRows = statement<{ accountId: string }, { count: number }>(
  "billing.count_unresolved_payments",
  (p) => sql`
    select count(*)::int as count from billing.unresolved_payments join billing.payments on payments.id = payment_id
    where account_id = ${p.accountId}::uuid and resolved_at is null`,
);
const postponeUnresolvedRow = statement<{ paymentId: string; nextAt: Date }, never>(
  "billing.postpone_unresolved_payment",
  (p) => sql`
    update billing.unresolved_payments set attempts = attempts + 1, next_at = ${p.nextAt} where payment_id = ${p.paymentId}::uuid`,
);
const resolveRow = statement<{ paymentId: string; now: Date }, never>(
  "billing.resolve_payment",
  (p) => sql`
    update billing.unresolved_payments set resolved_at = ${p.now} where payment_id = ${p.paymentId}::uuid and resolved_at is null`,
);

/** A page of payments without a final result that were created before a moment, oldest first. */
export const listPaymentsOpenSince = (
  db: Db,
  page: { status: OpenStatus; before: Date; after: OpenPaymentRow | null; most: number },
): Promise<OpenPaymentRow[]> =>
  db.many(selectOpen, {
    status: page.status,
    before: page.before,
    afterAt: page.after?.createdAt ?? null,
    afterId: page.after?.id ?? null,
    most: page.most,
  });

/** Payments without a result that we no longer wait for, the next to be asked about first. */
export const listUnansweredPayments = (db: Db, limit: number): Promise<UnansweredPaymentRow[]> =>
  db.many(selectUnanswered, { limit });

/** Records that the provider must still be asked about a payment that we no longer wait for. */
export const insertUnresolved = async (
  db: Db,
  unresolved: { paymentId: string; reason: "no_answer" | "account_deleted"; now: Date },
): Promise<void> => {
  await db.change(insertUnresolvedRow, unresolved);
};

export const listUnresolved = (db: Db, now: Date, most: number): Promise<UnresolvedPayment[]> =>
  db.many(selectUnresolved, { now, most });

/** The number of an account's payments about which the provider must still be asked. */
export const countUnresolved = async (db: Db, accountId: string): Promise<number> =>
  (await db.one(countUnresolvedRows, { accountId })).count;

export const postponeUnresolved = async (db: Db, paymentId: string, nextAt: Date): Promise<void> => {
  await db.change(postponeUnresolvedRow, { paymentId, nextAt });
};

export const markResolved = async (db: Db, paymentId: string, now: Date): Promise<void> => {
  await db.change(resolveRow, { paymentId, now });
};
