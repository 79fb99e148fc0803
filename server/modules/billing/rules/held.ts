import { isDeepStrictEqual } from "node:util";
import type { HeldSubscription } from "../owner-ports.ts";
import type { PlanRow } from "../plans/store.ts";
import type { SubscriptionRow, SubscriptionState } from "../subscriptions/store.ts";
import { grantsAccess, isTerminal } from "./states.ts";
import type { Trigger } from "./states.ts";

const hourMs = 3_600_000;
/** How long a reading is believed before it is read again, in hours. */
const lookHours = 12;
/** How long after the end of a term the next reading waits for the provider to renew it, in hours. */
const renewalHours = 1;

const latest = (...dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((max, date) => (date && (!max || date > max) ? date : max), null);

/**
 * Until when a reading grants access. What renews is granted for some hours beyond its end, because the next reading may
 * be late; what was canceled isn't.
 */
export function accessUntil(held: HeldSubscription, asOf: Date, graceHours: number): Date {
  if (!grantsAccess(held.status)) return asOf;
  const end = latest(held.accessEndsAt, held.graceEndsAt);
  if (held.status === "non_renewing" && end) return end;
  return new Date(latest(end, asOf)!.getTime() + graceHours * hourMs);
}

/** When a subscription is read again; null for one that has ended. */
export function lookAt(held: HeldSubscription, asOf: Date, graceHours: number): Date | null {
  if (isTerminal(held.status) && !held.isRetried) return null;
  const after = (hours: number, from = asOf) => new Date(from.getTime() + hours * hourMs);
  const regular = after(Math.min(lookHours, graceHours / 2));
  const end = held.accessEndsAt && after(Math.min(renewalHours, graceHours / 2), held.accessEndsAt);
  return end && end > asOf && end < regular ? end : regular;
}

/** Our row of a provider's subscription. Nothing is due: the provider charges, retries and ends it. */
export function stateOf(
  found: SubscriptionRow,
  held: HeldSubscription,
  given: { plan: PlanRow; nextPlan: PlanRow | null; asOf: Date; graceHours: number },
): SubscriptionState {
  const { status, accessEndsAt, graceEndsAt } = held;
  const isRenewing = status === "active" || status === "in_trial";
  const isOwing = held.isRetried && grantsAccess(status);
  const { nextPlan, plan } = given;
  return {
    ...found,
    status,
    planId: plan.id,
    accessType: plan.accessType,
    // A store that tells no price charges about ours: reports don't count such a subscription as free.
    priceAmount: held.priceAmount ?? plan.amount,
    startsAt: status === "future" ? held.startedAt : found.startsAt,
    // A trial that was had stays had.
    trialEndsAt: held.trialEndsAt ?? found.trialEndsAt,
    termStartsAt: held.termStartsAt,
    termEndsAt: accessEndsAt,
    nextBillingAt: isRenewing ? accessEndsAt : null,
    accessEndsAt: isRenewing ? graceEndsAt : accessEndsAt,
    accessUntil: accessUntil(held, given.asOf, given.graceHours),
    canceledAt:
      isRenewing || status === "future" ? null : (held.canceledAt ?? found.canceledAt ?? given.asOf),
    pausedAt: status === "paused" ? (found.pausedAt ?? given.asOf) : null,
    resumesAt: status === "paused" ? held.pausedUntil : null,
    nextPlanId: nextPlan?.id ?? null,
    nextPriceAmount: nextPlan?.amount ?? null,
    dunningStatus: isOwing
      ? "in_progress"
      : found.dunningStatus === "in_progress"
        ? "success"
        : found.dunningStatus,
    dunningSince: isOwing ? (found.dunningSince ?? given.asOf) : null,
    retryAt: null,
    dueAt: null,
  };
}

/** The state of a subscription that ends at once. */
export const endedState = (found: SubscriptionRow, asOf: Date): SubscriptionState => ({
  ...found,
  status: "canceled",
  nextBillingAt: null,
  accessEndsAt: asOf,
  accessUntil: asOf,
  canceledAt: found.canceledAt ?? asOf,
  resumesAt: null,
  nextPlanId: null,
  nextPriceAmount: null,
  dueAt: null,
});

/** Whether a state is the one that a row has. */
export const isSameState = (found: SubscriptionRow, state: SubscriptionState): boolean =>
  isDeepStrictEqual({ ...found }, { ...found, ...state });

/** The transition between two states, in the words of our own ledger; null for none. A provider may skip steps. */
export function triggerOf(found: SubscriptionRow | null, state: SubscriptionState): Trigger | null {
  const { status } = state;
  const from = found && !isTerminal(found.status) ? found.status : null;
  if (status !== from) {
    if (status === found?.status) return null;
    if (status === "canceled") return from === "in_trial" ? "end_trial_without_method" : "end_term";
    if (status === "future_canceled") return "cancel_now";
    if (status === "paused") return "pause";
    if (status === "non_renewing") return "cancel_at_end";
    if (status === "future") return "confirm_future";
    if (status === "in_trial") return from === "future" ? "start_trial" : "confirm_trial";
    if (from === "in_trial") return "end_trial_paid";
    if (from === "non_renewing") return "undo_cancel";
    if (from === "paused") return "resume";
    return from === "future" ? "start" : "confirm";
  }
  if (found!.planId !== state.planId) return "change_plan";
  const isLonger =
    found!.termEndsAt && state.termEndsAt && state.termEndsAt.getTime() > found!.termEndsAt.getTime();
  return status === "active" && isLonger ? "renew" : null;
}
