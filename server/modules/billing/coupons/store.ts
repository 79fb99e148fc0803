import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { PeriodUnit } from "../rules/calendar.ts";
import type { CouponTerms } from "./rules.ts";
import { couponColumns } from "../plans/store.ts";

/** A coupon as staff see it. */
export interface StudioCouponRow extends CouponTerms {
  /** The batch of a one-time code; null for other coupons. */
  readonly batchId: string | null;
  /** Number of redemptions. Together with `redemptionsLeft`, this is the limit. */
  readonly redemptionsUsed: number;
  readonly createdAt: Date;
}

/** A plan that a coupon can apply to, in any billing region. */
export interface CouponPlanRow {
  readonly id: string;
  readonly name: string;
  readonly period: number;
  readonly periodUnit: PeriodUnit;
  readonly isOffered: boolean;
  /** False for a pass. */
  readonly renews: boolean;
}

// A cursor has millisecond precision, so the sort order must not be finer.
const createdAt = sql`date_trunc('milliseconds', coupons.created_at)`;
/** The columns of a coupon as staff see it, from the table `coupons`. */
export const studioCouponColumns = sql`${couponColumns}, coupons.batch_id as "batchId", coupons.redemptions_used as "redemptionsUsed",
  ${createdAt} as "createdAt"`;

type CouponsPage = {
  readonly first: number;
  readonly beforeAt: Date | null;
  readonly beforeId: string | null;
};
const selectPage = statement<CouponsPage, StudioCouponRow>(
  "billing.list_studio_coupons",
  (p) => sql`
    select ${studioCouponColumns} from billing.coupons
    where coupons.batch_id is null
      and (${p.beforeAt}::timestamptz is null or (${createdAt}, coupons.id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::text))
    order by ${createdAt} desc, coupons.id desc limit ${p.first}::int`,
);
const selectOne = statement<{ id: string }, StudioCouponRow>(
  "billing.find_studio_coupon",
  (p) => sql`select ${studioCouponColumns} from billing.coupons where id = ${p.id}`,
);
const updateLimits = statement<
  { id: string; redeemBy: Date | null; maxRedemptions: number | null },
  StudioCouponRow
>(
  "billing.set_coupon_limits",
  // Counts redemptions from the row that is updated. A concurrent redemption comes before or after, never
  // between.
  (p) => sql`
    update billing.coupons set redeem_by = ${p.redeemBy}, redemptions_left = ${p.maxRedemptions}::int - redemptions_used
    where id = ${p.id} and batch_id is null and (${p.maxRedemptions}::int is null or redemptions_used <= ${p.maxRedemptions}::int)
    returning ${studioCouponColumns}`,
);
const updateState = statement<{ id: string; state: "active" | "archived" }, StudioCouponRow>(
  "billing.set_coupon_state",
  (p) => sql`
    update billing.coupons set state = ${p.state}
    where id = ${p.id} and (state = 'archived') <> (${p.state} = 'archived') returning ${studioCouponColumns}`,
);
const selectPlans = statement<Record<string, never>, CouponPlanRow>(
  "billing.list_coupon_plans",
  () => sql`
    select id, name, period, period_unit as "periodUnit", is_offered as "isOffered", renews
    from billing.plans order by position, id`,
);
const selectCurrencies = statement<Record<string, never>, { code: string }>(
  "billing.list_currencies",
  () =>
    sql`select distinct currency_code as code from billing.price_versions where taken_back_at is null order by code`,
);

/** Coupons in any state, newest first, without those of batches. */
export const listStudioCoupons = (db: Db, page: CouponsPage): Promise<StudioCouponRow[]> =>
  db.many(selectPage, page);

export const findStudioCoupon = (db: Db, id: string): Promise<StudioCouponRow | null> =>
  db.maybe(selectOne, { id });

/**
 * Sets the redeem-by date and redemption limit.
 * @returns null if the coupon is unknown, one of a batch, or has more redemptions
 */
export const updateCouponLimits = (
  db: Db,
  limits: { id: string; redeemBy: Date | null; maxRedemptions: number | null },
): Promise<StudioCouponRow | null> => db.maybe(updateLimits, limits);

/**
 * Archives or restores a coupon.
 * @returns null if the coupon is unknown or already in that state
 */
export const updateCouponState = (
  db: Db,
  change: { id: string; state: "active" | "archived" },
): Promise<StudioCouponRow | null> => db.maybe(updateState, change);

/** All plans, offered or not, in display order. */
export const listCouponPlans = (db: Db): Promise<CouponPlanRow[]> => db.many(selectPlans, {});

/** Currencies with prices. */
export const listCurrencies = async (db: Db): Promise<string[]> =>
  (await db.many(selectCurrencies, {})).map(({ code }) => code);
