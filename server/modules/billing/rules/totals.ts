import { inOrder } from "../coupons/rules.ts";
import type { CouponTerms } from "../coupons/rules.ts";
import { percentOf, splitByWeight } from "./money.ts";
import { sumOf, taxesOf, withTax } from "./tax.ts";
import type { Tax, TaxedPart } from "./tax.ts";

export interface Charge {
  readonly kind: "plan" | "unused_time";
  readonly description: string;
  /** Minor units; negative for what is given back. */
  readonly amount: number;
}

export interface InvoiceLine {
  readonly kind: "plan" | "unused_time" | "discount" | "tax";
  readonly description: string;
  readonly couponId: string | null;
  readonly amount: number;
}

/** An invoice added up. `lines` add up to `total`; `creditsApplied + amountDue` is `total`. */
export interface Totals {
  readonly lines: readonly InvoiceLine[];
  readonly subTotal: number;
  readonly discountsTotal: number;
  /** Within `total` in every case; a line of its own only where prices don't include it. */
  readonly taxTotal: number;
  /** What `taxTotal` is made of. */
  readonly taxes: readonly TaxedPart[];
  readonly total: number;
  readonly creditsApplied: number;
  readonly amountDue: number;
  /** Of what is given back, the part that exceeds the rest: it becomes credit. */
  readonly carried: number;
  /** What the plan's own line comes to after discounts, without tax on top: the value of the term. */
  readonly planValue: number;
}

/**
 * Adds up an invoice: charges, then coupons (of the plan's line, then of the invoice; fixed before percentage), then tax, then credits.
 * What is given back counts after the discounts, and never makes a total negative: the rest is carried over as credit.
 */
export function totalsOf(input: {
  readonly charges: readonly Charge[];
  readonly coupons: readonly CouponTerms[];
  readonly tax: Tax;
  readonly credits: number;
  readonly currencyCode: string;
}): Totals {
  const plans = input.charges.filter(({ kind }) => kind === "plan");
  const returned = input.charges.filter(({ kind }) => kind === "unused_time");
  let left = plans.map(({ amount }) => amount);
  const leftInAll = () => left.reduce((sum, amount) => sum + amount, 0);
  const discounts: InvoiceLine[] = [];
  for (const coupon of inOrder(input.coupons)) {
    const base = leftInAll();
    const wanted =
      coupon.discountType === "percentage"
        ? percentOf(base, coupon.basisPoints ?? 0)
        : (coupon.amounts[input.currencyCode] ?? 0);
    const amount = Math.min(base, wanted);
    if (amount === 0) continue;
    const parts = splitByWeight(amount, left);
    left = left.map((value, at) => value - parts[at]!);
    discounts.push({ kind: "discount", description: coupon.id, couponId: coupon.id, amount: -amount });
  }
  const planValue = leftInAll();
  const given = -returned.reduce((sum, { amount }) => sum + amount, 0);
  const used = Math.min(given, planValue);
  const unused = splitByWeight(
    used,
    returned.map(({ amount }) => -amount),
  );
  const net = planValue - used;
  const taxes = taxesOf(net, input.tax);
  const taxTotal = sumOf(taxes);
  const total = input.tax.isInclusive ? net : net + taxTotal;
  const creditsApplied = Math.min(Math.max(0, input.credits), total);
  const over = given - used;
  const lines: InvoiceLine[] = [
    ...plans.map((charge) => ({ ...charge, couponId: null })),
    ...discounts,
    ...returned.map((charge, at) => ({
      ...charge,
      couponId: null,
      amount: unused[at]! === 0 ? 0 : -unused[at]!,
    })),
    ...(input.tax.isInclusive
      ? []
      : taxes.map(({ name, amount }) => ({
          kind: "tax" as const,
          description: name,
          couponId: null,
          amount,
        }))),
  ];
  return {
    lines,
    subTotal: plans.reduce((sum, { amount }) => sum + amount, 0) - used,
    discountsTotal: -discounts.reduce((sum, { amount }) => sum + amount, 0),
    taxTotal,
    taxes,
    total,
    creditsApplied,
    amountDue: total - creditsApplied,
    // Tax that was paid on top of what is given back comes back with it.
    carried: withTax(over, input.tax),
    planValue,
  };
}
