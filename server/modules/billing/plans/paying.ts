import type { Ctx } from "../../../ctx.ts";
import { sellingOwner } from "../owned/sales.ts";
import type { ClientConfig, Gateway, SubscriptionProvider } from "../ports.ts";
import { findLiveSubscription } from "../subscriptions/store.ts";

/** Through whom the viewer pays. */
export interface Paying {
  readonly provider: SubscriptionProvider;
  /** Null if the provider owns subscriptions, or none is configured. */
  readonly gateway: Gateway | null;
  readonly config: ClientConfig | null;
}

/** The provider of new subscriptions, or the one that a running subscription stays with. */
export async function payingThrough(ctx: Ctx): Promise<Paying> {
  const { gateways } = ctx.ports;
  const accountId = ctx.viewer?.accountId;
  const live =
    accountId && gateways.all.length > 1 ? await findLiveSubscription(ctx.db, accountId, "ledger") : null;
  const own = gateways.all.find(({ provider }) => provider === live?.provider);
  const gateway = own ?? gateways.current;
  const seller = gateway ?? sellingOwner(ctx);
  return {
    provider: own?.provider ?? gateways.provider,
    gateway,
    config: seller?.clientConfig(ctx.publicUrl) ?? null,
  };
}
