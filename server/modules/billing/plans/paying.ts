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
  const { gateways, owners } = ctx.ports;
  const accountId = ctx.viewer?.accountId;
  const hasChoice = gateways.all.length + owners.all.length > 1;
  const live = accountId && hasChoice ? await findLiveSubscription(ctx.db, accountId) : null;
  const owner = live?.owner === "provider" ? owners.find(live.provider) : null;
  if (owner?.clientConfig)
    return { provider: owner.provider, gateway: null, config: owner.clientConfig(ctx.publicUrl) };
  const own = gateways.all.find(({ provider }) => provider === live?.provider);
  const gateway = own ?? gateways.current;
  const seller = gateway ?? sellingOwner(ctx);
  return {
    provider: own?.provider ?? gateways.provider,
    gateway,
    config: seller?.clientConfig(ctx.publicUrl) ?? null,
  };
}
