import { inOrder } from "../coupons/rules.ts";
import type { CouponTerms } from "../coupons/rules.ts";
import { percentOf, splitByWeight } from "./money.ts";
import { sumOf, taxesOf, taxNames, withoutReversed, withTax } from "./tax.ts";
import type { Tax, TaxedPart } from "./tax.ts";

export interface Charge {
  readonly kind: "plan" | "unused_time";
  readonly description: string;
  /** Minor units; negative for a credit. */
  readonly amount: number;
}

export interface InvoiceLine {
  readonly kind: "plan" | "unused_time" | "discount" | "tax";
  readonly description: string;
  readonly couponId: string | null;
  readonly amount: number;
}

/** The totals of an invoice. `lines` add up to `total`; `creditsApplied + amountDue` is `total`. */
export interface Totals {
  readonly lines: readonly InvoiceLine[];
  readonly subTotal: number;
  readonly discountsTotal: number;
  /** The buyer owes the tax, so that none is charged. */
  readonly isReverseCharge: boolean;
  /** Always part of `total`; a separate line only if prices exclude it. */
  readonly taxTotal: number;
  /** The parts of `taxTotal`. */
  readonly taxes: readonly TaxedPart[];
  readonly total: number;
  readonly creditsApplied: number;
  readonly amountDue: number;
  /** The part of the proration credit that exceeds the charges: becomes account credit. */
  readonly carried: number;
  /** The plan line after discounts, without tax on top: the value of the term. */
  readonly planValue: number;
}

/**
 * Computes an invoice's totals. Order: charges, coupons (plan line before invoice, fixed before percentage),
 * tax, credits. Proration credits count after discounts and never make a total negative. The excess becomes
 * account credit.
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
  const remaining = () => left.reduce((sum, amount) => sum + amount, 0);
  const discounts: InvoiceLine[] = [];
  for (const coupon of inOrder(input.coupons)) {
    const base = remaining();
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
  // Where the buyer owes the tax, the value is what is left without it, so that no credit exceeds what was paid.
  const planValue = withoutReversed(remaining(), input.tax);
  const reversedTax = remaining() - planValue;
  const given = -returned.reduce((sum, { amount }) => sum + amount, 0);
  const used = Math.min(given, planValue);
  const unused = splitByWeight(
    used,
    returned.map(({ amount }) => -amount),
  );
  const net = planValue - used;
  const taxes = input.tax.isReversed ? [] : taxesOf(net, input.tax);
  const taxTotal = sumOf(taxes);
  const total = input.tax.isInclusive ? net : net + taxTotal;
  const reversal = {
    kind: "tax" as const,
    description: `${taxNames(input.tax.parts)}, reverse charge`,
    couponId: null,
    amount: -reversedTax,
  };
  const creditsApplied = Math.min(Math.max(0, input.credits), total);
  const over = given - used;
  const lines: InvoiceLine[] = [
    ...plans.map((charge) => ({ ...charge, couponId: null })),
    ...discounts,
    ...(reversedTax > 0 ? [reversal] : []),
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
    subTotal: plans.reduce((sum, { amount }) => sum + amount, 0) - used - reversedTax,
    isReverseCharge: input.tax.isReversed ?? false,
    discountsTotal: -discounts.reduce((sum, { amount }) => sum + amount, 0),
    taxTotal,
    taxes,
    total,
    creditsApplied,
    amountDue: total - creditsApplied,
    // Tax paid on top of the proration credit is credited with it.
    carried: withTax(over, input.tax),
    planValue,
  };
}
