import { createHash, randomUUID } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { legalVersionAt } from "../../../../contract/legal-pages.ts";
import { isUniqueViolation } from "../../../platform/db.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { lockAccount } from "../accounts/store.ts";
import { billingNow } from "../clock.ts";
import { checkAmount, IllegalTransition, InProgress } from "../errors.ts";
import { addUp, issueInvoice } from "../invoices/invoices.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { limitRefusals, openPayment } from "../payments/payments.ts";
import { hasOpenDispute } from "../payments/store-disputes.ts";
import { listStoredMethods } from "../payments/store-methods.ts";
import { listMethods } from "../payments/store.ts";
import type { MethodRow } from "../payments/store.ts";
import { billingRegionOf } from "../plans/regions.ts";
import type { BillingRegion } from "../plans/regions.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import { hasExpired } from "../rules/cards.ts";
import { periodsAfter } from "../rules/calendar.ts";
import { consentVersion } from "../rules/withdrawal.ts";
import {
  findLiveSubscription,
  insertSubscription,
  insertTransition,
  listSubscriptions,
} from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownSubscription } from "../subscriptions/subscriptions.ts";
import {
  claimMs,
  clearPending,
  finish,
  finishCheckoutJob,
  pendingMs,
  resumeAfterMs,
  resumeOrReplay,
} from "./checkout.ts";
import { findKey, insertKey } from "./store.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/** What restarting an ended subscription would mean. */
export interface RestartOffer {
  readonly subscription: SubscriptionRow;
  readonly plan: PlanRow;
  readonly method: MethodRow;
  readonly billingRegion: BillingRegion;
  /** Charged now, in minor units; credit is taken off. */
  readonly amountDue: number;
  /** The text about an immediate start that must be accepted; null where the law doesn't ask. */
  readonly consentVersion: string | null;
}

const chargesOf = (plan: PlanRow) => [{ kind: "plan" as const, description: plan.name, amount: plan.amount }];

/**
 * The offer to restart a subscription with its payment method, at today's price. Null unless it is the account's last one,
 * has ended, its plan is still sold, and its method can still be charged.
 */
export async function restartOf(ctx: Ctx, found: SubscriptionRow): Promise<RestartOffer | null> {
  if (found.status !== "canceled" || !found.paymentMethodId) return null;
  const begun = (await listSubscriptions(ctx.db, found.accountId)).filter(
    ({ status }) => status !== "canceled_during_pending" && status !== "future_canceled",
  );
  if (begun[0]?.id !== found.id) return null;
  const now = await billingNow(ctx);
  const [last] = await listMethods(ctx.db, [found.paymentMethodId]);
  // The person may have removed it since; a copy of the same card is as good.
  const method =
    last &&
    (await listStoredMethods(ctx.db, found.accountId)).find(
      (one) =>
        one.id === last.id ||
        (one.last4 !== null &&
          one.last4 === last.last4 &&
          one.brand === last.brand &&
          one.expYear === last.expYear),
    );
  if (!method || hasExpired(method, now) || (await hasOpenDispute(ctx.db, found.id))) return null;
  if (!ctx.ports.gateways.all.some(({ provider }) => provider === found.provider)) return null;
  const billingRegion = await billingRegionOf(ctx, found, now);
  const plan = (await listPlans(ctx.db, billingRegion, now)).find(
    ({ id, isOffered }) => id === found.planId && isOffered,
  );
  if (!plan || plan.currencyCode !== found.currencyCode) return null;
  // A new subscription: coupons of the old one don't apply.
  const billed = { ...found, id: randomUUID() };
  const { totals } = await addUp(ctx, billed, { charges: chargesOf(plan), planId: plan.id, now });
  return {
    subscription: found,
    plan,
    method,
    billingRegion,
    amountDue: chargedAmount(ctx, found, totals.amountDue),
    consentVersion: billingRegion.canWithdraw ? consentVersion : null,
  };
}

/**
 * Subscribes to the plan of an ended subscription again, with the stored payment method and without a trial. Idempotent by
 * its key.
 * @throws AmountMismatch, BadInput, IllegalTransition, PaymentRefused
 */
export async function restartSubscription(
  ctx: Ctx,
  id: string,
  order: { amountDue: number; idempotencyKey: string; consentVersion: string | null },
): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  const { accountId } = own;
  const key = order.idempotencyKey;
  rejectCardNumbers(key, "idempotencyKey");
  if (key.length < 1 || key.length > 200)
    throw new BadInput("idempotencyKey", inEnglish("Use an idempotency key of 1 to 200 characters."));
  const inputHash = createHash("sha256")
    .update(JSON.stringify(["restart", id, order.amountDue]))
    .digest("base64url");
  const known = await findKey(ctx.db, accountId, key);
  if (known) return resumeOrReplay(ctx, accountId, key, known, inputHash);
  await limitRefusals(ctx, accountId);
  await clearPending(ctx, accountId);
  const begun = await begin(ctx, own, { ...order, inputHash });
  if (begun) return finish(ctx, accountId, begun);
  const first = await findKey(ctx.db, accountId, key);
  if (!first) throw new InProgress();
  return resumeOrReplay(ctx, accountId, key, first, inputHash);
}

/** Records the new subscription before any charge. Null if the key was used before. */
async function begin(
  ctx: Ctx,
  own: SubscriptionRow,
  order: { amountDue: number; idempotencyKey: string; inputHash: string; consentVersion: string | null },
): Promise<{ subscriptionId: string; paymentId: string } | null> {
  const live = await findLiveSubscription(ctx.db, own.accountId);
  if (live) throw new IllegalTransition(live.status, "restart");
  const offer = await restartOf(ctx, own);
  if (!offer) throw new IllegalTransition(own.status, "restart");
  if (offer.consentVersion !== null && order.consentVersion !== offer.consentVersion)
    throw new BadInput(
      "consentVersion",
      inEnglish(`Show consent version ${offer.consentVersion} and ask again.`),
    );
  const { plan, billingRegion, method } = offer;
  const { accountId, provider } = own;
  const now = await billingNow(ctx);
  const id = randomUUID();
  try {
    return await ctx.transact(async (tx) => {
      await lockAccount(tx.db, accountId);
      const { idempotencyKey, inputHash } = order;
      const call = { accountId, key: idempotencyKey, inputHash, subscriptionId: id, forMs: claimMs };
      if (!(await insertKey(tx.db, call))) return null;
      if (await findLiveSubscription(tx.db, accountId)) throw new InProgress();
      // It may have been removed before the lock.
      if (!(await listStoredMethods(tx.db, accountId)).some((stored) => stored.id === method.id))
        throw new IllegalTransition(own.status, "restart");
      const pendingUntil = new Date(now.getTime() + pendingMs);
      await insertSubscription(tx.db, {
        id,
        accountId,
        status: "pending",
        provider,
        planId: plan.id,
        accessType: plan.accessType,
        currencyCode: plan.currencyCode,
        countryCode: billingRegion.countryCode,
        region: billingRegion.region,
        priceAmount: plan.amount,
        pendingUntil,
        startsAt: null,
        trialEndsAt: null,
        dueAt: pendingUntil,
        createdAt: now,
        consentedAt: offer.consentVersion ? now : null,
        consentVersion: offer.consentVersion,
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
      const billed = {
        id,
        accountId,
        provider,
        currencyCode: plan.currencyCode,
        countryCode: billingRegion.countryCode,
        region: billingRegion.region,
      };
      const invoice = await issueInvoice(tx, billed, {
        kind: "first",
        plan,
        charges: chargesOf(plan),
        term: { startsAt: now, endsAt: periodsAfter(now, 1, plan), anchorAt: now, number: 1 },
        isDraft: true,
        now,
      });
      checkAmount(order.amountDue, chargedAmount(ctx, billed, invoice.amountDue));
      const { id: paymentId } = await openPayment(tx, billed, {
        purpose: "checkout",
        invoice,
        paymentMethodId: method.id,
        isOnSession: true,
        now,
      });
      const runAt = new Date(tx.clock.now().getTime() + resumeAfterMs);
      await tx.enqueue(finishCheckoutJob, { paymentId }, { runAt });
      return { subscriptionId: id, paymentId };
    });
  } catch (error) {
    // Two keys of one account at the same time: the unique index admits one.
    if (isUniqueViolation(error)) throw new InProgress();
    throw error;
  }
}
