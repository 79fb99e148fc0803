import type { HeldRefs, HeldSubscription, TakeoverFault } from "../../billing/index.ts";

/** What the dry run shows of a running subscription. No card number, no token: the brand and the last four digits. */
export interface HeldSummary
  extends
    Pick<HeldSubscription, "amount" | "currencyCode" | "renews" | "isTrial">,
    Pick<HeldSubscription["price"], "period" | "periodUnit"> {
  readonly priceRef: string;
  readonly priceName: string | null;
  /** Minor units, before discounts. */
  readonly priceAmount: number;
  readonly brand: string | null;
  readonly last4: string | null;
  /** ISO 8601. */
  readonly termEndsAt: string;
}

/** What the provider said of a row. */
export interface HeldRow {
  /** What it was asked about: the answer counts as long as the row still says so. */
  readonly refs: HeldRefs;
  /** Null: a customer without a running subscription. */
  readonly found: HeldSummary | TakeoverFault | "unreachable" | null;
}

/** Whether an answer is about these references. */
export const answersFor = (held: HeldRow | null, refs: HeldRefs): held is HeldRow =>
  held !== null && held.refs.customer === refs.customer && held.refs.subscription === refs.subscription;

export const summaryOf = (held: HeldSubscription): HeldSummary => ({
  amount: held.amount,
  currencyCode: held.currencyCode,
  renews: held.renews,
  isTrial: held.isTrial,
  period: held.price.period,
  periodUnit: held.price.periodUnit,
  priceRef: held.price.ref,
  priceName: held.price.name,
  priceAmount: held.price.amount,
  brand: held.method.brand,
  last4: held.method.last4,
  termEndsAt: held.termEndsAt.toISOString(),
});
