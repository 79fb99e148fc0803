import type { Config } from "../../../platform/config/index.ts";
import type { KeysState, ProviderKeys } from "../provider-keys.ts";
import type { SubscriptionProvider } from "../provider-names.ts";
import { providerNames } from "../provider-names.ts";
import { checkBraintreeKeys } from "./braintree/keys.ts";
import { checkChargebeeKeys } from "./chargebee/keys.ts";
import { checkStripeKeys } from "./stripe/keys.ts";

type Check = (config: Config) => Promise<KeysState> | null;
const checks: Partial<Record<SubscriptionProvider, Check>> = {
  stripe: ({ stripe }) => stripe && checkStripeKeys(stripe),
  braintree: ({ braintree }) => braintree && checkBraintreeKeys(braintree),
  chargebee: ({ chargebee }) => chargebee && checkChargebeeKeys(chargebee),
};

/** Asks a provider once with our keys; null for one without keys. */
export async function checkKeysOf(
  provider: SubscriptionProvider,
  config: Config,
): Promise<ProviderKeys | null> {
  const state = await checks[provider]?.(config);
  return state ? { providerName: providerNames[provider], state } : null;
}
