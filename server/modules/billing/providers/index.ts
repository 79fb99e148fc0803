import type { Config } from "../../../platform/config/index.ts";
import { ProviderUnavailable } from "../errors.ts";
import type { Gateway, Gateways } from "../ports.ts";
import { createTestGateway } from "./eightcount/gateway.ts";
import { createStripeGateway } from "./stripe/gateway.ts";

/**
 * The payment providers, each a folder. One returns null if it isn't configured; the first configured one takes new
 * subscriptions, unless PAYMENT_PROVIDER names another.
 */
const registry: readonly ((config: Config) => Gateway | null)[] = [createStripeGateway, createTestGateway];

/**
 * Creates the configured gateways.
 * @throws Error if PAYMENT_PROVIDER isn't configured
 */
export function createGateways(config: Config): Gateways {
  const all = registry.flatMap((create) => create(config) ?? []);
  const of: Gateways["of"] = (provider) => {
    const found = all.find((gateway) => gateway.provider === provider);
    if (!found) throw new ProviderUnavailable();
    return found;
  };
  const { paymentProvider } = config;
  const current = paymentProvider ? all.find(({ provider }) => provider === paymentProvider) : all[0];
  if (paymentProvider && !current)
    throw new Error(
      `PAYMENT_PROVIDER is ${paymentProvider}, which isn't configured. Configured: ${all.map(({ provider }) => provider).join(", ") || "none"}.`,
    );
  return { all, provider: current?.provider ?? "eightcount", current: current ?? null, of };
}
