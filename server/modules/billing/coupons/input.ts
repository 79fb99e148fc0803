import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { periodsAfter } from "../rules/calendar.ts";
import { couponCode } from "./rules.ts";
import type { CouponTerms } from "./rules.ts";
import type { CouponPlanRow } from "./store.ts";

export const maxCodeLength = 40;
const highestAmount = 10_000_000;
const maxMonths = 120;
const maxRedemptionCount = 1_000_000;
const latestYears = 10;

/**
 * The limits of a coupon that can change: the redeem-by date and the total redemptions. Null for no limit.
 */
export interface CouponLimits {
  readonly redeemBy: Date | null;
  readonly maxRedemptions: number | null;
}

/** The input for a new coupon. */
export interface GivenCoupon
  extends CouponLimits, Pick<CouponTerms, "discountType" | "basisPoints" | "duration"> {
  readonly code: string;
  readonly amounts: readonly { readonly currencyCode: string; readonly amount: number }[];
  readonly months: number | null;
  readonly forStudents: boolean;
  /** Null for all plans. */
  readonly planIds: readonly string[] | null;
}

/**
 * Reads a new code, or the prefix of a batch's codes.
 * @throws BadInput, PanRejected
 */
export function readCode(text: string, maxLength = maxCodeLength): string {
  rejectCardNumbers(text, "code");
  const code = couponCode(text);
  if (code.length > maxLength || !/^[A-Z0-9][A-Z0-9-]+[A-Z0-9]$/.test(code))
    throw new BadInput(
      "code",
      msg("Use 3 to {maxCodeLength} letters, digits, or hyphens. Start and end with a letter or digit.", {
        maxCodeLength: maxLength,
      }),
    );
  return code;
}

function isWithin(value: number | null, most: number): value is number {
  return value !== null && Number.isInteger(value) && value >= 1 && value <= most;
}

/**
 * Parses the discount.
 * @throws BadInput
 */
function readDiscount(
  given: GivenCoupon,
  currencyCodes: readonly string[],
): Pick<CouponTerms, "discountType" | "basisPoints" | "amounts"> {
  const { discountType, basisPoints, amounts } = given;
  if (discountType === "percentage") {
    if (amounts.length > 0) throw new BadInput("amounts", msg("Leave amounts empty for a percentage."));
    if (!isWithin(basisPoints, 10_000))
      throw new BadInput(
        "basisPoints",
        inEnglish("Enter a percentage from 0.01% to 100%, in hundredths of a percent."),
      );
    return { discountType, basisPoints, amounts: {} };
  }
  if (basisPoints !== null)
    throw new BadInput("basisPoints", msg("Leave the percentage empty for a fixed amount."));
  if (amounts.length === 0) throw new BadInput("amounts", msg("Enter an amount in at least one currency."));
  const found = new Map<string, number>();
  for (const { currencyCode, amount } of amounts) {
    if (!currencyCodes.includes(currencyCode))
      throw new BadInput("amounts", msg("There are no prices in this currency. Remove it."));
    if (found.has(currencyCode)) throw new BadInput("amounts", msg("Enter each currency only once."));
    if (!isWithin(amount, highestAmount))
      throw new BadInput("amounts", inEnglish(`Enter an amount from 1 to ${highestAmount} minor units.`));
    found.set(currencyCode, amount);
  }
  return { discountType, basisPoints: null, amounts: Object.fromEntries(found) };
}

/**
 * Parses the duration.
 * @throws BadInput
 */
function readDuration({ duration, months }: GivenCoupon): Pick<CouponTerms, "duration" | "durationMonths"> {
  if (duration !== "limited_period") {
    if (months !== null) throw new BadInput("months", msg("Set months only for a limited period."));
    return { duration, durationMonths: null };
  }
  if (!isWithin(months, maxMonths))
    throw new BadInput("months", msg("Enter 1 to {maxMonths} months.", { maxMonths }));
  return { duration, durationMonths: months };
}

function readPlans(planIds: readonly string[] | null, plans: readonly CouponPlanRow[]): string[] | null {
  if (planIds === null) return null;
  if (planIds.length === 0)
    throw new BadInput("planIds", msg("Choose at least one plan, or leave empty for all plans."));
  if (!planIds.every((id) => plans.some((plan) => plan.id === id)))
    throw new BadInput("planIds", msg("One of these plans doesn’t exist. Choose again."));
  return [...new Set(planIds)];
}

/**
 * Checks the limits of a coupon at a moment.
 * @throws BadInput
 */
export function checkLimits({ redeemBy, maxRedemptions }: CouponLimits, now: Date): void {
  const latest = periodsAfter(now, latestYears, { period: 1, periodUnit: "year" });
  if (redeemBy && !(redeemBy > now && redeemBy <= latest))
    throw new BadInput(
      "redeemBy",
      msg("A promo code ends in the future, within {latestYears} years.", { latestYears }),
    );
  if (maxRedemptions !== null && !isWithin(maxRedemptions, maxRedemptionCount))
    throw new BadInput(
      "maxRedemptions",
      msg("Enter a limit from 1 to {maxRedemptionCount}.", { maxRedemptionCount }),
    );
}

/**
 * Parses the terms of a new coupon.
 * @param options.id the code as `readCode` returned it
 * @throws BadInput
 */
export function readTerms(
  given: GivenCoupon,
  options: {
    readonly id: string;
    readonly plans: readonly CouponPlanRow[];
    readonly currencyCodes: readonly string[];
    readonly now: Date;
  },
): CouponTerms {
  checkLimits(given, options.now);
  if (given.forStudents && (given.discountType !== "percentage" || given.duration !== "limited_period"))
    throw new BadInput(
      "forStudents",
      msg("A student price is a percentage for a limited time. Then the normal price holds."),
    );
  return {
    id: options.id,
    forStudents: given.forStudents,
    ...readDiscount(given, options.currencyCodes),
    ...readDuration(given),
    planIds: readPlans(given.planIds, options.plans),
    appliesTo: "invoice",
    state: "active",
    redeemBy: given.redeemBy,
    redemptionsLeft: given.maxRedemptions,
  };
}
