import type { Config } from "../../../platform/config/index.ts";
import { ProviderUnavailable } from "../errors.ts";
import type { SubscriptionOwners } from "../owner-ports.ts";
import type { Gateway, Gateways } from "../ports.ts";
import type { SubscriptionProvider } from "../provider-names.ts";
import { createBraintreeGateway } from "./braintree/gateway.ts";
import { createTestGateway } from "./eightcount/gateway.ts";
import { checkKeysOf } from "./keys.ts";
import { createStripeGateway } from "./stripe/gateway.ts";

/**
 * The payment providers, each a folder. One returns null if it isn't configured; the first configured one takes new
 * subscriptions, unless PAYMENT_PROVIDER names another.
 */
const registry: readonly ((config: Config) => Gateway | null)[] = [
  createStripeGateway,
  createBraintreeGateway,
  createTestGateway,
];

/**
 * Creates the configured gateways.
 * @param owners may take new subscriptions too, if they can begin one
 * @throws Error if PAYMENT_PROVIDER isn't configured, or can't begin subscriptions
 */
export function createGateways(config: Config, owners: SubscriptionOwners): Gateways {
  const all = registry.flatMap((create) => create(config) ?? []);
  const of: Gateways["of"] = (provider) => {
    const found = all.find((gateway) => gateway.provider === provider);
    if (!found) throw new ProviderUnavailable();
    return found;
  };
  const { paymentProvider } = config;
  const owner = paymentProvider ? owners.find(paymentProvider) : null;
  if (owner && !owner.subscribe)
    throw new Error(
      `PAYMENT_PROVIDER is ${owner.provider}, whose subscriptions begin elsewhere. Name another provider.`,
    );
  const over = (provider: SubscriptionProvider, current: Gateway | null): Gateways => ({
    all,
    provider,
    current,
    of,
    checkKeys: () => checkKeysOf(provider, config),
  });
  if (owner) return over(owner.provider, null);
  const current = paymentProvider ? all.find(({ provider }) => provider === paymentProvider) : all[0];
  if (paymentProvider && !current) {
    const names = [...all, ...owners.all].map(({ provider }) => provider).join(", ") || "none";
    throw new Error(`PAYMENT_PROVIDER is ${paymentProvider}, which isn't configured. Configured: ${names}.`);
  }
  return over(current?.provider ?? "eightcount", current ?? null);
}
