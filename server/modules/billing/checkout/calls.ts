import type { Ctx } from "../../../ctx.ts";
import { IdempotencyKeyReused, InProgress, PaymentRefused, ProviderUnavailable } from "../errors.ts";
import { limitRefusals } from "../payments/decline-limits.ts";
import { clearOpen, finishOrCancel, runPayment, syncPayment } from "../payments/payments.ts";
import { findLatestPayment } from "../payments/store.ts";
import { isPass } from "../rules/passes.ts";
import { findLiveSubscription, findSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { claimMs } from "./record.ts";
import type { CheckoutCall, RecordedCheckout } from "./record.ts";
import { claimKey, findKey, releaseKey } from "./store.ts";
import type { KeyRow } from "./store.ts";

/**
 * Answers a call that subscribes an account. The same key returns the same answer and charges once, even after an
 * interruption.
 * @param record writes the checkout down before any charge. Null if a concurrent call with this key came first
 * @throws IdempotencyKeyReused, InProgress, PaymentRefused, ProviderUnavailable
 */
export async function answerOnce(
  ctx: Ctx,
  call: CheckoutCall,
  record: () => Promise<RecordedCheckout | null>,
): Promise<SubscriptionRow> {
  const known = await findKey(ctx.db, call.accountId, call.key);
  if (known) return resumeOrReplay(ctx, call, known);
  await limitRefusals(ctx, call.accountId, ctx.clientIp);
  await cancelPending(ctx, call);
  const recorded = await record();
  if (recorded) return finish(ctx, call.accountId, recorded);
  const first = await findKey(ctx.db, call.accountId, call.key);
  if (!first) throw new InProgress();
  return resumeOrReplay(ctx, call, first);
}

/** The answer of an earlier call with this key, or the rest of its work. */
async function resumeOrReplay(
  ctx: Ctx,
  { accountId, key, inputHash }: CheckoutCall,
  known: KeyRow,
): Promise<SubscriptionRow> {
  if (known.inputHash !== inputHash) throw new IdempotencyKeyReused();
  if (known.refusal) throw new PaymentRefused(known.refusal);
  const payment = await findLatestPayment(ctx.db, known.subscriptionId);
  if (!known.isDone) {
    if (known.isClaimed || !(await claimKey(ctx.db, { accountId, key, forMs: claimMs })))
      throw new InProgress();
    if (!payment) throw new Error("A checkout has no payment");
    return finish(ctx, accountId, { subscriptionId: known.subscriptionId, paymentId: payment.id });
  }
  // The person may have confirmed already, before the gateway's webhook arrived.
  if (payment?.purpose === "checkout" && payment.status === "action_required")
    await syncPayment(ctx, payment, "gateway");
  const found = await findSubscription(ctx.db, known.subscriptionId);
  if (!found) throw new Error("A checkout's subscription doesn't exist");
  return found;
}

/**
 * Cancels an earlier payment that waits for the person, so that another card can be tried.
 * @throws InProgress
 */
async function cancelPending(ctx: Ctx, { accountId, opensId }: CheckoutCall): Promise<void> {
  const live = await findLiveSubscription(ctx.db, accountId, null, opensId);
  if (live && isPass(live) && live.status !== "pending") return clearOpen(ctx, live);
  if (live?.status !== "pending") return;
  const payment = await findLatestPayment(ctx.db, live.id);
  if (!payment) return;
  if (payment.status !== "action_required" && payment.status !== "started") throw new InProgress();
  await finishOrCancel(ctx, payment, `person:${accountId}`);
}

/** Charges the payment and returns the result. */
async function finish(
  ctx: Ctx,
  accountId: string,
  { subscriptionId, paymentId }: RecordedCheckout,
): Promise<SubscriptionRow> {
  try {
    const { subscription, refusal } = await runPayment(ctx, paymentId, { cause: `person:${accountId}` });
    if (refusal) throw new PaymentRefused(refusal);
    return subscription;
  } catch (error) {
    // The payment result is unknown: the same call may retry at once.
    if (error instanceof ProviderUnavailable) await releaseKey(ctx.db, subscriptionId);
    throw error;
  }
}
