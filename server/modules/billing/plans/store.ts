import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { AccessType } from "../subscriptions/access.ts";
import type { PeriodUnit } from "../rules/calendar.ts";
import type { CouponTerms, TakenCoupon } from "../coupons/rules.ts";
import type { TaxOverride } from "../taxes/taxes.ts";
import { opensSql } from "./store-editing.ts";
import type { Opens } from "./store-editing.ts";

/** Settings of a country: currency, right of withdrawal, and the studio's tax overrides. */
export interface CountryRow {
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly canWithdraw: boolean;
  /** Tax overrides of the whole country and of the requested region. */
  readonly taxOverrides: readonly TaxOverride[];
}

/** A plan with its price in one billing region. */
export interface PlanRow {
  readonly id: string;
  readonly name: string;
  readonly accessType: AccessType;
  readonly accessRank: number;
  readonly period: number;
  readonly periodUnit: PeriodUnit;
  readonly trialPeriod: number | null;
  readonly trialPeriodUnit: PeriodUnit | null;
  readonly isBestValue: boolean;
  readonly seats: number;
  readonly isOffered: boolean;
  /** False for a pass: paid once, for its period in days. */
  readonly renews: boolean;
  /** The one course or class that a pass opens; null for others. */
  readonly opens: Opens | null;
  readonly isOnlyWay: boolean;
  readonly amount: number;
  readonly currencyCode: string;
}

const selectCountry = statement<{ countryCode: string; region: string }, CountryRow>(
  "billing.find_country",
  (p) => sql`
    select code as "countryCode", currency_code as "currencyCode", can_withdraw as "canWithdraw",
      coalesce((select json_agg(json_build_object('region', region, 'from', holds_from, 'isInclusive', is_inclusive, 'parts', parts))
        from billing.own_rates where country_code = code and region in (${p.region}, '')), '[]') as "taxOverrides"
    from billing.countries where code = ${p.countryCode}`,
);
const selectCountries = statement<Record<string, never>, { code: string }>(
  "billing.list_countries",
  () => sql`select code from billing.countries order by code`,
);
const selectHasPrices = statement<{ currencyCode: string; at: Date }, { isThere: boolean }>(
  "billing.has_prices",
  (p) => sql`
    select exists (select from billing.price_versions where currency_code = ${p.currencyCode} and taken_back_at is null
      and valid_from <= (${p.at}::timestamptz at time zone 'UTC')::date) as "isThere"`,
);
/** Which prices of courses and classes are listed with the plans: there may be thousands. */
interface OwnPrices {
  readonly planIds?: readonly string[];
  /** Those of these courses and classes. */
  readonly opensIds?: readonly string[];
}
const selectPlans = statement<
  { currencyCode: string; countryCode: string; at: Date } & Required<OwnPrices>,
  PlanRow
>(
  "billing.list_plans",
  (p) => sql`
    select plans.id, plans.name, plans.access_type as "accessType", plans.period, plans.period_unit as "periodUnit",
      array_position(array['free', 'basic', 'standard', 'premium'], plans.access_type) - 1 as "accessRank",
      plans.trial_period as "trialPeriod", plans.trial_period_unit as "trialPeriodUnit", plans.is_best_value as "isBestValue",
      plans.seats, plans.is_offered and not plans.is_withheld as "isOffered", plans.renews, ${opensSql} as opens,
      plans.is_only_way as "isOnlyWay", price.amount, price.currency_code as "currencyCode"
    from (select id from billing.plans where opens_id is null
      union select id from billing.plans where id = any(${p.planIds}::text[])
      union select id from billing.plans where opens_id = any(${p.opensIds}::uuid[])) as listed
    join billing.plans using (id)
    join lateral (select amount, currency_code from billing.price_versions
      where plan_id = plans.id and currency_code = ${p.currencyCode} and country_code in (${p.countryCode}, '')
        and taken_back_at is null and valid_from <= (${p.at}::timestamptz at time zone 'UTC')::date
      order by country_code desc, valid_from desc limit 1) as price on true
    order by plans.position, plans.id`,
);

/** The columns of a coupon, from the table `coupons`. */
export const couponColumns = sql`
  coupons.id, coupons.discount_type as "discountType", coupons.basis_points as "basisPoints", coupons.duration,
  coupons.duration_months as "durationMonths", coupons.applies_to as "appliesTo", coupons.state, coupons.for_students as "forStudents", coupons.plan_ids as "planIds",
  coupons.redeem_by as "redeemBy", coupons.redemptions_left as "redemptionsLeft",
  coalesce((select jsonb_object_agg(currency_code, amount) from billing.coupon_amounts where coupon_id = coupons.id), '{}') as amounts`;
const selectCoupon = statement<{ id: string }, CouponTerms>(
  "billing.find_coupon",
  (p) => sql`select ${couponColumns} from billing.coupons where id = ${p.id}`,
);
const selectStudentCoupon = statement<{ now: Date; accountId: string | null }, CouponTerms>(
  "billing.find_student_coupon",
  (p) => sql`
    select ${couponColumns} from billing.coupons
    where for_students and batch_id is null and state = 'active' and (redeem_by is null or redeem_by > ${p.now}::timestamptz)
      and (redemptions_left is null or redemptions_left > 0)
      and not exists (select from billing.subscription_coupons as taken
        where taken.coupon_id = coupons.id and taken.account_id = ${p.accountId}::uuid)
    order by created_at desc, id limit 1`,
);
const selectTaken = statement<{ subscriptionId: string }, TakenCoupon>(
  "billing.list_taken_coupons",
  (p) => sql`
    select ${couponColumns}, taken.covered_months::float8 as "coveredMonths", taken.is_spent as "isSpent"
    from billing.subscription_coupons as taken join billing.coupons on coupons.id = taken.coupon_id
    where taken.subscription_id = ${p.subscriptionId}::uuid`,
);
const selectReductions = statement<
  { subscriptionId: string; accountId: string; currencyCode: string },
  { credits: number; coupons: readonly TakenCouponJson[] }
>(
  "billing.find_reductions",
  (p) => sql`
    select coalesce((select sum(amount) from billing.credits
        where account_id = ${p.accountId}::uuid and currency_code = ${p.currencyCode}), 0)::int as credits,
      coalesce((select json_agg(found) from (
        select ${couponColumns}, taken.covered_months::float8 as "coveredMonths", taken.is_spent as "isSpent"
        from billing.subscription_coupons as taken join billing.coupons on coupons.id = taken.coupon_id
        where taken.subscription_id = ${p.subscriptionId}::uuid) as found), '[]') as coupons`,
);
/** Times in JSON are strings. */
type TakenCouponJson = Omit<TakenCoupon, "redeemBy"> & {
  readonly redeemBy: string | null;
};
const selectWasTaken = statement<{ accountId: string; couponId: string }, { couponId: string }>(
  "billing.find_coupon_of_account",
  (p) => sql`
    select coupon_id as "couponId" from billing.subscription_coupons
    where account_id = ${p.accountId}::uuid
      and (coupon_id = ${p.couponId} or batch_id = (select batch_id from billing.coupons where id = ${p.couponId})) limit 1`,
);
const takeOne = statement<{ couponId: string }, never>(
  "billing.take_coupon",
  (p) => sql`
    update billing.coupons set redemptions_left = redemptions_left - 1, redemptions_used = redemptions_used + 1
    where id = ${p.couponId} and state = 'active' and (redemptions_left is null or redemptions_left > 0)`,
);
const insertTaken = statement<
  { couponId: string; subscriptionId: string; accountId: string; now: Date },
  never
>(
  "billing.insert_taken_coupon",
  (p) => sql`
    insert into billing.subscription_coupons (subscription_id, coupon_id, account_id, created_at, batch_id)
    values (${p.subscriptionId}::uuid, ${p.couponId}, ${p.accountId}::uuid, ${p.now},
      (select batch_id from billing.coupons where id = ${p.couponId})) on conflict do nothing`,
);
const deleteTaken = statement<{ subscriptionId: string }, never>(
  "billing.give_coupons_back",
  (p) => sql`
    with given as (delete from billing.subscription_coupons
      where subscription_id = ${p.subscriptionId}::uuid and first_used_at is null returning coupon_id)
    update billing.coupons set redemptions_left = redemptions_left + 1, redemptions_used = redemptions_used - 1
    from given where coupons.id = given.coupon_id`,
);
const markUsed = statement<
  { subscriptionId: string; couponIds: readonly string[]; months: number; usesUp: boolean; now: Date },
  never
>(
  "billing.mark_coupons_used",
  (p) => sql`
    update billing.subscription_coupons as taken
    set first_used_at = coalesce(first_used_at, ${p.now}), covered_months = covered_months + ${p.months}::numeric, is_spent = coupons.duration = 'one_time' or ${p.usesUp}
    from billing.coupons where coupons.id = taken.coupon_id and taken.subscription_id = ${p.subscriptionId}::uuid
      and taken.coupon_id = any(${p.couponIds}::text[])`,
);
const upsertCoupon = statement<Omit<CouponTerms, "amounts"> & { amounts: string }, { isNew: boolean }>(
  "billing.insert_coupon",
  (p) => sql`
    with coupon as (
      insert into billing.coupons (id, discount_type, basis_points, duration, duration_months, applies_to, state, for_students, plan_ids, redeem_by, redemptions_left)
      values (${p.id}, ${p.discountType}, ${p.basisPoints}, ${p.duration}, ${p.durationMonths}, ${p.appliesTo}, ${p.state}, ${p.forStudents},
        ${p.planIds}::text[], ${p.redeemBy}, ${p.redemptionsLeft}) on conflict (id) do nothing returning id),
    amounts as (
      insert into billing.coupon_amounts (coupon_id, currency_code, amount)
      select coupon.id, amounts.key, amounts.value::int from coupon, jsonb_each_text(${p.amounts}::jsonb) as amounts)
    select exists (select from coupon) as "isNew"`,
);

/** The settings of a country; null for a country without prices. */
export const findCountry = (db: Db, countryCode: string, region: string): Promise<CountryRow | null> =>
  db.maybe(selectCountry, { countryCode, region });

/** Whether anything has a price in a currency at a moment. */
export const hasPrices = async (db: Db, currencyCode: string, at: Date): Promise<boolean> =>
  (await db.one(selectHasPrices, { currencyCode, at })).isThere;

/** Countries with prices. */
export const listCountries = async (db: Db): Promise<string[]> =>
  (await db.many(selectCountries, {})).map(({ code }) => code);

/**
 * All plans and passes with a price in a billing region at a moment, offered or not, in display order. What opens only a course or
 * a class is listed where `planIds` or `opensIds` name it.
 */
export const listPlans = (
  db: Db,
  { currencyCode, countryCode }: Pick<CountryRow, "currencyCode" | "countryCode">,
  at: Date,
  { planIds = [], opensIds = [] }: OwnPrices = {},
): Promise<PlanRow[]> => db.many(selectPlans, { currencyCode, countryCode, at, planIds, opensIds });

export const findCoupon = (db: Db, id: string): Promise<CouponTerms | null> => db.maybe(selectCoupon, { id });

/** The newest coupon for students that an account can still redeem; null if there is none. */
export const findStudentCoupon = (
  db: Db,
  of: { now: Date; accountId: string | null },
): Promise<CouponTerms | null> => db.maybe(selectStudentCoupon, of);

/** The coupons of a subscription, including used-up ones. */
export const listTakenCoupons = (db: Db, subscriptionId: string): Promise<TakenCoupon[]> =>
  db.many(selectTaken, { subscriptionId });

/**
 * Reductions for an invoice: the subscription's coupons, including used-up ones, and the account's credit.
 */
export async function findReductions(
  db: Db,
  of: { subscriptionId: string; accountId: string; currencyCode: string },
): Promise<{ credits: number; coupons: TakenCoupon[] }> {
  const { credits, coupons } = await db.one(selectReductions, of);
  return {
    credits,
    coupons: coupons.map((coupon) => ({
      ...coupon,
      redeemBy: coupon.redeemBy === null ? null : new Date(coupon.redeemBy),
    })),
  };
}

/** Whether an account has already redeemed a coupon, or another code of its batch. */
export const wasCouponTaken = async (db: Db, accountId: string, couponId: string): Promise<boolean> =>
  (await db.maybe(selectWasTaken, { accountId, couponId })) !== null;

/**
 * Redeems a coupon for a subscription, if redemptions are left; once per account.
 * @returns whether it was redeemed
 */
export const insertTakenCoupon = async (
  db: Db,
  taken: { couponId: string; subscriptionId: string; accountId: string; now: Date },
): Promise<boolean> =>
  (await db.change(insertTaken, taken)) > 0 && (await db.change(takeOne, { couponId: taken.couponId })) > 0;

/** Returns the coupons of a subscription that never began. */
export const deleteTakenCoupons = async (db: Db, subscriptionId: string): Promise<void> => {
  await db.change(deleteTaken, { subscriptionId });
};

/**
 * Records that coupons reduced an invoice.
 * @param used.months the length of the term that it begins, or 0
 * @param used.usesUp no invoice follows, so that nothing is left of them
 */
export const markCouponsUsed = async (
  db: Db,
  used: { subscriptionId: string; couponIds: readonly string[]; months: number; usesUp: boolean; now: Date },
): Promise<void> => {
  if (used.couponIds.length > 0) await db.change(markUsed, used);
};

/**
 * Inserts a coupon unless its code exists.
 * @returns whether it was inserted
 */
export const insertCoupon = async (db: Db, coupon: CouponTerms): Promise<boolean> =>
  (await db.one(upsertCoupon, { ...coupon, amounts: JSON.stringify(coupon.amounts) })).isNew;
