import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { readerOf } from "../../identity/index.ts";
import { billedRegionOf, buyerOnInvoice } from "../buyers/parties.ts";
import type { BillingDetailsRow } from "../buyers/store.ts";
import type { BillingRegion } from "../plans/regions.ts";
import { isStillTaken } from "../coupons/rules.ts";
import { monthsIn } from "../rules/calendar.ts";
import { totalsOf } from "../rules/totals.ts";
import type { Charge, Totals } from "../rules/totals.ts";
import { insertCredit, lockAccount } from "../accounts/store.ts";
import { countInvoices, findInvoice, insertInvoice, isIssued, listInvoices } from "./store.ts";
import type { InvoiceKind, InvoiceRow } from "./store.ts";
import { findReductions } from "../plans/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";

/** An order for an invoice: a term of a plan with its charges and credits. */
export interface InvoiceOrder {
  readonly kind: InvoiceKind;
  readonly plan: { readonly id: string; readonly amount: number };
  readonly charges: readonly Charge[];
  readonly term: {
    readonly startsAt: Date;
    readonly endsAt: Date;
    readonly anchorAt: Date;
    readonly number: number;
  };
  /** The amounts include tax, also where prices don't. */
  readonly isTaxIncluded?: boolean;
  /** Hidden from the member until paid. */
  readonly isDraft: boolean;
  readonly now: Date;
}

/** What a payment needs from an invoice. */
export type IssuedInvoice = Pick<InvoiceRow, "id" | "amountDue">;

type Billed = Pick<SubscriptionRow, "id" | "accountId" | "currencyCode" | "countryCode" | "region">;

/** Computes an invoice's totals now, with the applicable coupons and the available credit. */
export async function addUp(
  ctx: Pick<Ctx, "db" | "config" | "studio">,
  found: Billed,
  order: { charges: readonly Charge[]; now: Date; planId: string; isTaxIncluded?: boolean },
): Promise<{ totals: Totals; billingRegion: BillingRegion; details: BillingDetailsRow | null }> {
  const { billingRegion: place, details } = await billedRegionOf(ctx, found, order.now);
  const billingRegion = order.isTaxIncluded ? { ...place, tax: { ...place.tax, isInclusive: true } } : place;
  const { id: subscriptionId, accountId, currencyCode } = found;
  const { credits, coupons: taken } = await findReductions(ctx.db, {
    subscriptionId,
    accountId,
    currencyCode,
  });
  const coupons = taken.filter(
    (coupon) => isStillTaken(coupon) && (coupon.planIds === null || coupon.planIds.includes(order.planId)),
  );
  const { charges } = order;
  return {
    totals: totalsOf({ charges, coupons, tax: billingRegion.tax, credits, currencyCode }),
    billingRegion,
    details,
  };
}

/** Issues an invoice, applies the account's credit, and stores any excess as new credit. */
export async function issueInvoice(tx: Tx, found: Billed, order: InvoiceOrder): Promise<IssuedInvoice> {
  // Serializes invoices of an account, so that two never spend the same credit.
  await lockAccount(tx.db, found.accountId);
  const { totals, billingRegion, details } = await addUp(tx, found, { ...order, planId: order.plan.id });
  const id = randomUUID();
  await insertInvoice(tx.db, {
    id,
    accountId: found.accountId,
    subscriptionId: found.id,
    kind: order.kind,
    isDraft: order.isDraft,
    currencyCode: found.currencyCode,
    countryCode: billingRegion.countryCode,
    region: billingRegion.region,
    planId: order.plan.id,
    subTotal: totals.subTotal,
    discountsTotal: totals.discountsTotal,
    taxTotal: totals.taxTotal,
    taxes: totals.taxes,
    isTaxInclusive: billingRegion.tax.isInclusive,
    isReverseCharge: totals.isReverseCharge,
    seller: tx.studio.seller,
    buyer: buyerOnInvoice(details),
    reader: await readerOf(tx.db, found.accountId),
    total: totals.total,
    creditsApplied: totals.creditsApplied,
    amountDue: totals.amountDue,
    planValue: totals.planValue,
    carried: totals.carried,
    priceAmount: order.plan.amount,
    anchorAt: order.term.anchorAt,
    termNumber: order.term.number,
    termStartsAt: order.term.startsAt,
    termEndsAt: order.term.endsAt,
    issuedAt: order.now,
    lines: totals.lines,
    numberPrefix: tx.studio.invoicePrefix,
  });
  return { id, amountDue: totals.amountDue };
}

/** Months of the term that an invoice begins; 0 for a plan change within a term. */
export const coveredMonths = (invoice: InvoiceRow): number =>
  invoice.kind === "change" && invoice.anchorAt?.getTime() !== invoice.termStartsAt.getTime()
    ? 0
    : monthsIn({ period: invoice.planPeriod, periodUnit: invoice.planPeriodUnit });

/** Stores the amount by which a plan change's credit exceeds the new price as account credit, once. */
export async function carryOver(tx: Tx, found: Billed, invoice: InvoiceRow, now: Date): Promise<void> {
  await insertCredit(tx.db, {
    accountId: found.accountId,
    currencyCode: found.currencyCode,
    amount: invoice.carried,
    reason: "unused time",
    source: `carried ${invoice.id}`,
    subscriptionId: found.id,
    now,
  });
}

export interface InvoicePage {
  readonly items: readonly InvoiceRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** A page of the viewer's invoices, newest first. */
export async function invoicePage(
  ctx: Ctx,
  page: { first: number | null; after: string | null; wantsTotal: boolean },
): Promise<InvoicePage> {
  const { accountId } = requirePayer(ctx);
  const first = pageSize(page.first);
  const key = decodeCursor(page.after, ["time", "uuid"]);
  const rows = await listInvoices(ctx.db, {
    accountId,
    first: first + 1,
    after: key ? { at: key[0], id: key[1] } : null,
  });
  const items = rows.slice(0, first);
  const last = items.at(-1);
  return {
    items,
    total: page.wantsTotal ? await countInvoices(ctx.db, accountId) : 0,
    nextCursor: rows.length > first && last ? encodeCursor([last.issuedAt.getTime(), last.id]) : null,
  };
}

/**
 * An invoice of the viewer.
 * @throws NotFound
 */
export async function ownInvoice(ctx: Ctx, id: string): Promise<InvoiceRow> {
  const { accountId } = requirePayer(ctx);
  const found = isUuid(id) ? await findInvoice(ctx.db, id) : null;
  if (found?.accountId !== accountId || !isIssued(found)) throw new NotFound("invoice");
  return found;
}
