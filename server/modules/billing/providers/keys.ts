import type { Ctx } from "../../../ctx.ts";
import type { Config } from "../../../platform/config/index.ts";
import type { SubscriptionProvider } from "../provider-names.ts";
import { providerNames } from "../provider-names.ts";
import { checkBraintreeKeys } from "./braintree/keys.ts";
import { checkChargebeeKeys } from "./chargebee/keys.ts";
import { checkStripeKeys } from "./stripe/keys.ts";

/**
 * What a provider answers to a call with the configured keys. `mismatched`: they work, but don't belong together, such as a
 * test key beside a live one.
 */
export const keysStates = ["working", "refused", "not_permitted", "mismatched", "unreachable"] as const;
export type KeysState = (typeof keysStates)[number];

type Check = (config: Config) => Promise<KeysState> | null;
const checks: Partial<Record<SubscriptionProvider, Check>> = {
  stripe: ({ stripe }) => stripe && checkStripeKeys(stripe),
  braintree: ({ braintree }) => braintree && checkBraintreeKeys(braintree),
  chargebee: ({ chargebee }) => chargebee && checkChargebeeKeys(chargebee),
};

/** The provider of new subscriptions, and what it says of our keys. */
export interface ProviderKeys {
  readonly providerName: string;
  readonly state: KeysState;
}

/** Asks the provider of new subscriptions once with our keys; null without one that has keys. */
export async function checkSellingKeys({
  config,
  ports,
}: Pick<Ctx, "config" | "ports">): Promise<ProviderKeys | null> {
  const { provider } = ports.gateways;
  const state = await checks[provider]?.(config);
  return state ? { providerName: providerNames[provider], state } : null;
}
