import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Tx } from "../../../ctx.ts";
import type { Db } from "../../../platform/db.ts";
import type { PaymentRow } from "../payments/store.ts";

/** A discrepancy between the provider's records and ours. */
export interface NewDifference {
  readonly provider: string;
  /** unknown_payment, missing_payment, other_amount, other_refund, refund_found, unknown_dispute or refund_failed. */
  readonly kind: string;
  /** The reference of the payment at the provider, or ours. */
  readonly subject: string;
  readonly details: Readonly<Record<string, string | number | null>>;
}

/** A payment in our records. */
export interface BookedPayment {
  readonly id: string;
  readonly providerRef: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly refunded: number;
  /** The part of `refunded` that the provider may not have yet. */
  readonly underWay: number;
  readonly invoiceId: string | null;
}

const insert = statement<
  { provider: string; kind: string; subject: string; details: string; isState: boolean; now: Date },
  never
>(
  "billing.insert_difference",
  (p) => sql`
    insert into billing.differences (provider, kind, subject, details, found_at)
    select ${p.provider}, ${p.kind}, ${p.subject}, ${p.details}::jsonb, ${p.now}
    where not (${p.isState}::boolean and exists (select from billing.differences as closed
      where closed.provider = ${p.provider} and closed.kind = ${p.kind} and closed.subject = ${p.subject}
        and closed.details = ${p.details}::jsonb and closed.closed_at is not null))
    on conflict (provider, kind, subject) where closed_at is null do nothing`,
);
const selectByRefs = statement<{ provider: string; refs: readonly string[] }, BookedPayment>(
  "billing.list_booked_payments",
  (p) => sql`
    select payments.id, payments.provider_ref as "providerRef", payments.amount, payments.currency_code as "currencyCode",
      -- Refunds made at the provider are on the invoice alone, returned payments in the refunds alone.
      greatest(coalesce((select sum(amount)::int from billing.refunds where payment_id = payments.id and status <> 'failed'), 0),
        coalesce(invoices.amount_refunded, 0)) as refunded,
      coalesce((select sum(amount)::int from billing.refunds where payment_id = payments.id and status = 'started'), 0) as "underWay",
      payments.invoice_id as "invoiceId"
    from billing.payments left join billing.invoices on invoices.id = payments.invoice_id
    where payments.provider = ${p.provider} and payments.provider_ref = any(${p.refs}::text[]) and payments.status = 'succeeded'`,
);
const selectBetween = statement<
  { provider: string; from: Date; to: Date; afterId: string | null; most: number },
  BookedPayment
>(
  "billing.list_booked_payments_between",
  (p) => sql`
    select id, provider_ref as "providerRef", amount, currency_code as "currencyCode", 0 as refunded, 0 as "underWay",
      invoice_id as "invoiceId" from billing.payments
    where provider = ${p.provider} and status = 'succeeded' and kind = 'charge' and amount > 0 and provider_ref is not null
      and settled_at >= ${p.from} and settled_at < ${p.to} and (${p.afterId}::uuid is null or id > ${p.afterId}::uuid)
    order by id limit ${p.most}::int`,
);

/**
 * Inserts a discrepancy, unless the same one is open.
 * @param options.isState whether it lasts until someone changes it: then it isn't reported again after staff closed it
 * @returns whether it is new
 */
export const insertDifference = async (
  db: Db,
  difference: NewDifference,
  now: Date,
  { isState = false }: { isState?: boolean } = {},
): Promise<boolean> =>
  (await db.change(insert, { ...difference, details: JSON.stringify(difference.details), isState, now })) > 0;

/**
 * Reports something about a payment to the operator, once.
 * @returns whether it is new
 */
export const reportPayment = (
  tx: Tx,
  payment: PaymentRow,
  kind: string,
  details: Record<string, string | number>,
  now: Date,
): Promise<boolean> =>
  insertDifference(
    tx.db,
    {
      provider: payment.provider,
      kind,
      subject: payment.id,
      details: { amount: payment.amount, currency: payment.currencyCode, ...details },
    },
    now,
  );

/** Our payments with these provider references. */
export const listBooked = (db: Db, provider: string, refs: readonly string[]): Promise<BookedPayment[]> =>
  db.many(selectByRefs, { provider, refs });

/** Our payments that succeeded between two moments, one page at a time. */
export const listBookedBetween = (
  db: Db,
  page: { provider: string; from: Date; to: Date; afterId: string | null; most: number },
): Promise<BookedPayment[]> => db.many(selectBetween, page);

const closeRow = statement<{ id: string; staffId: string; note: string; now: Date }, { id: string }>(
  "billing.close_difference",
  (p) => sql`
    update billing.differences set closed_at = ${p.now}, closed_by = ${p.staffId}::uuid, note = ${p.note}
    where id = ${p.id}::bigint and closed_at is null returning id::text`,
);
const selectKnown = statement<{ id: string }, { id: string }>(
  "billing.find_difference",
  (p) => sql`select id::text from billing.differences where id = ${p.id}::bigint`,
);

/**
 * Closes a discrepancy with a note.
 * @returns false if it is closed already
 */
export const closeDifferenceRow = async (
  db: Db,
  closing: { id: string; staffId: string; note: string; now: Date },
): Promise<boolean> => (await db.maybe(closeRow, closing)) !== null;

export const hasDifference = async (db: Db, id: string): Promise<boolean> =>
  (await db.maybe(selectKnown, { id })) !== null;

const selectReconciledUntil = statement<{ provider: string }, { until: Date }>(
  "billing.find_reconciled_until",
  (p) => sql`
    select reconciled_until as until from billing.reconciliations where provider = ${p.provider}`,
);
const upsertReconciledUntil = statement<{ provider: string; until: Date }, never>(
  "billing.save_reconciled_until",
  (p) => sql`
    insert into billing.reconciliations (provider, reconciled_until) values (${p.provider}, ${p.until})
    on conflict (provider) do update set reconciled_until = excluded.reconciled_until`,
);

/** Up to when a provider's payments were compared with ours; null before the first run. */
export const findReconciledUntil = async (db: Db, provider: string): Promise<Date | null> =>
  (await db.maybe(selectReconciledUntil, { provider }))?.until ?? null;

export const saveReconciledUntil = async (db: Db, provider: string, until: Date): Promise<void> => {
  await db.change(upsertReconciledUntil, { provider, until });
};
