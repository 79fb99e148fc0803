import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { isUniqueViolation } from "../../../platform/db.ts";
import { BadInput, Forbidden } from "../../../platform/errors.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { legalVersionAt } from "../../../../contract/legal-pages.ts";
import {
  AmountMismatch,
  checkAmount,
  CouponExhausted,
  IdempotencyKeyReused,
  IllegalTransition,
  InProgress,
  PaymentRefused,
  PaymentUsed,
  ProviderUnavailable,
  TrialNotAvailable,
} from "../errors.ts";
import { addUp, issueInvoice } from "../invoices/invoices.ts";
import type { IssuedInvoice } from "../invoices/invoices.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { finishOrCancel, limitRefusals, syncPayment, openPayment, runPayment } from "../payments/payments.ts";
import {
  buyerOf,
  findOfferedPlan,
  findUsableCoupon,
  trialEndOf,
  trialHash,
  trialMarks,
} from "../plans/plans.ts";
import { billingRegionToCharge } from "./region.ts";
import { requireSeller } from "../buyers/parties.ts";
import { billingNow } from "../clock.ts";
import { regionOf } from "../plans/regions.ts";
import type { Gateway, GatewayMethod, SubscriptionProvider } from "../ports.ts";
import { addDays, periodsAfter } from "../rules/calendar.ts";
import { couponCode } from "../coupons/rules.ts";
import type { CouponTerms } from "../coupons/rules.ts";
import { insertTrials, lockAccount } from "../accounts/store.ts";
import { claimKey, findKey, insertKey, releaseKey } from "./store.ts";
import type { KeyRow } from "./store.ts";
import { checkTexts, hashOf } from "./order.ts";
import type { CheckoutOrder } from "./order.ts";
import { findLatestPayment, findPaymentByRef, insertMethod } from "../payments/store.ts";
import { hasIntentEnded } from "../payments/store-intents.ts";
import { insertTakenCoupon } from "../plans/store.ts";
import {
  findLiveSubscription,
  findSubscription,
  insertSubscription,
  insertTransition,
} from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

/**
 * How long a call holds its claim before another call may take over, in milliseconds. The gateway's timeouts
 * are shorter.
 */
export const claimMs = 15_000;
/** How long a payment may wait for the person, in milliseconds. */
export const pendingMs = 23 * 3_600_000;
/** How soon a job resumes a checkout whose process died, in milliseconds, if the client does not retry. */
export const resumeAfterMs = 60_000;
const latestStartDays = 90;
/** The longest trial that an admin can set. */
const maxTrialDays = 366;

/** Finishes a checkout whose process died midway. */
export const finishCheckoutJob = defineJob({
  name: "billing.finish_checkout",
  schema: z.object({ paymentId: z.uuid() }),
  maxAttempts: 20,
  run: async (ctx, { paymentId }) => {
    await runPayment(ctx, paymentId, { cause: "gateway" });
  },
});

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
  const gateway = gatewayOf(ctx, order.provider);
  const inputHash = hashOf(order);

  const known = await findKey(ctx.db, accountId, order.idempotencyKey);
  if (known) return resumeOrReplay(ctx, accountId, order.idempotencyKey, known, inputHash);
  await limitRefusals(ctx, accountId);
  await clearPending(ctx, accountId);
  const begun = await begin(ctx, gateway, accountId, order, inputHash);
  // A concurrent request with this key came first.
  if (begun === null) {
    const first = await findKey(ctx.db, accountId, order.idempotencyKey);
    if (!first) throw new InProgress();
    return resumeOrReplay(ctx, accountId, order.idempotencyKey, first, inputHash);
  }
  return finish(ctx, accountId, begun);
}

/** The answer of an earlier call with this key, or the rest of its work. */
export async function resumeOrReplay(
  ctx: Ctx,
  accountId: string,
  key: string,
  known: KeyRow,
  inputHash: string,
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
export async function clearPending(ctx: Ctx, accountId: string): Promise<void> {
  const live = await findLiveSubscription(ctx.db, accountId);
  if (live?.status !== "pending") return;
  const payment = await findLatestPayment(ctx.db, live.id);
  if (!payment) return;
  if (payment.status !== "action_required" && payment.status !== "started") throw new InProgress();
  await finishOrCancel(ctx, payment, `person:${accountId}`);
}

interface Begun {
  readonly subscriptionId: string;
  readonly paymentId: string;
}

/**
 * Records the checkout before any charge: the pending subscription, its invoice, its reservations and the
 * payment. Null if the key was used before.
 */
async function begin(
  ctx: Ctx,
  gateway: Gateway,
  accountId: string,
  order: CheckoutOrder,
  inputHash: string,
): Promise<Begun | null> {
  const method = await gateway.retrieveMethod(ctx, order.token!, accountId);
  if (method.intent && (await findPaymentByRef(ctx.db, gateway.provider, method.ref)))
    throw new PaymentUsed();
  if (method.type !== order.paymentMethodType)
    throw new BadInput("paymentMethodType", inEnglish("The token is for a different payment method type."));
  const now = await billingNow(ctx);
  const billingRegion = await billingRegionToCharge(ctx, order, method, now);
  const [buyer, plan] = await Promise.all([
    buyerOf(ctx, billingRegion, now),
    findOfferedPlan(ctx, billingRegion, order.planId, now),
  ]);
  const codes = [...new Set(order.couponIds.map(couponCode).filter(Boolean))];
  const coupons: CouponTerms[] = [];
  for (const code of codes) coupons.push(await findUsableCoupon(ctx, buyer, plan, code));

  const startAt = order.startAt && order.startAt > now ? order.startAt : null;
  if (startAt && startAt > addDays(now, latestStartDays))
    throw new BadInput(
      "startAt",
      msg("A subscription begins within {latestStartDays} days.", { latestStartDays }),
    );
  const override = order.trialOverrideTime;
  if (override && (override <= now || override > addDays(now, maxTrialDays)))
    throw new BadInput(
      "trialOverrideTime",
      msg("Choose a trial end within {maxTrialDays} days.", { maxTrialDays }),
    );
  const wantsTrial = buyer.canTrial && !order.withoutTrial;
  const trialEndsAt = override ?? (wantsTrial ? trialEndOf(plan, startAt ?? now) : null);
  const isChargedNow = !trialEndsAt && !startAt;
  const marks =
    trialEndsAt && !override
      ? [
          ...(await trialMarks(ctx, accountId)),
          ...(method.fingerprint
            ? [{ kind: "card" as const, hash: trialHash(ctx, "card", method.fingerprint) }]
            : []),
        ]
      : [];

  const id = randomUUID();
  const paymentMethodId = randomUUID();
  try {
    return await ctx.transact(async (tx) => {
      await lockAccount(tx.db, accountId);
      const call = { accountId, key: order.idempotencyKey, inputHash, subscriptionId: id, forMs: claimMs };
      if (!(await insertKey(tx.db, call))) return null;
      const live = await findLiveSubscription(tx.db, accountId);
      if (live)
        throw live.status === "pending" ? new InProgress() : new IllegalTransition(live.status, "subscribe");
      const pendingUntil = new Date(now.getTime() + pendingMs);
      await insertSubscription(tx.db, {
        id,
        accountId,
        status: "pending",
        provider: gateway.provider,
        planId: plan.id,
        accessType: plan.accessType,
        currencyCode: plan.currencyCode,
        countryCode: billingRegion.countryCode,
        region: billingRegion.region,
        priceAmount: plan.amount,
        pendingUntil,
        startsAt: startAt,
        trialEndsAt,
        dueAt: pendingUntil,
        createdAt: now,
        consentedAt: billingRegion.canWithdraw && order.consentVersion ? now : null,
        consentVersion: billingRegion.canWithdraw ? order.consentVersion : null,
        termsVersion: legalVersionAt(tx.studio, "terms", tx.clock.now())?.version ?? null,
      });
      await insertTransition(tx.db, {
        subscriptionId: id,
        fromStatus: null,
        toStatus: "pending",
        trigger: "subscribe",
        cause: `person:${accountId}`,
        happenedAt: now,
      });
      if (override)
        await recordAuditEntry(tx, {
          action: "billing.trial_overridden",
          subject: `subscription:${id}`,
          details: { trialEndsAt: override.toISOString(), planId: plan.id },
        });
      for (const coupon of coupons) {
        if (!(await insertTakenCoupon(tx.db, { couponId: coupon.id, subscriptionId: id, accountId, now })))
          throw new CouponExhausted();
      }
      if (!(await insertTrials(tx.db, { subscriptionId: id, of: marks }))) throw new TrialNotAvailable();
      await insertMethod(tx.db, {
        ...method,
        id: paymentMethodId,
        accountId,
        provider: gateway.provider,
        region: regionOf(method, billingRegion.countryCode),
        // The trial's own marks cover the card of a checkout.
        trialHash: null,
        now,
      });
      const billed = {
        id,
        accountId,
        provider: gateway.provider,
        currencyCode: plan.currencyCode,
        countryCode: billingRegion.countryCode,
        region: billingRegion.region,
      };
      const charges = [{ kind: "plan" as const, description: plan.name, amount: plan.amount }];
      const invoice = isChargedNow
        ? await issueInvoice(tx, billed, {
            kind: "first",
            plan,
            charges,
            term: { startsAt: now, endsAt: periodsAfter(now, 1, plan), anchorAt: now, number: 1 },
            isDraft: true,
            now,
          })
        : null;
      const amountDue = chargedAmount(ctx, billed, invoice?.amountDue ?? 0);
      checkAmount(order.amountDue, amountDue);
      if (order.firstAmount !== null) {
        const later = { charges, planId: plan.id, now: trialEndsAt ?? startAt ?? now };
        const first = invoice
          ? amountDue
          : chargedAmount(ctx, billed, (await addUp(tx, billed, later)).totals.amountDue);
        if (first !== order.firstAmount) throw new AmountMismatch({ amountDue });
      }
      if (method.intent && (await hasIntentEnded(tx.db, gateway.provider, method.ref)))
        throw new PaymentUsed();
      // A payment that the client made itself pays for exactly this, or for nothing.
      if (method.intent?.amount && !isFor(method.intent, invoice, plan.currencyCode))
        throw new AmountMismatch();
      const { id: paymentId } = await openPayment(tx, billed, {
        purpose: "checkout",
        invoice,
        paymentMethodId,
        isOnSession: true,
        now,
      });
      await tx.enqueue(
        finishCheckoutJob,
        { paymentId },
        { runAt: new Date(tx.clock.now().getTime() + resumeAfterMs) },
      );
      return { subscriptionId: id, paymentId };
    });
  } catch (error) {
    // Two keys of one account at the same time: the unique index admits one.
    if (isUniqueViolation(error)) throw new InProgress();
    throw error;
  }
}

const isFor = (
  intent: NonNullable<GatewayMethod["intent"]>,
  invoice: IssuedInvoice | null,
  currencyCode: string,
): boolean => intent.amount === invoice?.amountDue && intent.currencyCode === currencyCode;

/** Charges the payment and returns the result. */
export async function finish(ctx: Ctx, accountId: string, begun: Begun): Promise<SubscriptionRow> {
  try {
    const { subscription, refusal } = await runPayment(ctx, begun.paymentId, {
      cause: `person:${accountId}`,
    });
    if (refusal) throw new PaymentRefused(refusal);
    return subscription;
  } catch (error) {
    // The payment result is unknown: the same call may retry at once.
    if (error instanceof ProviderUnavailable) await releaseKey(ctx.db, begun.subscriptionId);
    throw error;
  }
}
