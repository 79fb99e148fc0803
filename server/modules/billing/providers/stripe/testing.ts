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
import type { GatewayStand, Webhook } from "../gateway-stand.ts";

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

/** Stripe's stand-in for the contract of gateways. */
export async function startStripeStand(): Promise<GatewayStand> {
  const stand = await startStripeServer();
  const env = stripeSettings(stand.url);
  const sign = (payload: string, secret = webhookSecret, timestamp = Math.floor(Date.now() / 1000)): string =>
    signer.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const webhookOf =
    (body: string, signature = sign(body)): Webhook =>
    async (to) =>
      (
        await to.fetch("/webhooks/stripe", {
          method: "POST",
          headers: { "content-type": "application/json", "stripe-signature": signature },
          body,
        })
      ).status;
  const object = { id: "pi_of_another_program", object: "payment_intent", metadata: {} };
  const foreign = JSON.stringify({
    id: "evt_foreign",
    object: "event",
    type: "payment_intent.succeeded",
    data: { object },
  });
  return {
    env,
    secrets: [env["STRIPE_SECRET_KEY"]!, ...env["STRIPE_WEBHOOK_SECRET"]!.split(",")],
    faults: stand.faults,
    asksInPage: false,
    token: async (_server, behavior) => token(behavior === "waits" ? "confirms" : behavior),
    settle: () => {},
    dispute: async (_ctx, ref, status) =>
      void stand.dispute(ref, status === "open" ? "needs_response" : status),
    // A debit that comes back is a dispute that is lost from its beginning.
    failLater: async (_ctx, ref) => void stand.dispute(ref, "lost"),
    failRefund: async (ref, key) => stand.failRefund(ref, key),
    refundThere: async (_ctx, ref, amount) => stand.refundInDashboard(ref, amount),
    takeWebhooks: () => stand.events.splice(0).map(({ payload }) => webhookOf(payload)),
    strangeWebhooks: {
      foreign: webhookOf(foreign),
      forged: [
        webhookOf(foreign, ""),
        webhookOf(foreign, sign(foreign, "whsec_wrong")),
        webhookOf(foreign, sign(foreign, webhookSecret, Math.floor(Date.now() / 1000) - 400)),
        webhookOf(`${foreign} `, sign(foreign)),
      ],
    },
    disturb: (kind) => stand.disturb(() => kind),
    stop: stand.stop,
  };
}
