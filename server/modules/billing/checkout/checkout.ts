import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, Forbidden } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { insertTrials } from "../accounts/store.ts";
import { requireSeller } from "../buyers/parties.ts";
import { billingNow } from "../clock.ts";
import {
  AmountMismatch,
  checkAmount,
  CouponExhausted,
  IllegalTransition,
  InProgress,
  PaymentUsed,
  TrialNotAvailable,
} from "../errors.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { addUp, issueInvoice } from "../invoices/invoices.ts";
import type { IssuedInvoice } from "../invoices/invoices.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { subscribeThroughOwner } from "../owned/checkout.ts";
import { PassChanged } from "../passes/errors.ts";
import { checkPurchase, checkShownPass, findRunningPass } from "../passes/passes.ts";
import { hasOpenDispute } from "../payments/store-disputes.ts";
import { hasIntentEnded } from "../payments/store-intents.ts";
import { listOpenPayments } from "../payments/store.ts";
import { insertMethod } from "../payments/store.ts";
import { regionOf } from "../plans/regions.ts";
import { opensIdOf } from "../plans/store-editing.ts";
import { insertTakenCoupon } from "../plans/store.ts";
import type { Gateway, SubscriptionProvider } from "../ports.ts";
import { isTermOver, purchaseDuringPass } from "../rules/passes.ts";
import { prorationAt } from "../subscriptions/plan-changes.ts";
import { transition, updateState } from "../subscriptions/state.ts";
import { findLiveSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";
import { answerOnce } from "./calls.ts";
import { checkTexts, hashOf } from "./order.ts";
import type { CheckoutOrder } from "./order.ts";
import { insertPending, issueFirstInvoice, openCheckoutPayment, planCharges, recordOnce } from "./record.ts";
import type { CheckoutCall, NewSubscription, RecordedCheckout } from "./record.ts";
import { termsOf } from "./terms.ts";
import type { CheckoutTerms } from "./terms.ts";

/**
 * The gateway for an order.
 * @throws ProviderUnavailable
 */
export function gatewayOf(ctx: Ctx, provider: SubscriptionProvider): Gateway {
  return ctx.ports.gateways.of(provider);
}

/**
 * Subscribes the viewer's account. Idempotent per key: the same key returns the same answer and charges once,
 * even after an interruption.
 */
export async function createSubscription(ctx: Ctx, order: CheckoutOrder): Promise<SubscriptionRow> {
  const { accountId } = requirePayer(ctx);
  checkTexts(order);
  requireSeller(ctx);
  if (order.trialOverrideTime && ctx.viewer?.role !== "admin")
    throw new Forbidden(msg("Only admins can set the end of a trial."));
  const owner = ctx.ports.owners.find(order.provider);
  if (owner) return subscribeThroughOwner(ctx, owner, accountId, order);
  const gateway = gatewayOf(ctx, order.provider);
  const opensId = await opensIdOf(ctx.db, order.planId);
  const call = { accountId, key: order.idempotencyKey, inputHash: hashOf(order), opensId };
  return answerOnce(ctx, call, () => recordCheckout(ctx, gateway, call, order));
}

/**
 * Records the checkout before any charge: the pending subscription, its invoice, its reservations and the
 * payment. Null if the key was used before.
 */
async function recordCheckout(
  ctx: Ctx,
  gateway: Gateway,
  call: CheckoutCall,
  order: CheckoutOrder,
): Promise<RecordedCheckout | null> {
  const { accountId, opensId } = call;
  const pass = await findRunningPass(ctx, accountId, await billingNow(ctx), opensId);
  const terms = await termsOf(ctx, gateway, accountId, order, pass, opensId);
  if (pass) return recordDuringPass(ctx, call, order, { pass, terms, provider: gateway.provider });
  const { plan, billingRegion, startAt, trialEndsAt, now } = terms;
  return recordOnce(ctx, call, async (tx, id) => {
    checkPurchase(
      await endTermIfOver(tx, await findLiveSubscription(tx.db, accountId, null, opensId), now),
      plan,
    );
    checkShownPass(null, order.runningPass);
    const subscription = await insertPending(tx, {
      locale: ctx.locale,
      id,
      accountId,
      provider: gateway.provider,
      plan,
      billingRegion,
      startsAt: startAt,
      trialEndsAt,
      consentVersion: billingRegion.canWithdraw ? order.consentVersion : null,
      now,
    });
    await reserve(tx, subscription, terms);
    const paymentMethodId = await insertCheckoutMethod(tx, subscription, terms);
    const isChargedNow = !trialEndsAt && !startAt;
    const invoice = isChargedNow ? await issueFirstInvoice(tx, subscription, plan, now) : null;
    await checkAmounts(ctx, tx, subscription, { order, terms, invoice });
    await checkIntent(tx, subscription, { terms, invoice });
    return openCheckoutPayment(tx, subscription, { invoice, paymentMethodId, now });
  });
}

/** Ends a prepaid term that is over, if no worker has yet. @returns what the account still has */
async function endTermIfOver(
  tx: Tx,
  live: SubscriptionRow | null,
  now: Date,
): Promise<SubscriptionRow | null> {
  if (!live || !isTermOver(live, now)) return live;
  await transition(tx, live, {
    trigger: "end_term",
    cause: "clock",
    now,
    changes: { accessEndsAt: live.termEndsAt },
  });
  return null;
}

/**
 * Records a purchase while a pass runs: more days after its end, or a plan that begins instead. The pass stays as it is until the
 * payment succeeds.
 */
function recordDuringPass(
  ctx: Ctx,
  call: CheckoutCall,
  order: CheckoutOrder,
  { pass, terms, provider }: { pass: SubscriptionRow; terms: CheckoutTerms; provider: SubscriptionProvider },
): Promise<RecordedCheckout | null> {
  const { plan, billingRegion, now } = terms;
  if (pass.provider !== provider)
    throw new BadInput("gateway.provider", inEnglish(`This pass is paid through ${pass.provider}.`));
  const record = async (tx: Tx): Promise<RecordedCheckout> => {
    const found = await findLiveSubscription(tx.db, call.accountId, "ledger", call.opensId);
    if (found?.id !== pass.id) throw new PassChanged();
    checkPurchase(found, plan);
    checkShownPass(found, order.runningPass);
    if (await hasOpenDispute(tx.db, found.id)) throw new IllegalTransition("disputed", "subscribe");
    if ((await listOpenPayments(tx.db, found.id)).length > 0) throw new InProgress();
    const { consentVersion } = order;
    const subscription = billingRegion.canWithdraw
      ? await updateState(tx, found, { consentedAt: now, consentVersion })
      : found;
    await reserve(tx, subscription, terms);
    const paymentMethodId = await insertCheckoutMethod(tx, subscription, terms);
    const at = prorationAt(found, order.runningPass?.prorationTime ?? null, now);
    const invoice = await issueInvoice(tx, subscription, {
      kind: "change",
      plan,
      ...purchaseDuringPass(found, plan, at),
      isDraft: true,
      now,
    });
    await checkAmounts(ctx, tx, subscription, { order, terms, invoice });
    await checkIntent(tx, subscription, { terms, invoice });
    return openCheckoutPayment(tx, subscription, { invoice, paymentMethodId, now });
  };
  return recordOnce(ctx, call, record, pass.id);
}

/**
 * Reserves the coupons and the trial.
 * @throws CouponExhausted, TrialNotAvailable
 */
async function reserve(tx: Tx, { id, accountId }: NewSubscription, terms: CheckoutTerms): Promise<void> {
  const { plan, trialEndsAt, now } = terms;
  if (trialEndsAt && terms.isTrialOverridden)
    await recordAuditEntry(tx, {
      action: "billing.trial_overridden",
      subject: `subscription:${id}`,
      details: { trialEndsAt: trialEndsAt.toISOString(), planId: plan.id },
    });
  for (const coupon of terms.coupons)
    if (!(await insertTakenCoupon(tx.db, { couponId: coupon.id, subscriptionId: id, accountId, now })))
      throw new CouponExhausted();
  if (!(await insertTrials(tx.db, { subscriptionId: id, of: terms.trialMarks })))
    throw new TrialNotAvailable();
}

/** Stores the payment method. @returns its id */
async function insertCheckoutMethod(
  tx: Tx,
  { accountId, provider }: NewSubscription,
  { method, billingRegion, now }: CheckoutTerms,
): Promise<string> {
  const id = randomUUID();
  await insertMethod(tx.db, {
    ...method,
    id,
    accountId,
    provider,
    region: regionOf(method, billingRegion.countryCode),
    // The trial's own marks cover the card of a checkout.
    trialHash: null,
    now,
  });
  return id;
}

/**
 * Compares what is charged now, and first, with the amounts that the person agreed to.
 * @throws AmountMismatch
 */
async function checkAmounts(
  ctx: Ctx,
  tx: Tx,
  subscription: NewSubscription,
  { order, terms, invoice }: { order: CheckoutOrder; terms: CheckoutTerms; invoice: IssuedInvoice | null },
): Promise<void> {
  const amountDue = chargedAmount(ctx, subscription, invoice?.amountDue ?? 0);
  checkAmount(order.amountDue, amountDue);
  if (order.firstAmount === null) return;
  const { plan, trialEndsAt, startAt, now } = terms;
  const first = invoice
    ? amountDue
    : await addUp(tx, subscription, {
        charges: planCharges(plan),
        planId: plan.id,
        now: trialEndsAt ?? startAt ?? now,
      }).then(({ totals }) => chargedAmount(ctx, subscription, totals.amountDue));
  if (first !== order.firstAmount) throw new AmountMismatch({ amountDue });
}

/**
 * Compares a payment that the client made itself: it pays for exactly this invoice, or for nothing.
 * @throws AmountMismatch, PaymentUsed
 */
async function checkIntent(
  tx: Tx,
  { provider, currencyCode }: NewSubscription,
  { terms: { method }, invoice }: { terms: CheckoutTerms; invoice: IssuedInvoice | null },
): Promise<void> {
  const { intent } = method;
  if (!intent) return;
  if (await hasIntentEnded(tx.db, provider, method.ref)) throw new PaymentUsed();
  const isExact = intent.amount === invoice?.amountDue && intent.currencyCode === currencyCode;
  if (intent.amount && !isExact) throw new AmountMismatch();
}
