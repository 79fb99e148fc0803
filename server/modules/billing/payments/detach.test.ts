import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { startStripeServer, stripeSettings } from "../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../testing/stripe-server.ts";
import { cards, cardToken, subscribeAs } from "../testing.ts";
import { sweepMethods } from "./methods.ts";

/** A server with both providers, whose worker runs the jobs. */
let stripe: StripeServer;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripeServer();
  const env = { ...stripeSettings(stripe.url), PAYMENT_PROVIDER: "eightcount", TEST_GATEWAY: "on" };
  server = await startTestServer({ roles: "api,worker", env });
});
afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
});

const goodMethod = () => `pm_good_${randomUUID().slice(0, 8)}`;
/** Subscribes with one method, adds another, which becomes the default, and removes the first. */
const replace = async (
  provider: string,
  first: string,
  second: string,
  secondType = "card",
): Promise<TestPerson> => {
  const me = await server.member();
  const { data } = await subscribeAs(server, me, { provider, token: first, withoutTrial: true });
  const { id } = data!.subscriptionCreateV2;
  const added = await server.graphql(
    `mutation { subscriptionUpdatePaymentMethod(id: "${id}", paymentMethodType: ${secondType},
      gateway: { provider: ${provider}, token: "${second}" }) { id } }`,
    {},
    { as: me },
  );
  expect(added.errors).toEqual([]);
  const { rows } = await server.pool.query<{ id: string }>(
    "select id from billing.payment_methods where account_id = $1 and provider_ref = $2",
    [me.id, first],
  );
  const removed = await server.graphql(
    `mutation { paymentMethodRemove(paymentMethodId: "${rows[0]!.id}") { id } }`,
    {},
    { as: me },
  );
  expect(removed.errors).toEqual([]);
  return me;
};

test("detaches a removed card at Stripe, also if Stripe fails at first", async () => {
  const [first, second] = [goodMethod(), `pm_paypal_${randomUUID().slice(0, 8)}`];
  // More failures than the SDK tries by itself.
  stripe.fail(3, 500, `/v1/payment_methods/${first}/detach`);
  await replace("stripe", first, second, "paypal_express_checkout");
  await expect.poll(() => [...stripe.detached], { timeout: 30_000 }).toEqual([first]);
  expect(stripe.faults).toEqual([]);
});

test("detaches a removed card at the test gateway, which takes no payment by it any more", async () => {
  const [first, second] = [await cardToken(server), await cardToken(server, cards.ofCanada)];
  const me = await replace("eightcount", first, second);
  const detached = async () =>
    (
      await server.pool.query<{ token: string }>(
        "select token from billing.test_tokens where account_id = $1 and detached_at is not null",
        [me.id],
      )
    ).rows;
  await expect.poll(detached, { timeout: 30_000 }).toEqual([{ token: first }]);
  const again = await subscribeAs(server, await server.anonymous(), { token: first });
  expect(again.errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "gateway.token" });
});

describe("a card that is removed while a payment with it waits for the bank", () => {
  const cardsOf = async (me: TestPerson): Promise<{ id: string; isDefault: boolean }[]> =>
    (
      await server.graphql<{ paymentMethods: { id: string; isDefault: boolean }[] }>(
        "{ paymentMethods { id isDefault } }",
        {},
        { as: me },
      )
    ).data!.paymentMethods;
  /** Restarts an ended plan with a stored card that asks for confirmation, and removes the card. */
  const removeWhilePaying = async () => {
    const token = await cardToken(server);
    const me = await server.member();
    const { data } = await subscribeAs(server, me, { token, withoutTrial: true });
    const { id } = data!.subscriptionCreateV2;
    const send = async (mutation: string) =>
      (
        await server.graphql<Record<string, { id: string }>>(
          `mutation { ${mutation} { id } }`,
          {},
          { as: me },
        )
      ).data!;
    await send(`subscriptionCancel(id: "${id}", atPeriodEnd: false)`);
    await server.pool.query(
      "update billing.test_tokens set behaviour = 'confirms', is_authenticated = false where token = $1",
      [token],
    );
    const { subscriptionRestart } = await send(
      `subscriptionRestart(id: "${id}", amountDue: 1499, idempotencyKey: "${randomUUID()}")`,
    );
    const [card] = await cardsOf(me);
    await send(`paymentMethodRemove(paymentMethodId: "${card!.id}")`);
    expect(await cardsOf(me)).toEqual([]);
    return { me, token, send, pending: subscriptionRestart!.id };
  };
  const isDetached = async (token: string): Promise<boolean> => {
    const { rows } = await server.pool.query<{ isDetached: boolean }>(
      `select detached_at is not null as "isDetached" from billing.test_tokens where token = $1`,
      [token],
    );
    return rows[0]!.isDetached;
  };

  test("is detached once that payment is over", async () => {
    const { token, send, pending } = await removeWhilePaying();
    await sweepMethods(server.ctx());
    expect(await isDetached(token)).toBe(false);
    await send(`subscriptionCancel(id: "${pending}", atPeriodEnd: false)`);
    await sweepMethods(server.ctx());
    expect(await isDetached(token)).toBe(true);
  });

  test("isn’t detached while a payment by another copy of it waits for the bank", async () => {
    const token = await cardToken(server);
    const me = await server.member();
    const first = await subscribeAs(server, me, { token, withoutTrial: true });
    const cancel = await server.graphql(
      `mutation { subscriptionCancel(id: "${first.data!.subscriptionCreateV2.id}", atPeriodEnd: false) { id } }`,
      {},
      { as: me },
    );
    expect(cancel.errors).toEqual([]);
    await server.pool.query(
      "update billing.test_tokens set behaviour = 'confirms', is_authenticated = false where token = $1",
      [token],
    );
    // The same card typed in again is another copy.
    const second = await subscribeAs(server, me, { token, withoutTrial: true });
    expect(second.errors).toEqual([]);
    const [card] = await cardsOf(me);
    await server.graphql(
      `mutation { paymentMethodRemove(paymentMethodId: "${card!.id}") { id } }`,
      {},
      { as: me },
    );
    await sweepMethods(server.ctx());
    expect(await isDetached(token)).toBe(false);
  });

  test("is listed again if that payment succeeds", async () => {
    const { me, token, send, pending } = await removeWhilePaying();
    await server.pool.query(
      "update billing.test_payments set status = 'succeeded' where account_id = $1 and status = 'action_required'",
      [me.id],
    );
    await send(`subscriptionRefresh(id: "${pending}")`);
    expect(await cardsOf(me)).toMatchObject([{ isDefault: true }]);
    await sweepMethods(server.ctx());
    expect(await isDetached(token)).toBe(false);
  });
});
