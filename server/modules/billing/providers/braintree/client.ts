import type { BraintreeGateway } from "braintree";
import { z } from "zod";
import type { Config } from "../../../../platform/config/index.ts";
import { ProviderUnavailable } from "../../errors.ts";

export type BraintreeSettings = NonNullable<Config["braintree"]>;

/** The timeout of a call, in milliseconds. A checkout's claim is longer. */
const callMs = 10_000;

/** Braintree knows nothing by that reference. */
export class NotAtBraintree extends Error {
  override readonly name = "NotAtBraintree";
}

/** Creates a client. The SDK loads when a studio uses it. */
export async function createClient(settings: BraintreeSettings): Promise<BraintreeGateway> {
  const { default: braintree } = await import("braintree");
  const { merchantId, publicKey, privateKey } = settings;
  const environment = environmentOf(braintree.Environment, settings);
  const client = new braintree.BraintreeGateway({ environment, merchantId, publicKey, privateKey });
  client.config.timeout = callMs;
  return client;
}

type Environments = Awaited<typeof import("braintree")>["default"]["Environment"];

function environmentOf(
  environments: Environments,
  { environment, apiUrl }: BraintreeSettings,
): InstanceType<Environments> {
  if (!apiUrl) return environment === "production" ? environments.Production : environments.Sandbox;
  const { hostname, port, protocol } = new URL(apiUrl);
  const isSecure = protocol === "https:";
  const portOrUsual = port || (isSecure ? "443" : "80");
  return new environments(hostname, portOrUsual, "", isSecure, hostname, portOrUsual);
}

/** The SDK's own limit counts a silent connection only, not an answer that trickles in. */
function withinTime<Answer>(call: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("Braintree didn't answer in time")), callMs);
  });
  return Promise.race([call, end]).finally(() => clearTimeout(timer));
}

/** Words of errors that the SDK makes itself. Those of a bug must not look like an outage. */
const ownFaults: ReadonlySet<string> = new Set(["invalidKeysError"]);

/**
 * Calls Braintree and reads its answer. The SDK takes a page in place of XML for an answer, or fails on it with a
 * TypeError.
 * @throws NotAtBraintree, ProviderUnavailable
 */
export async function asked<Shape extends z.ZodType>(
  shape: Shape,
  call: () => Promise<unknown>,
): Promise<z.output<Shape>> {
  try {
    return shape.parse(await withinTime(call()));
  } catch (error) {
    const type = error instanceof Error && "type" in error ? String(error.type) : "";
    if (type === "notFoundError") throw new NotAtBraintree();
    if (ownFaults.has(type)) throw error;
    // A message of the parser may quote the answer.
    throw new ProviderUnavailable(error instanceof z.ZodError ? new Error("It isn't an answer") : error);
  }
}
