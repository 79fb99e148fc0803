import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { AccessType } from "./access.ts";
import type { PaymentAction, SubscriptionProvider } from "../ports.ts";
import type { PeriodUnit } from "../rules/calendar.ts";
import type { SubscriptionStatus } from "../rules/states.ts";

/** The mutable state of a subscription. Amounts in minor units of its currency. */
export interface SubscriptionState {
  readonly status: SubscriptionStatus;
  /** The tax region within its country; empty if irrelevant. */
  readonly region: string;
  readonly planId: string;
  readonly accessType: AccessType;
  /** The agreed price per term. */
  readonly priceAmount: number;
  readonly startsAt: Date | null;
  readonly trialEndsAt: Date | null;
  readonly termStartsAt: Date | null;
  readonly termEndsAt: Date | null;
  /** The anchor from which terms are counted. */
  readonly anchorAt: Date | null;
  readonly termNumber: number;
  /** The amount paid for the running term: the upper limit of credit for unused time. */
  readonly termValue: number;
  readonly nextBillingAt: Date | null;
  readonly accessEndsAt: Date | null;
  readonly canceledAt: Date | null;
  readonly cancelReason: string | null;
  readonly cancelComment: string | null;
  readonly pausedAt: Date | null;
  readonly resumesAt: Date | null;
  readonly nextPlanId: string | null;
  /** The price of the next plan as it was shown; null without one. */
  readonly nextPriceAmount: number | null;
  readonly paymentMethodId: string | null;
  readonly dunningStatus: "exhausted" | "in_progress" | "stopped" | "success" | null;
  readonly dunningSince: Date | null;
  readonly dunningAttempts: number;
  readonly retryAt: Date | null;
  readonly pendingUntil: Date | null;
  readonly nextAction: PaymentAction | null;
  readonly remindedAt: Date | null;
  readonly dueAt: Date | null;
  /** Until when the last reading of its owner grants access; null for a subscription of our ledger. */
  readonly accessUntil: Date | null;
  readonly isPrepaid: boolean; // paid once, for a term that doesn't renew
  /** When the person asked for an immediate start, with the version of the text; null if not asked. */
  readonly consentedAt: Date | null;
  readonly consentVersion: string | null;
  /** When its latest contract was made: a pass bought again, or a plan instead of it. Null: at its creation. */
  readonly agreedAt: Date | null;
}

/** A subscription with the fields of its plan. */
export interface SubscriptionRow extends SubscriptionState {
  readonly id: string;
  readonly accountId: string;
  readonly provider: SubscriptionProvider;
  /** Whose the terms are: our ledger's, or the provider's, whose subscription this row copies. */
  readonly owner: "ledger" | "provider";
  readonly currencyCode: string;
  readonly countryCode: string;
  readonly version: number;
  readonly createdAt: Date;
  /** Given away by the studio until its end; no one pays for it. */
  readonly isComplimentary: boolean;
  readonly accessRank: number;
  readonly planName: string;
  readonly period: number;
  readonly periodUnit: PeriodUnit;
  /** False for a pass. */
  readonly planRenews: boolean;
  /** The course or class that was bought alone; null for what a plan or another pass opens. */
  readonly opensId: string | null;
  readonly seats: number;
}

/** The mutable columns with their types, by property name. */
const columns = {
  status: ["status", "text"],
  region: ["region", "text"],
  planId: ["plan_id", "text"],
  accessType: ["access_type", "text"],
  priceAmount: ["price_amount", "int"],
  startsAt: ["starts_at", "timestamptz"],
  trialEndsAt: ["trial_ends_at", "timestamptz"],
  termStartsAt: ["term_starts_at", "timestamptz"],
  termEndsAt: ["term_ends_at", "timestamptz"],
  anchorAt: ["anchor_at", "timestamptz"],
  termNumber: ["term_number", "int"],
  termValue: ["term_value", "int"],
  nextBillingAt: ["next_billing_at", "timestamptz"],
  accessEndsAt: ["access_ends_at", "timestamptz"],
  canceledAt: ["canceled_at", "timestamptz"],
  cancelReason: ["cancel_reason", "text"],
  cancelComment: ["cancel_comment", "text"],
  pausedAt: ["paused_at", "timestamptz"],
  resumesAt: ["resumes_at", "timestamptz"],
  nextPlanId: ["next_plan_id", "text"],
  nextPriceAmount: ["next_price_amount", "int"],
  paymentMethodId: ["payment_method_id", "uuid"],
  dunningStatus: ["dunning_status", "text"],
  dunningSince: ["dunning_since", "timestamptz"],
  dunningAttempts: ["dunning_tries", "int"],
  retryAt: ["retry_at", "timestamptz"],
  pendingUntil: ["pending_until", "timestamptz"],
  nextAction: ["next_action", "jsonb"],
  remindedAt: ["reminded_at", "timestamptz"],
  dueAt: ["due_at", "timestamptz"],
  accessUntil: ["access_until", "timestamptz"],
  isPrepaid: ["is_prepaid", "boolean"],
  consentedAt: ["consented_at", "timestamptz"],
  consentVersion: ["consent_version", "text"],
  agreedAt: ["agreed_at", "timestamptz"],
} as const satisfies Record<keyof SubscriptionState, readonly [string, string]>;

const names = Object.keys(columns) as (keyof SubscriptionState)[];
const changing = sql.join(names.map((name) => sql`found.${sql.ref(columns[name][0])} as ${sql.ref(name)}`));
/** The columns of a subscription, from `found` joined with `plans`. */
export const subscriptionColumns = sql`
  found.id, found.person_id as "accountId", found.provider, found.owner, found.currency_code as "currencyCode", found.country_code as "countryCode",
  found.version, found.created_at as "createdAt", found.is_complimentary as "isComplimentary", found.opens_id as "opensId", found.access_rank as "accessRank", ${changing},
  plans.name as "planName", plans.period, plans.period_unit as "periodUnit", plans.renews as "planRenews", plans.seats`;
const withPlan = sql`join billing.plans on plans.id = found.plan_id`;

/** Statuses that at most one subscription of an account can have, and one of each course and class that it bought alone. */
const liveSql = sql.raw(`('pending', 'future', 'in_trial', 'active', 'non_renewing', 'paused')`);

const selectById = statement<{ id: string }, SubscriptionRow>(
  "billing.find_subscription",
  (p) =>
    sql`select ${subscriptionColumns} from billing.subscriptions as found ${withPlan} where found.id = ${p.id}::uuid`,
);
const selectForChange = statement<{ id: string }, SubscriptionRow>(
  "billing.lock_subscription",
  // Locks before the join: a row whose plan changed during the wait would join its old plan and be dropped.
  (p) => sql`
    with found as materialized (select * from billing.subscriptions where id = ${p.id}::uuid for update)
    select ${subscriptionColumns} from found ${withPlan}`,
);
const selectLive = statement<
  { accountId: string; owner: string | null; opensId: string | null },
  SubscriptionRow
>(
  "billing.find_live_subscription",
  (p) => sql`
    select ${subscriptionColumns} from billing.subscriptions as found ${withPlan}
    where found.person_id = ${p.accountId}::uuid and found.status in ${liveSql} and (${p.owner}::text is null or found.owner = ${p.owner})
      and found.opens_id is not distinct from ${p.opensId}::uuid
    order by found.owner, found.access_rank desc, found.created_at, found.id limit 1`,
);
const selectOfAccount = statement<{ accountId: string; isAlone: boolean; most: number }, SubscriptionRow>(
  "billing.list_subscriptions",
  (p) => sql`
    select ${subscriptionColumns} from billing.subscriptions as found ${withPlan} where found.person_id = ${p.accountId}::uuid
      and (found.opens_id is not null) = ${p.isAlone}::boolean
    order by found.created_at desc, found.id desc limit ${p.most}::int`,
);
/** Live subscriptions first, then the newest; those that never began are skipped. */
const selectPrimary = statement<{ accountIds: readonly string[] }, SubscriptionRow>(
  "billing.list_primary_subscriptions",
  (p) => sql`
    select distinct on (found.person_id) ${subscriptionColumns} from billing.subscriptions as found ${withPlan}
    where found.person_id = any(${p.accountIds}::uuid[]) and found.status <> 'canceled_during_pending'
      and found.opens_id is null
    order by found.person_id, found.status in ${liveSql} desc, case when found.status in ${liveSql} then found.access_rank end desc,
      found.created_at desc, found.id`,
);
const insertRow = statement<
  {
    id: string;
    accountId: string;
    status: string;
    provider: string;
    planId: string;
    accessType: string;
    currencyCode: string;
    countryCode: string;
    region: string;
    priceAmount: number;
    pendingUntil: Date | null;
    startsAt: Date | null;
    trialEndsAt: Date | null;
    dueAt: Date | null;
    createdAt: Date;
    consentedAt: Date | null;
    consentVersion: string | null;
    termsVersion: number | null;
    termsLocale: string | null;
    isComplimentary: boolean;
    isPrepaid: boolean;
    opensId: string | null;
  },
  never
>(
  "billing.insert_pending_subscription",
  (p) => sql`
    insert into billing.subscriptions (id, person_id, status, provider, plan_id, access_type, currency_code, country_code, region,
      price_amount, pending_until, starts_at, trial_ends_at, due_at, created_at, consented_at, consent_version, terms_version, terms_locale,
      is_complimentary, is_prepaid, opens_id)
    values (${p.id}::uuid, ${p.accountId}::uuid, ${p.status}, ${p.provider}, ${p.planId}, ${p.accessType}, ${p.currencyCode},
      ${p.countryCode}, ${p.region}, ${p.priceAmount}, ${p.pendingUntil}, ${p.startsAt}, ${p.trialEndsAt}, ${p.dueAt}, ${p.createdAt},
      ${p.consentedAt}, ${p.consentVersion}, ${p.termsVersion}::int, ${p.termsLocale}, ${p.isComplimentary}, ${p.isPrepaid}, ${p.opensId}::uuid)`,
);
type StateWritten = Omit<SubscriptionState, "nextAction"> & {
  id: string;
  version: number;
  nextAction: string | null;
};
const update = (p: StateWritten) => {
  const set = sql.join(
    names.map((name) => sql`${sql.ref(columns[name][0])} = ${p[name]}::${sql.raw(columns[name][1])}`),
  );
  return sql`
    update billing.subscriptions set ${set}, version = version + 1, claimed_until = null
    where id = ${p.id}::uuid and version = ${p.version}`;
};
const updateRow = statement<StateWritten, never>("billing.update_subscription", (p) => update(p));
interface TransitionWritten {
  fromStatus: string | null;
  toStatus: string;
  trigger: string;
  cause: string;
  happenedAt: Date;
}
const moveRow = statement<StateWritten & TransitionWritten, never>(
  "billing.move_subscription",
  (p) => sql`
    with moved as (${update(p)} returning id)
    insert into billing.transitions (subscription_id, from_status, to_status, trigger, cause, happened_at)
    select id, ${p.fromStatus}::text, ${p.toStatus}::text, ${p.trigger}::text, ${p.cause}::text, ${p.happenedAt}::timestamptz from moved`,
);
const insertTransitionRow = statement<TransitionWritten & { subscriptionId: string }, never>(
  "billing.insert_transition",
  (p) => sql`
    insert into billing.transitions (subscription_id, from_status, to_status, trigger, cause, happened_at)
    values (${p.subscriptionId}::uuid, ${p.fromStatus}, ${p.toStatus}, ${p.trigger}, ${p.cause}, ${p.happenedAt})`,
);
export const findSubscription = (db: Db, id: string): Promise<SubscriptionRow | null> =>
  db.maybe(selectById, { id });

/** Locks a subscription until the transaction ends. */
export const lockSubscription = (db: Db, id: string): Promise<SubscriptionRow | null> =>
  db.maybe(selectForChange, { id });

/**
 * The account's live subscription: the ledger's one, else the highest of those that providers own.
 * @param owner the owner's alone; null for any
 * @param opensId of a course or class: the account's live pass for that alone
 */
export const findLiveSubscription = (
  db: Db,
  accountId: string,
  owner: SubscriptionRow["owner"] | null = null,
  opensId: string | null = null,
): Promise<SubscriptionRow | null> => db.maybe(selectLive, { accountId, owner, opensId });

/** An account's subscriptions, newest first; without courses and classes that it bought alone. */
export const listSubscriptions = (db: Db, accountId: string): Promise<SubscriptionRow[]> =>
  db.many(selectOfAccount, { accountId, isAlone: false, most: 100 });

/** The courses and classes that an account bought alone, in any status, newest first. */
export const listBoughtAlone = (db: Db, accountId: string): Promise<SubscriptionRow[]> =>
  db.many(selectOfAccount, { accountId, isAlone: true, most: 500 });

export const listPrimarySubscriptions = (db: Db, accountIds: readonly string[]): Promise<SubscriptionRow[]> =>
  db.many(selectPrimary, { accountIds });

export const insertSubscription = async (
  db: Db,
  subscription: Pick<
    SubscriptionRow,
    | "id"
    | "accountId"
    | "status"
    | "provider"
    | "planId"
    | "accessType"
    | "currencyCode"
    | "countryCode"
    | "region"
    | "priceAmount"
    | "pendingUntil"
    | "startsAt"
    | "trialEndsAt"
    | "dueAt"
    | "createdAt"
    | "consentedAt"
    | "consentVersion"
  > & {
    readonly termsVersion: number | null;
    readonly termsLocale: string | null;
    readonly isComplimentary?: boolean;
    readonly isPrepaid?: boolean;
    readonly opensId?: string | null;
  },
): Promise<void> => {
  await db.change(insertRow, { isComplimentary: false, isPrepaid: false, opensId: null, ...subscription });
};

/** Optimistic-lock update of the state. @returns false on a version conflict */
export const updateSubscription = async (
  db: Db,
  { id, version }: { id: string; version: number },
  state: SubscriptionState,
): Promise<boolean> => (await db.change(updateRow, written(state, { id, version }))) > 0;

const written = (
  state: SubscriptionState,
  { id, version }: { id: string; version: number },
): StateWritten => ({
  ...state,
  id,
  version,
  nextAction: state.nextAction ? JSON.stringify(state.nextAction) : null,
});

/**
 * Optimistic-lock update of the state, with a history entry for the transition.
 * @returns false on a version conflict
 */
export const saveTransition = async (
  db: Db,
  found: { id: string; version: number },
  state: SubscriptionState,
  transition: TransitionWritten,
): Promise<boolean> => (await db.change(moveRow, { ...written(state, found), ...transition })) > 0;

export const insertTransition = async (
  db: Db,
  transition: TransitionWritten & { subscriptionId: string },
): Promise<void> => {
  await db.change(insertTransitionRow, transition);
};
