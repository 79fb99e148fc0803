import { permissions } from "../../../../contract/staff.ts";
import type { AuditAction } from "../../../../contract/audit-actions.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { recordAuditEntry, requireStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { CouponExists } from "../errors.ts";
import { checkLimits, readCode, readTerms } from "./input.ts";
import type { CouponLimits, GivenCoupon } from "./input.ts";
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
import { msg } from "../../../platform/i18n/messages.ts";

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

/** A coupon as staff see it at a moment. */
export const shownAt = (now: Date, row: StudioCouponRow): StudioCoupon => ({
  ...row,
  state: stateAt(row, now),
});

export function requirePriceEditor(ctx: Ctx): void {
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

const limitsNotified = ({ redeemBy, maxRedemptions }: CouponLimits) => ({
  redeemBy: redeemBy?.toISOString() ?? null,
  maxRedemptions,
});

/** The terms of a new coupon, or of a batch, as the audit log has them. */
export function termsAudited(terms: CouponTerms) {
  const { discountType, basisPoints, amounts, duration, durationMonths, forStudents, planIds } = terms;
  return {
    discountType,
    basisPoints,
    amounts,
    duration,
    durationMonths,
    forStudents,
    planIds,
    ...limitsNotified({ redeemBy: terms.redeemBy, maxRedemptions: terms.redemptionsLeft }),
  };
}

/**
 * Creates a coupon. The discount is immutable from then on, because it was promised. For finance.
 * @throws NotFound for everyone else, BadInput, PanRejected, CouponExists, Unauthenticated
 */
export async function createCoupon(ctx: Ctx, given: GivenCoupon): Promise<StudioCoupon> {
  requirePriceEditor(ctx);
  const id = readCode(given.code);
  const [now, options] = await Promise.all([billingNow(ctx), couponOptions(ctx)]);
  const terms = readTerms(given, { id, now, ...options });
  return ctx.transact(async (tx) => {
    if (!(await insertCoupon(tx.db, terms))) throw new CouponExists();
    await recordAuditEntry(tx, {
      action: "billing.coupon_created",
      subject: `coupon:${id}`,
      details: termsAudited(terms),
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
 * @throws NotFound for everyone else, for an unknown coupon and for a code of a batch, BadInput, Unauthenticated
 */
export async function setCouponLimits(ctx: Ctx, code: string, limits: CouponLimits): Promise<StudioCoupon> {
  requirePriceEditor(ctx);
  const id = couponCode(code);
  const now = await billingNow(ctx);
  checkLimits(limits, now);
  return ctx.transact(async (tx) => {
    const changed = await updateCouponLimits(tx.db, { id, ...limits });
    if (!changed) {
      const { batchId, redemptionsUsed } = await requireCoupon(tx, id);
      if (batchId !== null) throw new NotFound("coupon");
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
