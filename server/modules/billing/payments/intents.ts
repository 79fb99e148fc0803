import { randomUUID } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { findEstimate } from "../accounts/store.ts";
import { requireSeller } from "../buyers/parties.ts";
import { billingNow } from "../clock.ts";
import { AmountMismatch, ProviderUnavailable } from "../errors.ts";
import type { Gateway } from "../ports.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";
import { reportPayment } from "../reconciliation/store.ts";
import { returnPayment } from "./refunds.ts";
import { endIntent, insertIntent, listOpenIntents } from "./store-intents.ts";
import type { IntentRow } from "./store-intents.ts";
import { findPaymentByRef, insertPayment, updatePayment } from "./store.ts";

/** A payment or setup intent that the client confirms with the provider's own form. */
export interface ClientIntent {
  readonly id: string;
  readonly clientSecret: string;
}

/** Each intent lets a stranger test a stolen card with the public key. */
const intentLimit = { name: "payment intents", points: 20, seconds: 3600 };

/** How long a client has to use its payment, and how long an unpaid one stays confirmable, in milliseconds. */
const unusedMs = 60 * 60_000;
const unpaidMs = 24 * 60 * 60_000;
const page = 100;

/** @throws ProviderUnavailable if the provider has no intents, SellerUnknown, RateLimited */
async function gatewayForIntents(
  ctx: Ctx,
  accountId: string,
): Promise<Required<Pick<Gateway, "createIntent">> & Gateway> {
  requireSeller(ctx);
  const { all, current } = ctx.ports.gateways;
  const gateway = current?.createIntent ? current : all.find(({ createIntent }) => createIntent);
  if (!gateway?.createIntent) throw new ProviderUnavailable();
  await consume(ctx, intentLimit, [accountId, ...networkKeys(ctx.clientIp)]);
  return gateway as Required<Pick<Gateway, "createIntent">> & Gateway;
}

/**
 * Creates a payment intent for the last estimate shown to the person. It is remembered, so that money without a
 * checkout goes back.
 * @throws ProviderUnavailable without a provider of intents, AmountMismatch, RateLimited
 */
export async function createPaymentIntent(ctx: Ctx, amount: number): Promise<ClientIntent> {
  const { accountId } = requirePayer(ctx);
  const gateway = await gatewayForIntents(ctx, accountId);
  const shown = await findEstimate(ctx.db, accountId);
  if (!shown || amount <= 0 || (amount !== shown.amountDue && amount !== shown.total))
    throw new AmountMismatch();
  const { currencyCode } = shown;
  // Too small to be charged: only the payment method is stored.
  if (amount < gateway.minCharge(currencyCode))
    return gateway.createIntent(ctx, { accountId, amount: 0, currencyCode });
  const intent = await gateway.createIntent(ctx, { accountId, amount, currencyCode });
  const now = await billingNow(ctx);
  const { provider } = gateway;
  await ctx.transact((tx) =>
    insertIntent(tx.db, { provider, ref: intent.id, accountId, amount, currencyCode, now }),
  );
  return intent;
}

/**
 * Creates a setup intent, which stores a payment method without a charge.
 * @throws ProviderUnavailable without a provider of intents, RateLimited
 */
export async function createSetupIntent(ctx: Ctx): Promise<ClientIntent> {
  const { accountId } = requirePayer(ctx);
  const gateway = await gatewayForIntents(ctx, accountId);
  return gateway.createIntent(ctx, { accountId, amount: 0, currencyCode: "USD" });
}

/** Pays back what clients paid without ever asking for a subscription, and ends what they never paid. */
export async function sweepIntents(ctx: Ctx, now: Date): Promise<void> {
  for (const intent of await listOpenIntents(ctx.db, new Date(now.getTime() - unusedMs), page)) {
    const gateway = ctx.ports.gateways.all.find(({ provider }) => provider === intent.provider);
    if (!gateway) continue;
    const isOld = now.getTime() - intent.createdAt.getTime() > unpaidMs;
    const result = isOld
      ? await gateway.cancelPayment(ctx, intent.ref)
      : await gateway.retrievePayment(ctx, intent.ref);
    if (result.kind === "succeeded") await endUnused(ctx, intent, now);
    else if (isOld && (result.kind === "declined" || result.kind === "refused"))
      await ctx.transact((tx) => endIntent(tx.db, { ...intent, now }));
  }
}

/** Books a paid intent, and returns its money unless it paid for something. */
function endUnused(ctx: Ctx, intent: IntentRow, now: Date): Promise<void> {
  return ctx.transact(async (tx) => {
    if (!(await endIntent(tx.db, { ...intent, now }))) return;
    if (await findPaymentByRef(tx.db, intent.provider, intent.ref)) return;
    const { accountId, provider, amount, currencyCode } = intent;
    const payment = await insertPayment(tx.db, {
      id: randomUUID(),
      invoiceId: null,
      // There is no subscription: the id only tells attempts apart.
      subscriptionId: randomUUID(),
      accountId,
      provider,
      kind: "charge",
      purpose: "checkout",
      paymentMethodId: null,
      amount,
      currencyCode,
      isOnSession: true,
      now,
    });
    const settled = {
      status: "succeeded",
      providerRef: intent.ref,
      failureCode: null,
      settledAt: now,
    } as const;
    await updatePayment(tx.db, { id: payment.id, ...settled });
    await returnPayment(tx, { payment, invoiceId: null, amount, reason: "unused_intent", now });
    await reportPayment(tx, payment, "unused_intent", {}, now);
  });
}
