import Stripe from "stripe";
import type { Config } from "../../../../platform/config/index.ts";

export type StripeSettings = NonNullable<Config["stripe"]>;

/** The timeout of a call, in milliseconds. */
const callMs = 10_000;

/** Creates a Stripe client with these settings. */
export function createStripe({ secretKey, apiUrl }: Pick<StripeSettings, "secretKey" | "apiUrl">): Stripe {
  const elsewhere = apiUrl ? new URL(apiUrl) : null;
  return new Stripe(secretKey, {
    timeout: callMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(elsewhere
      ? {
          host: elsewhere.hostname,
          port: elsewhere.port,
          protocol: elsewhere.protocol === "http:" ? ("http" as const) : ("https" as const),
        }
      : {}),
  });
}
