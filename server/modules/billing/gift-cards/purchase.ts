import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { isUniqueViolation } from "../../../platform/db.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { emailsOf, normalizeEmail } from "../../identity/index.ts";
import { lockAccount } from "../accounts/store.ts";
import { requireSeller } from "../buyers/parties.ts";
import { gatewayOf } from "../checkout/checkout.ts";
import { billingNow } from "../clock.ts";
import { IdempotencyKeyReused, InProgress, PaymentRefused, PaymentUnknown } from "../errors.ts";
import { checkIdempotencyKey, inputHashOf } from "../idempotency.ts";
import { countRefusal, limitRefusals } from "../payments/decline-limits.ts";
import { abandonedResultOf, askForPayment, syncPayment } from "../payments/payments.ts";
import { findPayment, findPaymentByRef, insertMethod, insertPayment } from "../payments/store.ts";
import type { PaymentRow } from "../payments/store.ts";
import { regionOf } from "../plans/regions.ts";
import type { PaymentMethodType, SubscriptionProvider } from "../ports.ts";
import type { FailureCode } from "../rules/dunning.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";
import { newGiftCode } from "./code.ts";
import { checkPrice } from "./offer.ts";
import type { PricedGift } from "./offer.ts";
import { readGift } from "./text.ts";
import type { GiftTexts } from "./text.ts";
import { settleGiftCard } from "./settle.ts";
import { findGiftCard, findGiftCardByKey, insertGiftCard, listGiftCardsOfBuyer } from "./store.ts";
import type { GiftCardRow } from "./store.ts";

/** What a client sends to buy a gift card. */
export interface GiftCardOrder extends PricedGift, GiftTexts {
  /** Where the receipt goes; null for the account's own address. */
  readonly buyerEmail: string | null;
  readonly provider: SubscriptionProvider;
  readonly token: string | null;
  readonly paymentMethodType: PaymentMethodType;
  readonly idempotencyKey: string;
}

/** How long a request may wait for the provider's answer, in milliseconds. */
const answerMs = 15_000;
/** How soon a job finishes a purchase whose process died, in milliseconds. */
const resumeAfterMs = 60_000;

/** Finishes a purchase whose process died midway. */
export const finishGiftCardJob = defineJob({
  name: "billing.finish_gift_card",
  schema: z.object({ paymentId: z.uuid() }),
  maxAttempts: 20,
  run: async (ctx, { paymentId }) => {
    const payment = await findPayment(ctx.db, paymentId);
    if (payment?.status === "started") await runGiftPayment(ctx, payment);
  },
});

const hashOf = (order: GiftCardOrder): string =>
  inputHashOf([
    order.amount,
    order.currencyCode,
    order.planId,
    order.months,
    order.countryCode,
    order.postcode,
    order.provider,
    order.token,
    order.paymentMethodType,
    order.buyerEmail,
    order.senderName,
    order.message,
    order.recipientEmail,
    order.recipientLocale,
    order.sendOn,
  ]);

/**
 * Buys a gift card by card. The same key returns the same card and charges once, even after an interruption.
 * @throws AmountMismatch, BadInput, IdempotencyKeyReused, InProgress, PaymentRefused, PaymentUnknown, PlanUnknown, RateLimited,
 * SellerUnknown, StudioNotOpen
 */
export async function buyGiftCard(ctx: Ctx, order: GiftCardOrder): Promise<GiftCardRow> {
  const { accountId } = requirePayer(ctx);
  const { idempotencyKey: key } = order;
  rejectCardNumbers(order.token, "gateway.token");
  checkIdempotencyKey(key);
  if (!order.token || order.token.length > 300)
    throw new BadInput("gateway.token", inEnglish("Provide a token from the payment provider."));
  requireSeller(ctx);
  const inputHash = hashOf(order);
  const known = await findGiftCardByKey(ctx.db, accountId, key);
  if (known) return resume(ctx, known, inputHash);
  await limitRefusals(ctx, accountId, ctx.clientIp);
  const payment = await record(ctx, accountId, order, inputHash);
  if (payment) return finish(ctx, payment);
  const first = await findGiftCardByKey(ctx.db, accountId, key);
  if (!first) throw new InProgress();
  return resume(ctx, first, inputHash);
}

/** The answer of an earlier call with this key, or the rest of its work. */
async function resume(ctx: Ctx, known: GiftCardRow, inputHash: string): Promise<GiftCardRow> {
  if (known.inputHash !== inputHash) throw new IdempotencyKeyReused();
  const payment = known.paymentId ? await findPayment(ctx.db, known.paymentId) : null;
  if (!payment) throw new Error("A gift card that was bought has no payment");
  if (payment.status === "started") {
    const age = (await billingNow(ctx)).getTime() - payment.createdAt.getTime();
    // The first call is asking the provider right now.
    if (age < answerMs) throw new InProgress();
  }
  return finish(ctx, payment);
}

/** Charges the payment, or asks for its result, and returns the card. */
async function finish(ctx: Ctx, payment: PaymentRow): Promise<GiftCardRow> {
  let refusal = payment.failureCode as FailureCode | null;
  if (payment.status === "started") refusal = await runGiftPayment(ctx, payment);
  // The person may have confirmed already, before the provider's webhook arrived.
  else if (payment.status === "action_required") {
    await syncPayment(ctx, payment, "gateway");
    refusal = ((await findPayment(ctx.db, payment.id))?.failureCode ?? null) as FailureCode | null;
  }
  if (refusal) throw new PaymentRefused(refusal);
  const card = await findGiftCard(ctx.db, payment.subscriptionId);
  if (!card) throw new NotFound("gift card");
  return card;
}

/**
 * Charges a recorded payment of a gift card and settles the result. Idempotent: the gateway knows the key.
 * @throws PaymentUnknown without an answer; the payment stays open and is asked again
 */
async function runGiftPayment(ctx: Ctx, payment: PaymentRow): Promise<FailureCode | null> {
  const result = await askForPayment(ctx, payment);
  if (result.kind === "unknown" && result.ref === null) throw new PaymentUnknown(result.cause);
  const refusal = await settleGiftCard(ctx, payment.id, result);
  if (refusal) await countRefusal(ctx);
  return refusal;
}

/** Asks about a payment without a result. One that is too old is given up, so that nothing stays open. */
export async function sweepGiftPayment(ctx: Ctx, payment: PaymentRow, isTooOld: boolean): Promise<void> {
  if (isTooOld) await settleGiftCard(ctx, payment.id, await abandonedResultOf(ctx, payment));
  else if (payment.status === "started") await runGiftPayment(ctx, payment);
  else await syncPayment(ctx, payment, "clock");
}

/**
 * Writes the card and its payment down before any charge.
 * @returns null if the key was used before
 */
async function record(
  ctx: Ctx,
  accountId: string,
  order: GiftCardOrder,
  inputHash: string,
): Promise<PaymentRow | null> {
  const gateway = gatewayOf(ctx, order.provider);
  const method = await gateway.retrieveMethod(ctx, order.token!, accountId);
  // A client's own payment is for a subscription.
  if (method.intent) throw new BadInput("gateway.token", inEnglish("Send a payment method, not an intent."));
  if (await findPaymentByRef(ctx.db, gateway.provider, method.ref))
    throw new BadInput("gateway.token", inEnglish("Provide a token from the payment provider."));
  if (method.type !== order.paymentMethodType)
    throw new BadInput("paymentMethodType", inEnglish("The token is for a different payment method type."));
  const now = await billingNow(ctx);
  const gift = readGift(order, now, ctx.studio.timeZone);
  const region = await checkPrice(ctx, order, method, now);
  const buyerEmail = await emailOf(ctx, accountId, order.buyerEmail);
  const [id, paymentMethodId, paymentId] = [randomUUID(), randomUUID(), randomUUID()];
  const { provider } = gateway;
  try {
    return await ctx.transact(async (tx) => {
      await lockAccount(tx.db, accountId);
      if (await findGiftCardByKey(tx.db, accountId, order.idempotencyKey)) return null;
      await insertMethod(tx.db, {
        ...method,
        id: paymentMethodId,
        accountId,
        provider,
        region: regionOf(method, region.countryCode),
        trialHash: null,
        now,
      });
      const payment = await insertPayment(tx.db, {
        id: paymentId,
        invoiceId: null,
        // There is no subscription: the id only tells attempts apart.
        subscriptionId: id,
        accountId,
        provider,
        kind: "charge",
        purpose: "gift_card",
        paymentMethodId,
        amount: order.amount,
        currencyCode: region.currencyCode,
        isOnSession: true,
        now,
      });
      await insertGiftCard(tx.db, {
        id,
        code: newGiftCode(),
        state: "pending",
        amount: order.amount,
        currencyCode: region.currencyCode,
        countryCode: region.countryCode,
        planId: order.planId,
        months: order.months,
        buyerId: accountId,
        idempotencyKey: order.idempotencyKey,
        inputHash,
        staffId: null,
        paymentId,
        buyerEmail,
        buyerLocale: ctx.locale,
        ...gift,
        activatedAt: null,
        now,
      });
      const runAt = new Date(tx.clock.now().getTime() + resumeAfterMs);
      await tx.enqueue(finishGiftCardJob, { paymentId }, { runAt });
      return payment;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Where the receipt goes. @throws BadInput for a guest without an address */
async function emailOf(ctx: Ctx, accountId: string, typed: string | null): Promise<string | null> {
  const [own] = await emailsOf(ctx.db, accountId);
  if (own) return null;
  if (!typed?.trim()) throw new BadInput("buyerEmail", msg("Enter your email, for the receipt."));
  return normalizeEmail(typed);
}

/**
 * Asks the provider about a purchase that waits for the person, and settles it. Called after a confirmation, so that a lost
 * webhook delays no one.
 * @throws NotFound, PaymentRefused if the bank refused the payment
 */
export async function refreshGiftCard(ctx: Ctx, id: string): Promise<GiftCardRow> {
  const { accountId } = requirePayer(ctx);
  const card = isUuid(id) ? await findGiftCard(ctx.db, id) : null;
  if (card?.buyerId !== accountId || !card.paymentId) throw new NotFound("gift card");
  const payment = await findPayment(ctx.db, card.paymentId);
  return payment && payment.status !== "started" ? finish(ctx, payment) : card;
}

/** Gift cards that the viewer's account bought, newest first. */
export const boughtGiftCards = (ctx: Ctx): Promise<GiftCardRow[]> =>
  listGiftCardsOfBuyer(ctx.db, requirePayer(ctx).accountId);
