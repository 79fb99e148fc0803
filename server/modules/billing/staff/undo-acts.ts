import type { Ctx } from "../../../ctx.ts";
import { ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { mailCancelUndone } from "../emails/send.ts";
import { IllegalTransition } from "../errors.ts";
import { resumeOwned, undoOwnedCancel } from "../owned/acts.ts";
import { undoCancelLocked } from "../subscriptions/changes.ts";
import { resumeNow } from "../subscriptions/resume.ts";
import { findSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { beginOnce, changeOnce, requireBillingStaff, wasDone } from "./once.ts";
import { auditedPlan, lockSeen } from "./plan-acts.ts";
import type { PlanOrder } from "./plan-acts.ts";

/** What staff take back of a plan: a cancellation at the end of the term, or a pause. */

/**
 * The plan that staff act on, as it is now.
 * @throws ConfirmationNeeded, Forbidden, NotFound
 */
async function planOf(ctx: Ctx, order: PlanOrder): Promise<SubscriptionRow> {
  await requireBillingStaff(ctx, "managePlans", order.accountId);
  const { subscriptionId } = order;
  const found = isUuid(subscriptionId) ? await findSubscription(ctx.db, subscriptionId) : null;
  if (found?.accountId !== order.accountId) throw new NotFound("subscription");
  return found;
}

/** What a provider does or charges is checked once: a retry would find what it did itself. */
const beginPlanAct = (
  ctx: Ctx,
  order: PlanOrder,
  input: object,
  { found, from, trigger }: { found: SubscriptionRow; from: SubscriptionRow["status"]; trigger: string },
): Promise<void> =>
  beginOnce(ctx, order, input, async () => {
    if (found.version !== order.version) throw new ChangedMeanwhile();
    if (found.status !== from) throw new IllegalTransition(found.status, trigger);
  });

/**
 * Undoes a person's cancellation while access lasts: the plan renews as before. They are emailed.
 * @throws ChangedMeanwhile, ConfirmationNeeded, IllegalTransition, InProgress, ManagedElsewhere, NotFound
 */
export async function undoCancelForPerson(ctx: Ctx, order: PlanOrder): Promise<void> {
  const input = { undoes: "cancellation", subscriptionId: order.subscriptionId };
  const found = await planOf(ctx, order);
  const action = "billing.cancellation_undone";
  const detailsOf = (before: SubscriptionRow, after: SubscriptionRow) => ({
    plan: before.planName,
    before: auditedPlan(before),
    after: auditedPlan(after),
  });
  if (found.owner === "ledger")
    return changeOnce(ctx, "managePlans", order, input, async (tx, context) => {
      const before = await lockSeen(tx, order);
      const after = await undoCancelLocked(tx, before, context);
      await mailCancelUndone(tx, after);
      return { action, details: detailsOf(before, after) };
    });
  if (await wasDone(ctx, order, input)) return;
  await beginPlanAct(ctx, order, input, { found, from: "non_renewing", trigger: "undo_cancel" });
  const after = found.status === "non_renewing" ? await undoOwnedCancel(ctx, found) : found;
  await changeOnce(ctx, "managePlans", order, input, async (tx) => {
    await mailCancelUndone(tx, after);
    return { action, details: detailsOf(found, after) };
  });
}

/**
 * Ends a person's pause: charges their payment method now, and begins a new term. They get the receipt.
 * @param order.amount the charge as shown, in minor units; null where only the provider knows it
 * @throws AmountMismatch, ChangedMeanwhile, ConfirmationNeeded, IllegalTransition, InProgress, ManagedElsewhere, NotFound,
 * PaymentRefused, PriceNotAccepted
 */
export async function resumeForPerson(
  ctx: Ctx,
  order: PlanOrder & { readonly amount: number | null },
): Promise<void> {
  const { amount, subscriptionId } = order;
  const input = { amount, resumes: subscriptionId };
  const found = await planOf(ctx, order);
  if (await wasDone(ctx, order, input)) return;
  await beginPlanAct(ctx, order, input, { found, from: "paused", trigger: "resume" });
  const resume = async (): Promise<SubscriptionRow> => {
    if (found.status !== "paused") return found;
    if (found.owner === "provider") return resumeOwned(ctx, found);
    const { accountId } = await requireBillingStaff(ctx, "managePlans", order.accountId);
    return resumeNow(ctx, found, { shown: amount, cause: `staff:${accountId}`, isOnSession: false });
  };
  const after = await resume();
  await changeOnce(ctx, "managePlans", order, input, async () => ({
    action: "billing.plan_resumed",
    details: { plan: found.planName, before: auditedPlan(found), after: auditedPlan(after) },
  }));
}
