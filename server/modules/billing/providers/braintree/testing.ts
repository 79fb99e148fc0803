import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect } from "vitest";
import { toDecimal } from "../../../../../contract/formats/numbers.ts";
import type { Ctx } from "../../../../ctx.ts";
import { notificationOf, signedForm } from "../../../../testing/braintree-books.ts";
import type { Notification } from "../../../../testing/braintree-books.ts";
import { braintreeMerchant } from "../../../../testing/braintree-objects.ts";
import {
  braintreeNonces,
  braintreeSettings,
  startBraintreeServer,
} from "../../../../testing/braintree-server.ts";
import type { BraintreeServer } from "../../../../testing/braintree-server.ts";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../../testing/harness.ts";
import type { Gateway } from "../../ports.ts";
import { subscribeAs } from "../../testing.ts";
import type { GatewayStand, Webhook } from "../gateway-stand.ts";

export let braintree: BraintreeServer;
export let server: TestServer;
export let ctx: Ctx;
export let gateway: Gateway;

/** Starts a server on a strict stand-in for Braintree, and ends both after the tests of a file. */
export function startWithBraintree(options: Parameters<typeof startTestServer>[0] = {}): void {
  beforeAll(async () => {
    braintree = await startBraintreeServer();
    server = await startTestServer({
      ...options,
      env: { ...options.env, ...braintreeSettings(braintree.url) },
    });
    ctx = server.ctx();
    gateway = ctx.ports.gateways.current!;
  });
  afterAll(async () => {
    await server?.stop();
    await braintree?.stop();
    expect(braintree.faults).toEqual([]);
  });
}

/** A nonce of a behavior, as the page would have made it. */
export const nonce = (what: keyof typeof braintreeNonces): string =>
  `${braintreeNonces[what]}_${randomUUID().slice(0, 8)}`;

/** A person who subscribes with a nonce. */
export async function begin(what: keyof typeof braintreeNonces, more: object = {}) {
  const me = await server.anonymous();
  const given = {
    provider: "braintree",
    token: nonce(what),
    key: randomUUID(),
    withoutTrial: true,
    ...more,
  };
  return { me, given, answer: await subscribeAs(server, me, given) };
}

/** The transaction of a person's newest payment. */
export async function saleOf(me: TestPerson): Promise<string> {
  const { rows } = await server.pool.query(
    "select provider_ref as ref from billing.payments where account_id = $1 order by created_at desc limit 1",
    [me.id],
  );
  return (rows as { ref: string }[])[0]!.ref;
}

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

/** Posts the body of a notification. */
export const post = (body: string): Promise<Response> =>
  server.fetch("/webhooks/braintree", {
    method: "POST",
    headers: formHeaders,
    body,
  });

/** Posts what Braintree has to tell, and waits until it is applied. */
export async function deliver(notifications: readonly Notification[] = braintree.unsent.splice(0)) {
  for (const { body } of notifications) expect((await post(body)).status).toBe(200);
  await expect.poll(openEvents, { timeout: 60_000 }).toBe(0);
}

export const openEvents = async (): Promise<number> =>
  (
    await server.pool.query(
      "select count(*)::int as open from billing.webhook_events where applied_at is null",
    )
  ).rows[0].open as number;

/** Braintree's stand-in for the contract of gateways. */
export async function startBraintreeStand(): Promise<GatewayStand> {
  const stand = await startBraintreeServer();
  const env = braintreeSettings(stand.url);
  const webhookOf =
    ({ body }: Pick<Notification, "body">): Webhook =>
    async (to) =>
      (await to.fetch("/webhooks/braintree", { method: "POST", headers: formHeaders, body })).status;
  const foreign = notificationOf(
    "transaction_settled",
    "<transaction><id>of_another_program</id></transaction>",
    new Date(),
  );
  const form = new URLSearchParams(foreign.body);
  const payload = form.get("bt_payload")!;
  return {
    env,
    secrets: [braintreeMerchant.privateKey],
    faults: stand.faults,
    asksInPage: true,
    token: async (_server, behavior) => nonce(behavior === "waits" ? "pending" : behavior),
    settle: stand.settle,
    dispute: async (_ctx, ref, status) => void stand.dispute(ref, status),
    failLater: async (_ctx, ref) => stand.declineSettlement(ref),
    failRefund: async (ref, key) => {
      const refund = stand.saleOf(ref).refunds.find((id) => stand.saleOf(id).orderId === key);
      stand.declineSettlement(refund!);
    },
    refundThere: async (_ctx, ref, amount) => void stand.refund(ref, { amount: toDecimal(amount, "USD") }),
    takeWebhooks: () => stand.unsent.splice(0).map(webhookOf),
    strangeWebhooks: {
      foreign: webhookOf(foreign),
      forged: [
        "",
        new URLSearchParams({ bt_payload: payload }).toString(),
        signedForm(payload, "another private key"),
        notificationOf("transaction_settled", "<transaction/>", new Date(Date.now() - 4 * 86_400_000)).body,
      ].map((body) => webhookOf({ body })),
    },
    disturb: (kind) => stand.disturb((call) => (call === "POST transactions" ? kind : null)),
    stop: stand.stop,
  };
}
