import type { Ctx } from "../../../ctx.ts";
import { AmountMismatch, ProviderUnavailable } from "../errors.ts";
import { findEstimate } from "../accounts/store.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";

/** A payment or setup intent that the client confirms with Stripe Elements. */
export interface StripeIntent {
  readonly id: string;
  readonly clientSecret: string;
}

/**
 * Creates a payment intent for the last estimate shown to the person.
 * @throws ProviderUnavailable without Stripe, AmountMismatch
 */
export async function createPaymentIntent(ctx: Ctx, amount: number): Promise<StripeIntent> {
  const { accountId } = requirePayer(ctx);
  const gateway = ctx.ports.gateways.current;
  if (gateway?.provider !== "stripe" || !gateway.createIntent) throw new ProviderUnavailable();
  const shown = await findEstimate(ctx.db, accountId);
  if (!shown || amount <= 0 || (amount !== shown.amountDue && amount !== shown.total))
    throw new AmountMismatch();
  return gateway.createIntent(ctx, { accountId, amount, currencyCode: shown.currencyCode });
}

/**
 * Creates a setup intent, which stores a payment method without a charge.
 * @throws ProviderUnavailable without Stripe
 */
export async function createSetupIntent(ctx: Ctx): Promise<StripeIntent> {
  const { accountId } = requirePayer(ctx);
  const gateway = ctx.ports.gateways.current;
  if (gateway?.provider !== "stripe" || !gateway.createIntent) throw new ProviderUnavailable();
  return gateway.createIntent(ctx, { accountId, amount: 0, currencyCode: "USD" });
}
