import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll } from "vitest";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../../testing/harness.ts";
import {
  startStripeServer,
  stripeMethods,
  stripeSettings,
  webhookSecret,
} from "../../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../../testing/stripe-server.ts";
import { subscribeAs } from "../../testing.ts";

export let stripe: StripeServer;
export let server: TestServer;
export const signer = new Stripe("sk_test_signer");
export const post = (
  payload: string,
  options: { secret?: string; timestamp?: number; signature?: string } = {},
) =>
  server.fetch("/webhooks/stripe", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "stripe-signature":
        options.signature ??
        signer.webhooks.generateTestHeaderString({
          payload,
          secret: options.secret ?? webhookSecret,
          ...(options.timestamp ? { timestamp: options.timestamp } : {}),
        }),
    },
    body: payload,
  });
export const token = (what: keyof typeof stripeMethods) =>
  `${stripeMethods[what]}_${randomUUID().slice(0, 8)}`;
export const begin = async (what: keyof typeof stripeMethods, more: object = {}) => {
  const me = await server.anonymous();
  const given = { provider: "stripe", token: token(what), key: randomUUID(), withoutTrial: true, ...more };
  return { me, given, answer: await subscribeAs(server, me, given) };
};
export const intentOf = async (me: TestPerson): Promise<string> => {
  const { rows } = await server.pool.query(
    "select provider_ref as ref from billing.payments where account_id = $1 order by created_at desc limit 1",
    [me.id],
  );
  return (rows as { ref: string }[])[0]!.ref;
};
/** Starts a server on a strict stand-in for Stripe, and ends both after the tests of a file. */
export function startWithStripe(): void {
  beforeAll(async () => {
    stripe = await startStripeServer();
    server = await startTestServer({ env: stripeSettings(stripe.url) });
  });
  afterAll(async () => {
    await server?.stop();
    await stripe?.stop();
  });
}
