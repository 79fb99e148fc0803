import type { Tx } from "../../../ctx.ts";
import { InProgress, ManagedElsewhere } from "../errors.ts";
import { subscriptionChanged } from "../events.ts";
import { nextDue } from "../rules/due.ts";
import { isTerminal, nextStatus } from "../rules/states.ts";
import type { Trigger } from "../rules/states.ts";
import { saveTransition, updateSubscription } from "./store.ts";
import type { SubscriptionRow, SubscriptionState } from "./store.ts";

/** The actor behind a transition. */
export type Cause = `person:${string}` | `staff:${string}` | "clock" | "gateway";

/** Adds the next due step to a state. */
function withDue<
  State extends SubscriptionState & Pick<SubscriptionRow, "createdAt" | "periodUnit" | "planRenews">,
>(state: State): State {
  return { ...state, dueAt: nextDue(state)?.at ?? null };
}

/**
 * Applies a transition: validates it, updates the state with an optimistic lock, records history and
 * publishes the event. The only place that changes a status. A terminal status clears everything scheduled.
 * @throws IllegalTransition; InProgress on a version conflict; ManagedElsewhere
 */
export async function transition(
  tx: Tx,
  found: SubscriptionRow,
  step: {
    trigger: Trigger;
    cause: Cause;
    now: Date;
    changes?: Partial<Omit<SubscriptionState, "status" | "dueAt">>;
  },
): Promise<SubscriptionRow> {
  const { trigger, cause, now, changes = {} } = step;
  if (found.owner !== "ledger") throw new ManagedElsewhere();
  const isInTrial = found.trialEndsAt !== null && found.trialEndsAt > now;
  const status = nextStatus(found.status, trigger, { isInTrial });
  const ended = isTerminal(status)
    ? {
        nextBillingAt: null,
        retryAt: null,
        resumesAt: null,
        nextPlanId: null,
        nextPriceAmount: null,
        nextAction: null,
        pendingUntil: null,
      }
    : {};
  const next = withDue({ ...found, ...changes, ...ended, status });
  const written = { fromStatus: found.status, toStatus: status, trigger, cause, happenedAt: now };
  if (!(await saveTransition(tx.db, found, next, written))) throw new InProgress();
  if (status !== found.status)
    await tx.publish(subscriptionChanged, {
      accountId: found.accountId,
      subscriptionId: found.id,
      status,
      previousStatus: found.status,
      opensId: found.opensId,
    });
  return { ...next, version: found.version + 1 };
}

/** Updates fields without a transition: reminders sent, a required action, another payment method. */
export async function updateState(
  tx: Tx,
  found: SubscriptionRow,
  changes: Partial<Omit<SubscriptionState, "status" | "dueAt">>,
): Promise<SubscriptionRow> {
  if (found.owner !== "ledger") throw new ManagedElsewhere();
  const next = withDue({ ...found, ...changes });
  if (!(await updateSubscription(tx.db, found, next))) throw new InProgress();
  return { ...next, version: found.version + 1 };
}
