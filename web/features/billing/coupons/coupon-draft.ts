import { minorDigits } from "../../../lib/money.ts";
import { limitsOf, noLimits, type TypedLimits } from "./limit-fields.tsx";
import { minorOf } from "./typed.ts";

/** A new coupon as typed. `basisPoints` holds a percentage, and `amounts` one text per currency. */
export type CouponDraft = TypedLimits & {
  code: string;
  /** One-time codes that begin with `code`. */
  isBatch: boolean;
  count: string;
  kind: "percentage" | "fixed_amount";
  basisPoints: string;
  amounts: Record<string, string>;
  duration: "one_time" | "limited_period" | "forever";
  months: string;
  forStudents: boolean;
  planIds: string[];
};

/** An empty draft for the studio's currencies. */
export const emptyCoupon = (currencyCodes: readonly string[]): CouponDraft => ({
  code: "",
  isBatch: false,
  count: "",
  kind: "percentage",
  basisPoints: "",
  amounts: Object.fromEntries(currencyCodes.map((code) => [code, ""])),
  duration: "one_time",
  months: "",
  forStudents: false,
  planIds: [],
  ...noLimits,
});

/** A valid draft as the mutation takes it. */
export function couponInput(draft: CouponDraft) {
  const { code, kind, duration, forStudents, planIds } = draft;
  const amounts = Object.entries(kind === "fixed_amount" ? draft.amounts : {})
    .filter(([, text]) => text.trim())
    .map(([currencyCode, text]) => ({ currencyCode, amount: minorOf(text, minorDigits(currencyCode))! }));
  return {
    code,
    discountType: kind,
    basisPoints: kind === "percentage" ? minorOf(draft.basisPoints, 2) : null,
    amounts,
    duration,
    months: duration === "limited_period" ? minorOf(draft.months, 0) : null,
    forStudents,
    planIds: planIds.length > 0 ? planIds : null,
    ...limitsOf(draft),
  };
}
