import Stripe from "stripe";
import type { Config } from "../../../../platform/config/index.ts";

export type StripeSettings = NonNullable<Config["stripe"]>;

/** How long a call may be silent, how soon a failure must come to be repeated, and how often: with the pauses, 9 seconds. */
const usual = { callMs: 7_000, quickMs: 500, repeats: 2 } as const;
type Limits = { readonly [name in keyof typeof usual]: number };

/**
 * Creates a Stripe client with these settings.
 * @param limits milliseconds. All tries of a call together must end before the request that waits for it
 */
export function createStripe(
  { secretKey, apiUrl }: Pick<StripeSettings, "secretKey" | "apiUrl">,
  { callMs, quickMs, repeats }: Limits = usual,
): Stripe {
  const elsewhere = apiUrl ? new URL(apiUrl) : null;
  return new Stripe(secretKey, {
    timeout: callMs,
    maxNetworkRetries: repeats,
    telemetry: false,
    httpClient: repeatingQuickFailures(quickMs),
    ...(elsewhere
      ? {
          host: elsewhere.hostname,
          port: elsewhere.port,
          protocol: elsewhere.protocol === "http:" ? ("http" as const) : ("https" as const),
        }
      : {}),
  });
}

type HttpClient = NonNullable<Stripe.StripeConfig["httpClient"]>;

/** By this header, Stripe tells its SDK not to repeat a call. */
const dontRepeat = { "stripe-should-retry": "false" } as const;

/** The SDK would repeat a call that was silent for its whole time, and no one would wait for it any longer. */
function repeatingQuickFailures(quickMs: number): HttpClient {
  const client: HttpClient = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const startedAt = performance.now();
    const isSlow = () => performance.now() - startedAt > quickMs;
    try {
      const response = await send(...request);
      if (isSlow()) Object.assign(response.getHeaders(), dontRepeat);
      return response;
    } catch (error) {
      if (!isSlow()) throw error;
      return new NoAnswer();
    }
  };
  return client;
}

/** Stands for an answer that didn't come. */
class NoAnswer extends Stripe.HttpClientResponse {
  constructor() {
    super(504, { ...dontRepeat });
  }
  override getRawResponse(): unknown {
    return null;
  }
  override toStream(): unknown {
    return null;
  }
  override toJSON(): Promise<object> {
    return Promise.resolve({ error: { type: "api_error", message: "Stripe didn't answer in time" } });
  }
}
