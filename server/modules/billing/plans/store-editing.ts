import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { AccessType } from "../subscriptions/access.ts";
import type { PeriodUnit } from "../rules/calendar.ts";
import type { TaxOverride } from "../taxes/taxes.ts";

/** The one course or class that a pass opens. */
export interface Opens {
  readonly kind: "course" | "class";
  readonly id: string;
}

/** SQL for the `Opens` of a row of `plans`, as JSON; null without. */
export const opensSql = sql`case when plans.opens_id is not null then jsonb_build_object('kind', plans.opens_kind, 'id', plans.opens_id) end`;

/** A plan as the studio edits it. */
export interface EditedPlanRow {
  readonly id: string;
  readonly name: string;
  readonly accessType: AccessType;
  readonly period: number;
  readonly periodUnit: PeriodUnit;
  readonly trialPeriod: number | null;
  readonly trialPeriodUnit: PeriodUnit | null;
  readonly isBestValue: boolean;
  readonly seats: number;
  readonly isOffered: boolean;
  /** False for a pass. */
  readonly renews: boolean;
  /** What a pass opens alone; null for a plan, and for a pass that opens all of its access type. */
  readonly opens: Opens | null;
  /** Whether no plan opens that. */
  readonly isOnlyWay: boolean;
  /** Whether that can’t be sold now, although it is offered: it isn’t published, or is free. */
  readonly isWithheld: boolean;
  readonly position: number;
  /** Grows with every edit. */
  readonly version: number;
}

/** A price from a day (UTC) on. It never changes once someone bought it. */
export interface PriceVersionRow {
  readonly id: string;
  readonly planId: string;
  readonly currencyCode: string;
  /** Empty: of the whole currency. */
  readonly countryCode: string;
  /** Minor units. */
  readonly amount: number;
  readonly validFrom: string;
}

const planColumns = sql`
  id, name, access_type as "accessType", period, period_unit as "periodUnit", trial_period as "trialPeriod",
  trial_period_unit as "trialPeriodUnit", is_best_value as "isBestValue", seats, is_offered as "isOffered", renews, position, version,
  ${opensSql} as opens, is_only_way as "isOnlyWay", is_withheld as "isWithheld"`;
const versionColumns = sql`
  id, plan_id as "planId", currency_code as "currencyCode", country_code as "countryCode", amount, valid_from::text as "validFrom"`;

const selectPlans = statement<Record<string, never>, EditedPlanRow>(
  "billing.list_edited_plans",
  () => sql`select ${planColumns} from billing.plans order by position, id`,
);
const selectPlan = statement<{ id: string }, EditedPlanRow>(
  "billing.find_edited_plan",
  (p) => sql`select ${planColumns} from billing.plans where id = ${p.id}`,
);
/** What an edit of a plan sets. */
type PlanChanges = Omit<
  EditedPlanRow,
  "accessType" | "period" | "periodUnit" | "renews" | "seats" | "opens" | "isOnlyWay" | "isWithheld"
>;
type NewPlanRow = Omit<EditedPlanRow, "version" | "isOffered" | "isWithheld">;
const selectOpensId = statement<{ id: string }, { opensId: string | null }>(
  "billing.find_opens_of_plan",
  (p) => sql`select opens_id as "opensId" from billing.plans where id = ${p.id}`,
);
const insertPlanRow = statement<
  Omit<NewPlanRow, "opens"> & { opensKind: string | null; opensId: string | null },
  never
>(
  "billing.insert_plan",
  (p) => sql`
    insert into billing.plans (id, name, access_type, period, period_unit, trial_period, trial_period_unit, is_best_value, seats,
      is_offered, renews, position, opens_kind, opens_id, is_only_way)
    values (${p.id}, ${p.name}, ${p.accessType}, ${p.period}, ${p.periodUnit}, ${p.trialPeriod}, ${p.trialPeriodUnit},
      ${p.isBestValue}, ${p.seats}, true, ${p.renews}, ${p.position}, ${p.opensKind}, ${p.opensId}::uuid, ${p.isOnlyWay})
    on conflict (id) do nothing`,
);
const updatePlanRow = statement<PlanChanges, EditedPlanRow>(
  "billing.update_plan",
  (p) => sql`
    update billing.plans set name = ${p.name}, trial_period = ${p.trialPeriod}, trial_period_unit = ${p.trialPeriodUnit},
      is_best_value = ${p.isBestValue}, is_offered = ${p.isOffered}, position = ${p.position}, version = version + 1
    where id = ${p.id} and version = ${p.version} returning ${planColumns}`,
);
const selectVersions = statement<Record<string, never>, PriceVersionRow>(
  "billing.list_price_versions",
  () =>
    sql`select ${versionColumns} from billing.price_versions where taken_back_at is null order by plan_id, currency_code, country_code, valid_from`,
);
const selectVersion = statement<{ id: string }, PriceVersionRow>(
  "billing.find_price_version",
  (p) =>
    sql`select ${versionColumns} from billing.price_versions where id = ${p.id}::uuid and taken_back_at is null`,
);
const selectOfDay = statement<Omit<PriceVersionRow, "id" | "amount">, PriceVersionRow>(
  "billing.find_price_version_of_day",
  (p) => sql`
    select ${versionColumns} from billing.price_versions where plan_id = ${p.planId} and currency_code = ${p.currencyCode}
      and country_code = ${p.countryCode} and valid_from = ${p.validFrom}::date and taken_back_at is null`,
);
const insertVersionRow = statement<Omit<PriceVersionRow, "id">, never>(
  "billing.insert_price_version",
  (p) => sql`
    insert into billing.price_versions (plan_id, currency_code, country_code, amount, valid_from)
    values (${p.planId}, ${p.currencyCode}, ${p.countryCode}, ${p.amount}, ${p.validFrom}::date) on conflict do nothing`,
);
const countMembers = statement<
  Record<string, never>,
  { planId: string; currencyCode: string; countryCode: string; amount: number; count: number }
>(
  "billing.count_members_by_price",
  () => sql`
    select plan_id as "planId", currency_code as "currencyCode", country_code as "countryCode", price_amount as amount, count(*)::int as count
    from billing.subscriptions where status in ('future', 'in_trial', 'active', 'non_renewing', 'paused') and price_amount > 0 group by 1, 2, 3, 4`,
);
const selectCountries = statement<
  Record<string, never>,
  { code: string; currencyCode: string; taxOverrides: readonly TaxOverride[] }
>(
  "billing.list_billing_countries",
  () => sql`
    select code, currency_code as "currencyCode",
      coalesce((select json_agg(json_build_object('region', region, 'from', holds_from, 'isInclusive', is_inclusive, 'parts', parts))
        from billing.own_rates where country_code = code and region = ''), '[]') as "taxOverrides"
    from billing.countries order by code`,
);
const lockMoves = statement<{ code: string }, never>(
  "billing.lock_country_moves",
  (p) =>
    sql`select from (select pg_advisory_xact_lock(hashtextextended('country ' || ${p.code}, 0))) as locked`,
);
const selectCountry = statement<{ code: string }, { currencyCode: string }>(
  "billing.find_country_currency",
  (p) => sql`select currency_code as "currencyCode" from billing.countries where code = ${p.code}`,
);
const upsertCountry = statement<{ code: string; currencyCode: string }, never>(
  "billing.upsert_country",
  (p) => sql`
    insert into billing.countries (code, currency_code) values (${p.code}, ${p.currencyCode})
    on conflict (code) do update set currency_code = excluded.currency_code`,
);

/** All plans, offered or not, in display order. */
export const listEditedPlans = (db: Db): Promise<EditedPlanRow[]> => db.many(selectPlans, {});

export const findEditedPlan = (db: Db, id: string): Promise<EditedPlanRow | null> =>
  db.maybe(selectPlan, { id });

/** The id of the course or class that a plan opens alone; null for others. */
export const opensIdOf = async (db: Db, id: string): Promise<string | null> =>
  (await db.maybe(selectOpensId, { id }))?.opensId ?? null;

/** @returns false if its id is taken */
export const insertPlan = async (
  db: Db,
  {
    opens,
    ...plan
  }: Omit<NewPlanRow, "opens" | "isOnlyWay"> & Partial<Pick<NewPlanRow, "opens" | "isOnlyWay">>,
): Promise<boolean> =>
  (await db.change(insertPlanRow, {
    isOnlyWay: false,
    ...plan,
    opensKind: opens?.kind ?? null,
    opensId: opens?.id ?? null,
  })) > 0;

/**
 * Updates a plan that is still at its version.
 * @returns the plan; null if another editor was faster
 */
export const updatePlan = (db: Db, plan: PlanChanges): Promise<EditedPlanRow | null> =>
  db.maybe(updatePlanRow, plan);

/** All price versions, the oldest of a price first. */
export const listVersions = (db: Db): Promise<PriceVersionRow[]> => db.many(selectVersions, {});

export const findVersion = (db: Db, id: string): Promise<PriceVersionRow | null> =>
  db.maybe(selectVersion, { id });

/** The version of a price that begins on a day. */
export const findVersionOfDay = (
  db: Db,
  { planId, currencyCode, countryCode, validFrom }: Omit<PriceVersionRow, "id" | "amount">,
): Promise<PriceVersionRow | null> => db.maybe(selectOfDay, { planId, currencyCode, countryCode, validFrom });

/** @returns false if a version of this price begins on the same day */
export const insertVersion = async (db: Db, version: Omit<PriceVersionRow, "id">): Promise<boolean> =>
  (await db.change(insertVersionRow, version)) > 0;

/** Paying members by plan, currency, country and agreed price. */
export const countMembersByPrice = (
  db: Db,
): Promise<{ planId: string; currencyCode: string; countryCode: string; amount: number; count: number }[]> =>
  db.many(countMembers, {});

/** Countries with their currency and the tax overrides of the whole country. */
export const listBillingCountries = (
  db: Db,
): Promise<{ code: string; currencyCode: string; taxOverrides: readonly TaxOverride[] }[]> =>
  db.many(selectCountries, {});

/** Makes other moves of a country wait until the transaction ends. */
export const lockCountryMoves = async (db: Db, code: string): Promise<void> => {
  await db.change(lockMoves, { code });
};

/** The currency of a country; null without one of its own. */
export const findCountryCurrency = async (db: Db, code: string): Promise<string | null> =>
  (await db.maybe(selectCountry, { code }))?.currencyCode ?? null;

/** Sets the currency of a country. Those of the law’s right of withdrawal exist from the start. */
export const setCountryCurrency = async (
  db: Db,
  country: { code: string; currencyCode: string },
): Promise<void> => {
  await db.change(upsertCountry, country);
};
