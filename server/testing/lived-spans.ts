import type { LivedSubscription, MemberLife } from "./member-lives.ts";

/** A paid term, in milliseconds; `until` is exclusive. */
export interface LivedSpan {
  readonly planId: string;
  readonly subscription: LivedSubscription;
  readonly from: number;
  readonly until: number;
}
/** The paid terms of a subscription, one by one. */
function spansOf(subscription: LivedSubscription, isDeleted: boolean): LivedSpan[] {
  const { transitions, invoices, planId, trialEndsAt } = subscription;
  const spans: LivedSpan[] = [];
  if (subscription.owner === "ledger") {
    // With a deleted account go its subscriptions, but not its invoices.
    const ended = isDeleted ? undefined : transitions.find(({ to }) => to === "canceled");
    for (const invoice of invoices) {
      if (invoice.status !== "paid" || invoice.refunded >= invoice.total) continue;
      const until = Math.min(invoice.endsAt.getTime(), ended?.at.getTime() ?? Infinity);
      spans.push({ planId: invoice.planId, subscription, from: invoice.startsAt.getTime(), until });
    }
  } else if (!isDeleted) {
    transitions.forEach(({ from, to, at }, place) => {
      if (to !== "active" && (to !== "non_renewing" || from === "in_trial")) return;
      const began = from === null ? Math.min(at.getTime(), subscription.createdAt.getTime()) : at.getTime();
      const until = transitions[place + 1]?.at.getTime() ?? subscription.accessUntil!.getTime();
      spans.push({ planId, subscription, from: Math.max(began, trialEndsAt?.getTime() ?? 0), until });
    });
  }
  return spans;
}

/** The paid terms of a member that had begun at a moment, computed one by one. */
export const paidSpansOf = (life: MemberLife, now: Date): LivedSpan[] =>
  life.subscriptions
    .flatMap((one) => spansOf(one, life.isDeleted))
    .filter(({ from, until }) => from < until && from <= now.getTime());
