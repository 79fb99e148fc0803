import type { Ctx } from "../../../ctx.ts";
import { AmountMismatch, ProviderUnavailable } from "../errors.ts";
import { findEstimate } from "../accounts/store.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";

/** An intent that the client confirms with Stripe's Elements. */
export interface StripeIntent {
  readonly id: string;
  readonly clientSecret: string;
}

/** An intent for the amount that the person was shown last. @throws ProviderUnavailable without Stripe, AmountMismatch */
export async function createPaymentIntent(ctx: Ctx, amount: number): Promise<StripeIntent> {
  const { accountId } = requirePayer(ctx);
  const gateway = ctx.ports.gateways.current;
  if (gateway?.provider !== "stripe" || !gateway.createIntent) throw new ProviderUnavailable();
  const shown = await findEstimate(ctx.db, accountId);
  if (!shown || amount <= 0 || (amount !== shown.amountDue && amount !== shown.total))
    throw new AmountMismatch();
  return gateway.createIntent(ctx, { accountId, amount, currencyCode: shown.currencyCode });
}

/** An intent that keeps a way to pay and charges nothing. @throws ProviderUnavailable without Stripe */
export async function createSetupIntent(ctx: Ctx): Promise<StripeIntent> {
  const { accountId } = requirePayer(ctx);
  const gateway = ctx.ports.gateways.current;
  if (gateway?.provider !== "stripe" || !gateway.createIntent) throw new ProviderUnavailable();
  return gateway.createIntent(ctx, { accountId, amount: 0, currencyCode: "USD" });
}
