import { permissions } from "../../../../contract/staff.ts";
import type { AuditAction } from "../../../../contract/audit-actions.ts";
import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { recordAuditEntry, requireStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { CouponExists } from "../errors.ts";
import { periodsAfter } from "../rules/calendar.ts";
import { couponCode, stateAt } from "./rules.ts";
import type { CouponState, CouponTerms } from "./rules.ts";
import {
  findStudioCoupon,
  listCouponPlans,
  listCurrencies,
  listStudioCoupons,
  updateCouponLimits,
  updateCouponState,
} from "./store.ts";
import type { CouponPlanRow, StudioCouponRow } from "./store.ts";
import { insertCoupon } from "../plans/store.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

const maxCodeLength = 40;
const highestAmount = 10_000_000;
const maxMonths = 120;
const maxRedemptionCount = 1_000_000;
const latestYears = 10;

/** A coupon as staff see it. */
export interface StudioCoupon extends Omit<StudioCouponRow, "state"> {
  /** The effective state, which includes the redeem-by date. */
  readonly state: CouponState;
}

export interface StudioCouponPage {
  readonly items: readonly StudioCoupon[];
  readonly nextCursor: string | null;
}

/** The plans and currencies that a coupon can apply to. */
export interface CouponOptions {
  readonly plans: readonly CouponPlanRow[];
  readonly currencyCodes: readonly string[];
}

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

const shownAt = (now: Date, row: StudioCouponRow): StudioCoupon => ({ ...row, state: stateAt(row, now) });

function requirePriceEditor(ctx: Ctx): void {
  requireStaff(ctx, ...permissions.setPrices);
}

/**
 * The studio's coupons, newest first. For finance.
 * @throws NotFound for everyone else, BadInput, Unauthenticated
 */
export async function studioCoupons(
  ctx: Ctx,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<StudioCouponPage> {
  requirePriceEditor(ctx);
  const first = pageSize(page.first);
  const cursor = decodeCursor(page.after, ["time", "string"]);
  const [now, rows] = await Promise.all([
    billingNow(ctx),
    listStudioCoupons(ctx.db, {
      first: first + 1,
      beforeAt: cursor && cursor[0],
      beforeId: cursor && cursor[1],
    }),
  ]);
  const items = rows.slice(0, first).map((row) => shownAt(now, row));
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.createdAt.getTime(), last.id]) : null };
}

/**
 * The plans and currencies that a coupon can apply to. For support and finance, and
 * for those who write to people, whom they filter by plan.
 * @throws NotFound for everyone else, Unauthenticated
 */
export async function couponOptions(ctx: Ctx): Promise<CouponOptions> {
  requireStaff(ctx, ...permissions.seePeople, ...permissions.sendMessages);
  const [plans, currencyCodes] = await Promise.all([listCouponPlans(ctx.db), listCurrencies(ctx.db)]);
  return { plans, currencyCodes };
}

function readCode(text: string): string {
  rejectCardNumbers(text, "code");
  const code = couponCode(text);
  if (code.length > maxCodeLength || !/^[A-Z0-9][A-Z0-9-]+[A-Z0-9]$/.test(code))
    throw new BadInput(
      "code",
      msg("Use 3 to {maxCodeLength} letters, digits, or hyphens. Start and end with a letter or digit.", {
        maxCodeLength,
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

function checkLimits({ redeemBy, maxRedemptions }: CouponLimits, now: Date): void {
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

const limitsNotified = ({ redeemBy, maxRedemptions }: CouponLimits) => ({
  redeemBy: redeemBy?.toISOString() ?? null,
  maxRedemptions,
});

/**
 * Creates a coupon. The discount is immutable from then on, because it was promised. For finance.
 * @throws NotFound for everyone else, BadInput, PanRejected, CouponExists, Unauthenticated
 */
export async function createCoupon(ctx: Ctx, given: GivenCoupon): Promise<StudioCoupon> {
  requirePriceEditor(ctx);
  const id = readCode(given.code);
  const [now, options] = await Promise.all([billingNow(ctx), couponOptions(ctx)]);
  checkLimits(given, now);
  if (given.forStudents && (given.discountType !== "percentage" || given.duration !== "limited_period"))
    throw new BadInput(
      "forStudents",
      msg("A student price is a percentage for a limited time. Then the normal price holds."),
    );
  const terms: CouponTerms = {
    id,
    forStudents: given.forStudents,
    ...readDiscount(given, options.currencyCodes),
    ...readDuration(given),
    planIds: readPlans(given.planIds, options.plans),
    appliesTo: "invoice",
    state: "active",
    redeemBy: given.redeemBy,
    redemptionsLeft: given.maxRedemptions,
  };
  return ctx.transact(async (tx) => {
    if (!(await insertCoupon(tx.db, terms))) throw new CouponExists();
    const { discountType, basisPoints, amounts, duration, durationMonths, forStudents, planIds } = terms;
    await recordAuditEntry(tx, {
      action: "billing.coupon_created",
      subject: `coupon:${id}`,
      details: {
        discountType,
        basisPoints,
        amounts,
        duration,
        durationMonths,
        forStudents,
        planIds,
        ...limitsNotified(given),
      },
    });
    return shownAt(now, await requireCoupon(tx, id));
  });
}

/** @throws NotFound */
async function requireCoupon(ctx: Pick<Ctx, "db">, id: string): Promise<StudioCouponRow> {
  const found = await findStudioCoupon(ctx.db, id);
  if (!found) throw new NotFound("coupon");
  return found;
}

/**
 * Sets the redeem-by date and the total redemptions of a coupon; null for no limit. Existing redemptions
 * stay. For finance.
 * @throws NotFound for everyone else or an unknown coupon, BadInput, Unauthenticated
 */
export async function setCouponLimits(ctx: Ctx, code: string, limits: CouponLimits): Promise<StudioCoupon> {
  requirePriceEditor(ctx);
  const id = couponCode(code);
  const now = await billingNow(ctx);
  checkLimits(limits, now);
  return ctx.transact(async (tx) => {
    const changed = await updateCouponLimits(tx.db, { id, ...limits });
    if (!changed) {
      const { redemptionsUsed } = await requireCoupon(tx, id);
      throw new BadInput(
        "maxRedemptions",
        msg("Enter at least {redemptionsUsed}, the number already redeemed.", { redemptionsUsed }),
      );
    }
    await recordAuditEntry(tx, {
      action: "billing.coupon_limits_set",
      subject: `coupon:${id}`,
      details: limitsNotified(limits),
    });
    return shownAt(now, changed);
  });
}

async function moveCoupon(
  ctx: Ctx,
  code: string,
  to: { readonly state: "active" | "archived"; readonly action: AuditAction },
): Promise<StudioCoupon> {
  requirePriceEditor(ctx);
  const id = couponCode(code);
  const now = await billingNow(ctx);
  return ctx.transact(async (tx) => {
    const changed = await updateCouponState(tx.db, { id, state: to.state });
    if (!changed) return shownAt(now, await requireCoupon(tx, id));
    await recordAuditEntry(tx, { action: to.action, subject: `coupon:${id}` });
    return shownAt(now, changed);
  });
}

/**
 * Archives a coupon: no new redemptions, existing ones stay. For finance.
 * @throws NotFound for everyone else or an unknown coupon, Unauthenticated
 */
export const archiveCoupon = (ctx: Ctx, code: string): Promise<StudioCoupon> =>
  moveCoupon(ctx, code, { state: "archived", action: "billing.coupon_archived" });

/**
 * Restores a coupon from the archive: it can be redeemed again within its limits. For finance.
 * @throws NotFound for everyone else or an unknown coupon, Unauthenticated
 */
export const restoreCoupon = (ctx: Ctx, code: string): Promise<StudioCoupon> =>
  moveCoupon(ctx, code, { state: "active", action: "billing.coupon_restored" });
