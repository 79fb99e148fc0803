import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Tx } from "../../../ctx.ts";
import type { Db } from "../../../platform/db.ts";
import type { PeriodUnit } from "../rules/calendar.ts";

/** A plan in a provider's records: the price that a provider charges for it in a currency. */
export interface PlanRef {
  readonly planId: string;
  readonly currencyCode: string;
  /** The provider's id of the price. */
  readonly ref: string;
}

/** A plan's reference with the price that the provider charged at the last check; null if it has none for the period. */
export interface CheckedPlanRef extends PlanRef {
  readonly heldAmount: number | null;
}

/** A coupon in a provider's records. */
export interface CouponRef {
  readonly couponId: string;
  /** Empty for every currency. */
  readonly currencyCode: string;
  /** The provider's id of the coupon. */
  readonly ref: string;
}

/** A coupon's reference, and whether the provider's coupon took off the same at the last check. */
export interface CheckedCouponRef extends CouponRef {
  readonly isEqual: boolean;
}

/** What our plan costs in a currency on a day, without prices of single countries. */
export interface ListPrice {
  readonly planId: string;
  readonly currencyCode: string;
  readonly amount: number;
  readonly period: number;
  readonly periodUnit: PeriodUnit;
}

const selectPlans = statement<{ provider: string }, CheckedPlanRef>(
  "billing.list_plan_refs",
  (p) => sql`
    select plan_id as "planId", currency_code as "currencyCode", ref, held_amount as "heldAmount"
    from billing.plan_refs where provider = ${p.provider} order by plan_id, currency_code`,
);
const selectPlanOfRef = statement<{ provider: string; ref: string }, PlanRef>(
  "billing.find_plan_of_ref",
  (p) => sql`
    select plan_id as "planId", currency_code as "currencyCode", ref
    from billing.plan_refs where provider = ${p.provider} and ref = ${p.ref} order by currency_code limit 1`,
);
const selectCoupons = statement<{ provider: string }, CheckedCouponRef>(
  "billing.list_coupon_refs",
  (p) => sql`
    select coupon_id as "couponId", currency_code as "currencyCode", ref, is_equal as "isEqual"
    from billing.coupon_refs where provider = ${p.provider} order by coupon_id, currency_code`,
);
const selectCoupon = statement<
  { provider: string; couponId: string; currencyCode: string },
  CheckedCouponRef
>(
  "billing.find_coupon_ref",
  (p) => sql`
    select coupon_id as "couponId", currency_code as "currencyCode", ref, is_equal as "isEqual"
    from billing.coupon_refs
    where provider = ${p.provider} and coupon_id = ${p.couponId} and currency_code in (${p.currencyCode}, '')
    order by currency_code desc limit 1`,
);
const deleteAll = statement<{ provider: string }, never>(
  "billing.delete_price_refs",
  (p) => sql`
    with coupons as (delete from billing.coupon_refs where provider = ${p.provider})
    delete from billing.plan_refs where provider = ${p.provider}`,
);
const insertPlans = statement<{ provider: string; refs: string; now: Date }, never>(
  "billing.insert_plan_refs",
  (p) => sql`
    insert into billing.plan_refs (provider, plan_id, currency_code, ref, held_amount, checked_at)
    select ${p.provider}, "planId", "currencyCode", ref, "heldAmount", ${p.now}
    from jsonb_to_recordset(${p.refs}::jsonb) as given ("planId" text, "currencyCode" text, ref text, "heldAmount" int)`,
);
const insertCoupons = statement<{ provider: string; refs: string; now: Date }, never>(
  "billing.insert_coupon_refs",
  (p) => sql`
    insert into billing.coupon_refs (provider, coupon_id, currency_code, ref, is_equal, checked_at)
    select ${p.provider}, "couponId", "currencyCode", ref, "isEqual", ${p.now}
    from jsonb_to_recordset(${p.refs}::jsonb) as given ("couponId" text, "currencyCode" text, ref text, "isEqual" boolean)`,
);
const updatePlans = statement<{ provider: string; refs: string; now: Date }, never>(
  "billing.update_plan_refs",
  (p) => sql`
    update billing.plan_refs set held_amount = given."heldAmount", checked_at = ${p.now}
    from jsonb_to_recordset(${p.refs}::jsonb) as given ("planId" text, "currencyCode" text, ref text, "heldAmount" int)
    where provider = ${p.provider} and plan_id = given."planId" and currency_code = given."currencyCode" and plan_refs.ref = given.ref`,
);
const updateCoupons = statement<{ provider: string; refs: string; now: Date }, never>(
  "billing.update_coupon_refs",
  (p) => sql`
    update billing.coupon_refs set is_equal = given."isEqual", checked_at = ${p.now}
    from jsonb_to_recordset(${p.refs}::jsonb) as given ("couponId" text, "currencyCode" text, ref text, "isEqual" boolean)
    where provider = ${p.provider} and coupon_id = given."couponId" and currency_code = given."currencyCode" and coupon_refs.ref = given.ref`,
);
const selectListPrices = statement<{ at: Date }, ListPrice>(
  "billing.list_prices_of_currencies",
  (p) => sql`
    select distinct on (plans.id, versions.currency_code) plans.id as "planId", versions.currency_code as "currencyCode",
      versions.amount, plans.period, plans.period_unit as "periodUnit"
    from billing.plans join billing.price_versions as versions on versions.plan_id = plans.id and plans.renews
    where versions.country_code = '' and versions.taken_back_at is null and versions.valid_from <= (${p.at}::timestamptz at time zone 'UTC')::date
    order by plans.id, versions.currency_code, versions.valid_from desc`,
);

/** The references of a provider's prices, by plan and currency. */
export const listPlanRefs = (db: Db, provider: string): Promise<CheckedPlanRef[]> =>
  db.many(selectPlans, { provider });

/** The plan that a provider's price stands for; null for a price that was never imported. */
export const findPlanOfRef = (db: Db, provider: string, ref: string): Promise<PlanRef | null> =>
  db.maybe(selectPlanOfRef, { provider, ref });

export const listCouponRefs = (db: Db, provider: string): Promise<CheckedCouponRef[]> =>
  db.many(selectCoupons, { provider });

/** The provider's coupon that stands for ours in a currency; null if there is none that takes off the same. */
export const findCouponRef = async (
  db: Db,
  of: { provider: string; couponId: string; currencyCode: string },
): Promise<string | null> => {
  const found = await db.maybe(selectCoupon, of);
  return found?.isEqual ? found.ref : null;
};

/** Replaces every reference of a provider, in the caller's transaction. */
export async function replaceRefs(
  { db }: Pick<Tx, "db">,
  provider: string,
  { plans, coupons }: { plans: readonly CheckedPlanRef[]; coupons: readonly CheckedCouponRef[] },
  now: Date,
): Promise<void> {
  await db.change(deleteAll, { provider });
  await db.change(insertPlans, { provider, refs: JSON.stringify(plans), now });
  await db.change(insertCoupons, { provider, refs: JSON.stringify(coupons), now });
}

/** Writes what a check found. References that were imported since are left alone. */
export async function saveChecked(
  { db }: Pick<Tx, "db">,
  provider: string,
  { plans, coupons }: { plans: readonly CheckedPlanRef[]; coupons: readonly CheckedCouponRef[] },
  now: Date,
): Promise<void> {
  await db.change(updatePlans, { provider, refs: JSON.stringify(plans), now });
  await db.change(updateCoupons, { provider, refs: JSON.stringify(coupons), now });
}

/** What each plan costs in each currency at a moment. */
export const listListPrices = (db: Db, at: Date): Promise<ListPrice[]> => db.many(selectListPrices, { at });
