import { sql } from "kysely";
import type { FormatContext } from "../../../../contract/formats/context.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { Seller } from "../../../platform/config/seller.ts";
import type { BillingDetails } from "../buyers/store.ts";
import type { AccessType } from "../subscriptions/access.ts";
import type { PeriodUnit } from "../rules/calendar.ts";
import type { DunningStatus, InvoiceStatus } from "../rules/states.ts";
import type { TaxedPart } from "../rules/tax.ts";
import type { InvoiceLine } from "../rules/totals.ts";

export type InvoiceKind = "first" | "renewal" | "change" | "resume";

/**
 * An invoice. Amounts in minor units. `pending`: a draft; `posted`: issued, without a payment result yet;
 * `payment_due`: a payment failed and is retried.
 */
export interface InvoiceRow {
  readonly id: string;
  /** Assigned when posted. Drafts have an internal number that is never shown. */
  readonly number: string;
  readonly accountId: string;
  readonly subscriptionId: string;
  readonly kind: InvoiceKind;
  readonly status: InvoiceStatus;
  readonly dunningStatus: DunningStatus | null;
  readonly currencyCode: string;
  readonly countryCode: string;
  readonly region: string;
  readonly planId: string;
  readonly planName: string;
  readonly planAccessType: AccessType;
  readonly planPeriod: number;
  readonly planPeriodUnit: PeriodUnit;
  /** False for a pass. */
  readonly planRenews: boolean;
  readonly subTotal: number;
  readonly discountsTotal: number;
  readonly taxTotal: number;
  readonly taxes: readonly TaxedPart[];
  readonly isTaxInclusive: boolean;
  readonly isReverseCharge: boolean;
  /** The parties when it was issued; null for invoices of earlier releases, or where nothing was known. */
  readonly seller: Seller | null;
  readonly buyer: BillingDetails | null;
  /** How its buyer read when it was made; null for invoices of earlier releases. */
  readonly reader: FormatContext | null;
  readonly total: number;
  readonly creditsApplied: number;
  /** What is below the provider's smallest charge, and isn't taken. */
  readonly waived: number;
  readonly amountDue: number;
  readonly amountPaid: number;
  readonly amountRefunded: number;
  /** Under dispute at the bank, or lost to one: can't be refunded. */
  readonly amountDisputed: number;
  readonly planValue: number;
  /** The part of a plan change's credit that exceeds the new price. */
  readonly carried: number;
  readonly priceAmount: number;
  readonly anchorAt: Date | null;
  readonly termNumber: number;
  readonly termStartsAt: Date;
  readonly termEndsAt: Date;
  readonly issuedAt: Date;
  readonly paidAt: Date | null;
  readonly lines: readonly InvoiceLine[];
}

export type NewInvoice = Omit<
  InvoiceRow,
  | "number"
  | "waived"
  | "status"
  | "dunningStatus"
  | "amountPaid"
  | "amountRefunded"
  | "amountDisputed"
  | "paidAt"
  | "planName"
  | "planAccessType"
  | "planPeriod"
  | "planPeriodUnit"
  | "planRenews"
> & {
  readonly isDraft: boolean;
  /** The studio's own; null: EC. */
  readonly numberPrefix: string | null;
};

const columns = sql`
  invoices.id, invoices.number, invoices.account_id as "accountId", invoices.subscription_id as "subscriptionId", invoices.kind,
  invoices.status, invoices.dunning_status as "dunningStatus", invoices.currency_code as "currencyCode",
  invoices.country_code as "countryCode", invoices.region, invoices.plan_id as "planId", plans.name as "planName",
  plans.access_type as "planAccessType", plans.period as "planPeriod", plans.period_unit as "planPeriodUnit", plans.renews as "planRenews", invoices.sub_total as "subTotal",
  invoices.discounts_total as "discountsTotal", invoices.tax_total as "taxTotal", invoices.taxes,
  invoices.is_tax_inclusive as "isTaxInclusive", invoices.is_reverse_charge as "isReverseCharge", invoices.seller, invoices.buyer, invoices.reader,
  invoices.total,
  invoices.credits_applied as "creditsApplied", invoices.waived, invoices.amount_due as "amountDue", invoices.amount_paid as "amountPaid",
  invoices.amount_refunded as "amountRefunded",
  (select coalesce(sum(amount), 0)::int from billing.disputes where invoice_id = invoices.id and status <> 'won') as "amountDisputed",
  invoices.plan_value as "planValue", invoices.price_amount as "priceAmount", invoices.carried,
  invoices.anchor_at as "anchorAt", invoices.term_number as "termNumber", invoices.term_starts_at as "termStartsAt",
  invoices.term_ends_at as "termEndsAt", invoices.issued_at as "issuedAt", invoices.paid_at as "paidAt",
  (select coalesce(json_agg(json_build_object('kind', kind, 'description', description, 'couponId', coupon_id, 'amount', amount)
     order by position), '[]') from billing.invoice_lines where invoice_id = invoices.id) as lines`;
const withPlan = sql`join billing.plans on plans.id = invoices.plan_id`;
/** Of the internal numbers of drafts. */
export const draftPrefix = "draft-";
/** Invoices that members see: issued ones, including voided. Drafts of failed checkouts are never issued. */
const shown = sql.raw(`invoices.status <> 'pending' and invoices.number not like '${draftPrefix}%'`);
/** What can still be refunded of an invoice, in minor units. */
export const refundable = ({
  amountPaid,
  amountRefunded,
  amountDisputed,
}: Pick<InvoiceRow, "amountPaid" | "amountRefunded" | "amountDisputed">): number =>
  Math.max(0, amountPaid - amountRefunded - amountDisputed);
/** Whether an invoice was issued. Drafts only have an internal number. */
export const isIssued = ({ status, number }: Pick<InvoiceRow, "status" | "number">): boolean =>
  status !== "pending" && !number.startsWith(draftPrefix);
/**
 * Counts the next number of a series and year. The row stays locked until the transaction ends, so that none is lost. A studio's
 * own prefix changes what is written, not the count.
 */
export const countUp = (series: "EC" | "CN", at: unknown, isNeeded: unknown, prefix: unknown) => sql`
  insert into billing.invoice_counters as counter (series, year, last_number)
  select ${sql.lit(series)}, extract(year from ${at}::timestamptz at time zone 'UTC')::smallint, 1 where ${isNeeded}
  on conflict (series, year) do update set last_number = counter.last_number + 1
  returning coalesce(${series === "CN" ? sql`${prefix}::text || '-CN'` : sql`${prefix}::text`}, series)
    || '-' || year || '-' || lpad(last_number::text, 6, '0') as number`;

const insertRow = statement<
  Omit<NewInvoice, "lines" | "taxes" | "seller" | "buyer" | "reader"> & {
    lines: string;
    reader: string | null;
    taxes: string;
    seller: string | null;
    buyer: string | null;
    status: string;
    creditSource: string;
  },
  never
>(
  "billing.insert_invoice",
  (p) => sql`
    with counted as (${countUp("EC", p.issuedAt, sql`not ${p.isDraft}::boolean`, p.numberPrefix)}
    ), invoice as (
      insert into billing.invoices (id, number, account_id, subscription_id, kind, status, currency_code, country_code, region, plan_id,
        sub_total, discounts_total, tax_total, taxes, is_tax_inclusive, is_reverse_charge, seller, buyer, reader, total, credits_applied, amount_due,
        plan_value, carried, price_amount, anchor_at, term_number, term_starts_at, term_ends_at, issued_at)
      values (${p.id}::uuid, coalesce((select number from counted), 'draft-' || ${p.id}), ${p.accountId}::uuid,
        ${p.subscriptionId}::uuid, ${p.kind}, ${p.status}, ${p.currencyCode}, ${p.countryCode}, ${p.region}, ${p.planId}, ${p.subTotal},
        ${p.discountsTotal}, ${p.taxTotal}, ${p.taxes}::jsonb, ${p.isTaxInclusive}, ${p.isReverseCharge}, ${p.seller}::jsonb, ${p.buyer}::jsonb, ${p.reader}::jsonb,
        ${p.total}, ${p.creditsApplied},
        ${p.amountDue}, ${p.planValue}, ${p.carried}, ${p.priceAmount}, ${p.anchorAt}, ${p.termNumber}, ${p.termStartsAt}, ${p.termEndsAt}, ${p.issuedAt})
      returning id, account_id, currency_code, credits_applied, issued_at
    ), spent as (
      insert into billing.credits (account_id, currency_code, amount, reason, source, created_at)
      select account_id, currency_code, -credits_applied, 'spent', ${p.creditSource}, issued_at from invoice where credits_applied > 0
    )
    insert into billing.invoice_lines (invoice_id, position, kind, description, coupon_id, amount)
    select invoice.id, line.position, line.item ->> 'kind', line.item ->> 'description', line.item ->> 'couponId', (line.item ->> 'amount')::int
    from invoice, jsonb_array_elements(${p.lines}::jsonb) with ordinality as line (item, position)`,
);
const selectById = statement<{ id: string }, InvoiceRow>(
  "billing.find_invoice",
  (p) => sql`select ${columns} from billing.invoices ${withPlan} where invoices.id = ${p.id}::uuid`,
);
const selectOpen = statement<{ subscriptionId: string }, InvoiceRow>(
  "billing.find_open_invoice",
  (p) => sql`
    select ${columns} from billing.invoices ${withPlan}
    where invoices.subscription_id = ${p.subscriptionId}::uuid and invoices.status in ('posted', 'payment_due', 'pending') and kind <> 'change'
    order by issued_at desc limit 1`,
);
const selectOfSubscription = statement<{ subscriptionId: string }, InvoiceRow>(
  "billing.list_invoices_of_subscription",
  (p) => sql`
    select ${columns} from billing.invoices ${withPlan} where invoices.subscription_id = ${p.subscriptionId}::uuid
    order by invoices.issued_at desc limit 100`,
);
const selectPage = statement<
  { accountId: string; first: number; afterAt: Date | null; afterId: string | null },
  InvoiceRow
>(
  "billing.list_invoices",
  (p) => sql`
    select ${columns} from billing.invoices ${withPlan}
    where invoices.account_id = ${p.accountId}::uuid and ${shown}
      and (${p.afterAt}::timestamptz is null or (date_trunc('milliseconds', invoices.issued_at), invoices.id) < (${p.afterAt}::timestamptz, ${p.afterId}::uuid))
    order by date_trunc('milliseconds', invoices.issued_at) desc, invoices.id desc limit ${p.first}::int`,
);
const selectIssued = statement<{ after: string | null; first: number }, InvoiceRow>(
  "billing.list_issued_invoices",
  (p) => sql`
    select ${columns} from billing.invoices ${withPlan}
    where ${shown} and (${p.after}::uuid is null or invoices.id > ${p.after}::uuid)
    order by invoices.id limit ${p.first}::int`,
);
const countRows = statement<{ accountId: string }, { count: number }>(
  "billing.count_invoices",
  (p) =>
    sql`select count(*)::int as count from billing.invoices where account_id = ${p.accountId}::uuid and ${shown}`,
);
const payRow = statement<{ id: string; amount: number; now: Date; numberPrefix: string | null }, never>(
  "billing.pay_invoice",
  (p) => sql`
    with counted as (${countUp(
      "EC",
      p.now,
      sql`exists (select from billing.invoices where id = ${p.id}::uuid and status <> 'paid' and number like 'draft-%')`,
      p.numberPrefix,
    )})
    update billing.invoices set status = 'paid', amount_paid = ${p.amount}, paid_at = ${p.now},
      dunning_status = case when dunning_status is null then null else 'success' end,
      number = coalesce((select number from counted), number)
    where id = ${p.id}::uuid and status <> 'paid'`,
);
const setRow = statement<{ id: string; status: string; dunningStatus: string | null }, never>(
  "billing.set_invoice_status",
  (p) => sql`
    update billing.invoices set status = ${p.status}, dunning_status = ${p.dunningStatus}
    where id = ${p.id}::uuid and status not in ('paid', 'voided')`,
);
const waiveRow = statement<{ id: string }, never>(
  "billing.waive_invoice",
  (p) => sql`
    update billing.invoices set waived = waived + amount_due, plan_value = greatest(0, plan_value - amount_due), amount_due = 0
    where id = ${p.id}::uuid and status not in ('paid', 'voided')`,
);
/** Returns the credit spent on the invoice. */
const giveBack = statement<{ id: string; now: Date }, never>(
  "billing.give_credits_back",
  (p) => sql`
    insert into billing.credits (account_id, currency_code, amount, reason, source, created_at)
    select account_id, currency_code, credits_applied, 'given back', 'void ' || id, ${p.now}
    from billing.invoices where id = ${p.id}::uuid and credits_applied > 0 on conflict (source) do nothing`,
);
/** Stores the provider's total refunded amount, so that duplicate or late events change nothing. */
const raiseRefund = statement<{ id: string; amount: number }, never>(
  "billing.raise_refund",
  (p) => sql`
    update billing.invoices set amount_refunded = least(amount_paid, greatest(amount_refunded, ${p.amount}::int)) where id = ${p.id}::uuid`,
);
const addRefund = statement<{ id: string; amount: number }, never>(
  "billing.add_refund",
  (p) =>
    sql`update billing.invoices set amount_refunded = amount_refunded + ${p.amount} where id = ${p.id}::uuid`,
);

/** Inserts an invoice with its lines, and spends the credits that it uses. */
export const insertInvoice = async (db: Db, invoice: NewInvoice): Promise<void> => {
  await db.change(insertRow, {
    ...invoice,
    status: invoice.isDraft ? "pending" : "posted",
    lines: JSON.stringify(invoice.lines),
    taxes: JSON.stringify(invoice.taxes),
    seller: invoice.seller && JSON.stringify(invoice.seller),
    buyer: invoice.buyer && JSON.stringify(invoice.buyer),
    reader: invoice.reader && JSON.stringify(invoice.reader),
    creditSource: `invoice ${invoice.id}`,
  });
};

export const findInvoice = (db: Db, id: string): Promise<InvoiceRow | null> => db.maybe(selectById, { id });

/** The unpaid invoice of a subscription; null if none is open. */
export const findOpenInvoice = (db: Db, subscriptionId: string): Promise<InvoiceRow | null> =>
  db.maybe(selectOpen, { subscriptionId });

/** An account's invoices, newest first. */
export const listInvoices = (
  db: Db,
  page: { accountId: string; first: number; after: { at: Date; id: string } | null },
): Promise<InvoiceRow[]> =>
  db.many(selectPage, {
    accountId: page.accountId,
    first: page.first,
    afterAt: page.after?.at ?? null,
    afterId: page.after?.id ?? null,
  });

/** The next page of all issued invoices, by id. */
export const listIssuedInvoices = (db: Db, after: string | null, first: number): Promise<InvoiceRow[]> =>
  db.many(selectIssued, { after, first });

/** A subscription's invoices, including drafts and voided ones. */
export const listInvoicesOfSubscription = (db: Db, subscriptionId: string): Promise<InvoiceRow[]> =>
  db.many(selectOfSubscription, { subscriptionId });

export const countInvoices = async (db: Db, accountId: string): Promise<number> =>
  (await db.one(countRows, { accountId })).count;

/** Marks an invoice as paid. */
export const markInvoicePaid = async (
  db: Db,
  paid: { id: string; amount: number; now: Date; numberPrefix: string | null },
): Promise<void> => {
  await db.change(payRow, paid);
};

/** Sets the collection status of an open invoice. */
export const setInvoiceStatus = async (
  db: Db,
  invoice: { id: string; status: InvoiceStatus; dunningStatus: DunningStatus | null },
): Promise<void> => {
  await db.change(setRow, invoice);
};

/** Voids an invoice and returns the credits spent on it. */
export const voidInvoice = async (
  db: Db,
  invoice: { id: string; now: Date; status?: "voided" | "not_paid"; dunningStatus?: DunningStatus | null },
): Promise<void> => {
  await db.change(setRow, {
    id: invoice.id,
    status: invoice.status ?? "voided",
    dunningStatus: invoice.dunningStatus ?? null,
  });
  await db.change(giveBack, { id: invoice.id, now: invoice.now });
};

/** Takes nothing for what is still due on an open invoice. */
export const waiveInvoice = async (db: Db, id: string): Promise<void> => {
  await db.change(waiveRow, { id });
};

/** Stores the provider's total refunded amount. */
export const noteRefunded = async (db: Db, id: string, amount: number): Promise<void> => {
  await db.change(raiseRefund, { id, amount });
};

export const addInvoiceRefund = async (db: Db, id: string, amount: number): Promise<void> => {
  await db.change(addRefund, { id, amount });
};
