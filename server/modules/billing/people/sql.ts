import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { subscriptionStatuses } from "../rules/states.ts";
import type { SubscriptionStatus } from "../rules/states.ts";
import { isLive } from "../rules/states.ts";

/** The phase of a person’s plan, as staff filter by it. */
export const payerStages = ["trialing", "paying", "payment_failed", "leaving", "paused", "canceled"] as const;
export type PayerStage = (typeof payerStages)[number];

const statusesOf: Readonly<Record<PayerStage, readonly SubscriptionStatus[]>> = {
  trialing: ["in_trial"],
  paying: ["active"],
  payment_failed: ["active"],
  leaving: ["non_renewing"],
  paused: ["paused"],
  canceled: ["canceled"],
};

/** The parameters of `payersSql`. */
export interface PayerParams {
  readonly statuses: readonly string[];
  /** Whether a failed payment is retried; null for either. */
  readonly isOwing: boolean | null;
  /** People with a live subscription aren't canceled. */
  readonly isGone: boolean;
  readonly planId: string | null;
  readonly countryCode: string | null;
}

/** @param filter.stage null for everyone who has a subscription */
export function payerParams(filter: {
  readonly stage: PayerStage | null;
  readonly planId: string | null;
  readonly countryCode: string | null;
}): PayerParams {
  const { stage, planId, countryCode } = filter;
  return {
    statuses: stage ? statusesOf[stage] : subscriptionStatuses.filter(isLive),
    isOwing: stage === "payment_failed" ? true : stage === "paying" ? false : null,
    isGone: stage === "canceled",
    planId,
    countryCode,
  };
}

const live = sql.raw(
  `(${subscriptionStatuses
    .filter(isLive)
    .map((status) => `'${status}'`)
    .join(", ")})`,
);

/** Ids of the accounts with such a subscription. */
export const payersSql = (p: { readonly [Name in keyof PayerParams]: unknown }): RawBuilder<unknown> => sql`(
  select person_id as id from billing.subscriptions as found
  where status = any(${p.statuses}::text[])
    and (${p.isOwing}::boolean is null or (dunning_status is not distinct from 'in_progress') = ${p.isOwing}::boolean)
    and (${p.planId}::text is null or plan_id = ${p.planId}::text)
    and (${p.countryCode}::text is null or country_code = ${p.countryCode}::text)
    and (not ${p.isGone}::boolean or not exists (
      select from billing.subscriptions as other where other.person_id = found.person_id and other.status in ${live})))`;

/** Id of the account of an issued invoice or credit note. */
export const accountsOfNumberSql = (number: unknown): RawBuilder<unknown> => sql`(
  select account_id as id from billing.invoices where number = ${number}::text
  union all
  select invoices.account_id from billing.credit_notes join billing.invoices on invoices.id = credit_notes.invoice_id
  where credit_notes.number = ${number}::text)`;

const maxOfDigits = 500;
/** Ids of accounts that store, or stored, a card with these last four digits; at most 500. */
export const accountsOfDigitsSql = (digits: unknown): RawBuilder<unknown> => sql`(
  select account_id as id from billing.payment_methods where last4 = ${digits}::text limit ${sql.lit(maxOfDigits)})`;
