import type { Config } from "../../../platform/config/index.ts";
import { ProviderUnavailable } from "../errors.ts";
import type { Gateway, Gateways } from "../ports.ts";
import { StripeGateway } from "./stripe/gateway.ts";
import { TestGateway } from "./eightcount/gateway.ts";

/**
 * Creates the configured gateways. Stripe's keys switch payments to Stripe; otherwise the test gateway is
 * used where allowed.
 */
export function createGateways(config: Config): Gateways {
  const configured: Gateway[] = [];
  if (config.stripe) configured.push(new StripeGateway(config.stripe));
  if (config.testGateway) configured.push(new TestGateway(config));
  return {
    all: configured,
    current: configured[0] ?? null,
    of: (provider) => {
      const found = configured.find((gateway) => gateway.provider === provider);
      if (!found) throw new ProviderUnavailable();
      return found;
    },
  };
}
