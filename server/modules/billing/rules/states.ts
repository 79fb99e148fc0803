import { IllegalTransition } from "../errors.ts";

export const subscriptionStatuses = [
  "active",
  "canceled",
  "canceled_during_pending",
  "future",
  "future_canceled",
  "in_trial",
  "non_renewing",
  "paused",
  "pending",
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The triggers of transitions. */
export const triggers = [
  "confirm",
  "confirm_trial",
  "confirm_future",
  "confirm_prepaid",
  "confirm_pass",
  "extend_pass",
  "replace_pass",
  "comp",
  "take_over",
  "abort",
  "expire",
  "start",
  "start_trial",
  "end_trial_paid",
  "end_trial_unpaid",
  "end_trial_without_method",
  "renew",
  "fail_payment",
  "exhaust_dunning",
  "cancel_at_end",
  "cancel_now",
  "undo_cancel",
  "end_term",
  "pause",
  "resume",
  "change_plan",
] as const;
export type Trigger = (typeof triggers)[number];

/** Transition table: the next status by status and trigger. Unlisted transitions are illegal. */
const table: Readonly<Record<SubscriptionStatus, Partial<Record<Trigger, SubscriptionStatus>>>> = {
  pending: {
    confirm: "active",
    confirm_trial: "in_trial",
    confirm_future: "future",
    confirm_prepaid: "non_renewing",
    confirm_pass: "non_renewing",
    comp: "non_renewing",
    take_over: "active",
    abort: "canceled_during_pending",
    cancel_now: "canceled_during_pending",
    expire: "canceled_during_pending",
  },
  future: {
    start: "active",
    start_trial: "in_trial",
    cancel_now: "future_canceled",
    cancel_at_end: "future_canceled",
    change_plan: "future",
  },
  in_trial: {
    end_trial_paid: "active",
    end_trial_unpaid: "active",
    end_trial_without_method: "canceled",
    cancel_at_end: "non_renewing",
    cancel_now: "canceled",
    change_plan: "in_trial",
  },
  active: {
    renew: "active",
    fail_payment: "active",
    exhaust_dunning: "canceled",
    cancel_at_end: "non_renewing",
    cancel_now: "canceled",
    pause: "paused",
    change_plan: "active",
  },
  non_renewing: {
    undo_cancel: "active",
    extend_pass: "non_renewing",
    replace_pass: "active",
    end_term: "canceled",
    cancel_now: "canceled",
    exhaust_dunning: "canceled",
  },
  paused: { resume: "active", cancel_now: "canceled", cancel_at_end: "canceled" },
  canceled: {},
  canceled_during_pending: {},
  future_canceled: {},
};

/** Whether a status is terminal; subscribing again creates a new subscription. */
export const isTerminal = (status: SubscriptionStatus): boolean => Object.keys(table[status]).length === 0;

/** Whether a trigger is possible in a status. */
export const allows = (status: SubscriptionStatus, trigger: Trigger): boolean =>
  table[status][trigger] !== undefined;

/** Whether a status counts as the account's one live subscription. */
export const isLive = (status: SubscriptionStatus): boolean => !isTerminal(status);

/** Whether a status grants access to the plan. Exhausted dunning has already canceled the subscription. */
export const grantsAccess = (status: SubscriptionStatus): boolean =>
  status === "in_trial" || status === "active" || status === "non_renewing";

/**
 * The next status. Undoing a cancellation returns to the trial while the trial lasts.
 * @throws IllegalTransition
 */
export function nextStatus(
  from: SubscriptionStatus,
  trigger: Trigger,
  { isInTrial = false }: { isInTrial?: boolean } = {},
): SubscriptionStatus {
  const to = table[from][trigger];
  if (!to) throw new IllegalTransition(from, trigger);
  return trigger === "undo_cancel" && isInTrial ? "in_trial" : to;
}

/** States of a dispute. `won` and `lost` are seen from the studio. */
export const disputeStatuses = ["open", "won", "lost"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** What a payment is for. */
export const paymentPurposes = ["checkout", "renewal", "change", "resume", "method", "gift_card"] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];

export const invoiceStatuses = ["not_paid", "paid", "payment_due", "pending", "posted", "voided"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const dunningStatuses = ["exhausted", "in_progress", "stopped", "success"] as const;
export type DunningStatus = (typeof dunningStatuses)[number];
