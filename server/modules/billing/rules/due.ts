import { addDays } from "./calendar.ts";
import type { PeriodUnit } from "./calendar.ts";
import { isPass, passReminderDays } from "./passes.ts";
import type { SubscriptionStatus } from "./states.ts";

/** The part of a subscription that due steps depend on. */
export interface Timed {
  readonly status: SubscriptionStatus;
  readonly pendingUntil: Date | null;
  readonly startsAt: Date | null;
  readonly trialEndsAt: Date | null;
  readonly termStartsAt: Date | null;
  readonly termEndsAt: Date | null;
  readonly isPrepaid: boolean;
  readonly planRenews: boolean;
  readonly resumesAt: Date | null;
  readonly retryAt: Date | null;
  readonly dunningStatus: string | null;
  readonly remindedAt: Date | null;
  readonly periodUnit: PeriodUnit;
  readonly createdAt: Date;
}

export type DueKind =
  | "expire_pending"
  | "start"
  | "end_trial"
  | "renew"
  | "retry_payment"
  | "end_term"
  | "resume"
  | "remind_trial"
  | "remind_renewal"
  | "remind_yearly"
  | "remind_resume"
  | "remind_pass";

export interface Due {
  readonly kind: DueKind;
  readonly at: Date;
}

const trialReminderDays = [7, 2] as const;
const yearlyReminderDays = 30;
const resumeReminderDays = 3;
/** Shorter plans are reminded of once a year, as California's law asks. */
const yearDays = 365;

/** The next due step, besides reminders. */
function nextStep(found: Timed): Due | null {
  const step = (kind: DueKind, at: Date | null): Due | null => (at ? { kind, at } : null);
  switch (found.status) {
    case "pending":
      return step("expire_pending", found.pendingUntil);
    case "future":
      return step("start", found.startsAt);
    case "in_trial":
      return step("end_trial", found.trialEndsAt);
    case "active":
      // Nothing renews while a payment is open. The next term begins once it is paid, or never.
      return found.dunningStatus === "in_progress"
        ? step("retry_payment", found.retryAt)
        : step("renew", found.termEndsAt);
    case "non_renewing":
      return step("end_term", found.termEndsAt ?? found.trialEndsAt);
    case "paused":
      return step("resume", found.resumesAt);
    default:
      return null;
  }
}

/**
 * The next reminder: 7 and 2 days before a trial's charge, 30 before a yearly renewal, 3 before a resume, 2 before the end of a
 * pass, and once a year for plans of shorter terms.
 */
function nextReminder(found: Timed): Due | null {
  const after = found.remindedAt?.getTime() ?? 0;
  if (isPass(found)) return passReminder(found, after);
  const times: Due[] =
    found.status === "in_trial" && found.trialEndsAt
      ? trialReminderDays.map((days) => ({ kind: "remind_trial", at: addDays(found.trialEndsAt!, -days) }))
      : found.status === "active" && found.periodUnit === "year" && found.termEndsAt && !found.retryAt
        ? [{ kind: "remind_renewal", at: addDays(found.termEndsAt, -yearlyReminderDays) }]
        : found.status === "paused" && found.resumesAt && found.resumesAt.getTime() > after
          ? [{ kind: "remind_resume", at: addDays(found.resumesAt, -resumeReminderDays) }]
          : found.status === "active" && found.periodUnit !== "year" && !found.retryAt
            ? [{ kind: "remind_yearly", at: addDays(found.remindedAt ?? found.createdAt, yearDays) }]
            : [];
  return times.find(({ at }) => at.getTime() > after) ?? null;
}

/** None for a pass whose term is so short that the reminder would come soon after its receipt. */
function passReminder({ status, termStartsAt, termEndsAt }: Timed, after: number): Due | null {
  if (status !== "non_renewing" || !termStartsAt || !termEndsAt) return null;
  const at = addDays(termEndsAt, -passReminderDays);
  return at >= addDays(termStartsAt, passReminderDays) && at.getTime() > after
    ? { kind: "remind_pass", at }
    : null;
}

/**
 * The next due step or reminder; null if nothing is scheduled. A step comes before a reminder of the same
 * moment.
 */
export function nextDue(found: Timed): Due | null {
  const step = nextStep(found);
  const reminder = nextReminder(found);
  if (!step || !reminder) return step ?? reminder;
  return reminder.at < step.at ? reminder : step;
}
