import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { subscriptionStatuses } from "../rules/states.ts";
import type { SubscriptionStatus } from "../rules/states.ts";
import { isLive } from "../rules/states.ts";

/** The phase of a person’s plan, as staff filter by it. */
export const payerStages = [
  "trialing",
  "paying",
  "payment_failed",
  "leaving",
  "prepaid",
  "paused",
  "complimentary",
  "canceled",
] as const;
export type PayerStage = (typeof payerStages)[number];

const statusesOf: Readonly<Record<PayerStage, readonly SubscriptionStatus[]>> = {
  trialing: ["in_trial"],
  paying: ["active"],
  payment_failed: ["active"],
  leaving: ["non_renewing"],
  prepaid: ["non_renewing"],
  paused: ["paused"],
  complimentary: subscriptionStatuses.filter(isLive),
  canceled: ["canceled"],
};

/** What accounts are filtered by, by their plans. */
export interface PayerFilter {
  readonly stage: PayerStage | null;
  readonly planId: string | null;
  readonly countryCode: string | null;
  /** ISO 4217. */
  readonly currencyCode: string | null;
}
/** Which conditions of `payersSql` a filter needs. */
export interface PayerShape {
  readonly stage: PayerStage | null;
  /** The first of plan, currency and country that is given; the later ones are conditions as well. */
  readonly by: "any" | "plan" | "currency" | "country";
}
/** The parameters of `payersSql`. */
export interface PayerParams {
  readonly planId: string | null;
  readonly countryCode: string | null;
  readonly currencyCode: string | null;
}

/** The conditions that a filter needs; null if it has none. */
export function payerShapeOf({ stage, planId, countryCode, currencyCode }: PayerFilter): PayerShape | null {
  const by =
    planId !== null ? "plan" : currencyCode !== null ? "currency" : countryCode !== null ? "country" : "any";
  return stage === null && by === "any" ? null : { stage, by };
}

const listOf = (statuses: readonly SubscriptionStatus[]) =>
  sql.raw(`(${statuses.map((status) => `'${status}'`).join(", ")})`);
const liveStatuses = subscriptionStatuses.filter(isLive);
const live = listOf(liveStatuses);
// A plan that staff gave free of charge pays nothing and isn't canceled. It has no trial.
const stageSql: Readonly<Record<PayerStage, RawBuilder<unknown>>> = {
  trialing: sql``,
  paying: sql`and dunning_status is distinct from 'in_progress' and not is_complimentary`,
  payment_failed: sql`and dunning_status = 'in_progress' and not is_complimentary`,
  // Passes and months of gift cards end without being canceled.
  leaving: sql`and not is_complimentary and not is_prepaid`,
  prepaid: sql`and is_prepaid`,
  paused: sql`and not is_complimentary`,
  complimentary: sql`and is_complimentary`,
  // People with a live subscription aren't canceled.
  canceled: sql`and not exists (
    select from billing.subscriptions as other where other.person_id = found.person_id and other.status in ${live}
      and other.opens_id is null)`,
};

/** Whether what was bought alone would fit too, by its status, currency or country. Only passes can be chosen as a plan. */
const fitsBuyers = ({ stage, by }: PayerShape): boolean =>
  by !== "plan" && (stage === null || stage === "prepaid" || stage === "canceled");

/**
 * Ids of the accounts with such a subscription. A course or class that was bought alone is no stage of its buyer, and no plan. Only the
 * conditions of the shape are written, so that the planner knows how many rows they leave: it walks the newest people for a common
 * stage, and an index for a rare one.
 */
export const payersSql = (
  { stage, by }: PayerShape,
  p: { readonly [Name in keyof PayerParams]: unknown },
): RawBuilder<unknown> => sql`(
  select person_id as id from billing.subscriptions as found
  where status in ${listOf(stage ? statusesOf[stage] : liveStatuses)}
    ${stage ? stageSql[stage] : sql``}
    ${fitsBuyers({ stage, by }) ? sql`and found.opens_id is null` : sql``}
    ${bySql(by, p)})`;

function bySql(
  by: PayerShape["by"],
  p: { readonly [Name in keyof PayerParams]: unknown },
): RawBuilder<unknown> {
  const inCountry = sql`and (${p.countryCode}::text is null or country_code = ${p.countryCode}::text)`;
  const inCurrency = sql`and (${p.currencyCode}::text is null or currency_code = ${p.currencyCode}::text)`;
  return {
    any: sql``,
    plan: sql`and plan_id = ${p.planId}::text ${inCurrency} ${inCountry}`,
    currency: sql`and currency_code = ${p.currencyCode}::text ${inCountry}`,
    country: sql`and country_code = ${p.countryCode}::text`,
  }[by];
}

/** When a subscription of which account got a status, for another module's statement; not what was bought alone. */
export const transitionsSql = (status: SubscriptionStatus): RawBuilder<unknown> => sql`(
  select person_id as id, happened_at as at
  from billing.transitions join billing.subscriptions on subscriptions.id = subscription_id
  where to_status = ${sql.lit(status)} and opens_id is null)`;

/** Id of the account of an issued invoice or credit note. */
export const accountsOfNumberSql = (number: unknown): RawBuilder<unknown> => sql`(
  select account_id as id from billing.invoices where number = ${number}::text
  union all
  select invoices.account_id from billing.credit_notes join billing.invoices on invoices.id = credit_notes.invoice_id
  where credit_notes.number = ${number}::text)`;

/** Ids of the accounts that redeemed a promo code, whatever became of their plan. */
export const accountsOfCouponSql = (code: unknown): RawBuilder<unknown> => sql`(
  select account_id as id from billing.subscription_coupons where coupon_id = ${code}::text)`;

const maxOfDigits = 500;
/** Ids of accounts that store, or stored, a card with these last four digits; at most 500. */
export const accountsOfDigitsSql = (digits: unknown): RawBuilder<unknown> => sql`(
  select account_id as id from billing.payment_methods where last4 = ${digits}::text limit ${sql.lit(maxOfDigits)})`;
