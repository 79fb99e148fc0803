import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { startStripeServer, stripeSettings } from "../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../testing/stripe-server.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { sweepPayments } from "../billing-cycle/sweep.ts";
import { refundJob } from "./refunds.ts";
import { subscribeAs, subscriptionOf } from "../testing.ts";

/** A server on a strict stand-in for Stripe, with a clock of its own. */
let stripe: StripeServer;
let server: TestServer;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({ roles: "api", clock, env: stripeSettings(stripe.url) });
});
afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
});
beforeEach(() => stripe.fail(0));

const goodMethod = () => `pm_good_${randomUUID().slice(0, 8)}`;
const begin = async (given: object = {}) => {
  const me = await server.member();
  const order = { provider: "stripe", token: goodMethod(), key: randomUUID(), withoutTrial: true, ...given };
  return { me, order, answer: await subscribeAs(server, me, order) };
};
const run = async (ms: number) => {
  aheadMs += ms;
  await server.pool.query("update billing.subscriptions set claimed_until = null");
  await runDue(server.ctx(), { untilMs: 60_000 });
  await sweepPayments(server.ctx());
};
const paymentsOf = async (me: TestPerson): Promise<object[]> =>
  (
    await server.pool.query(
      "select purpose, status, failure_code as code, provider_code as provider from billing.payments where account_id = $1 order by created_at",
      [me.id],
    )
  ).rows as object[];
const charged = (me: TestPerson): number =>
  stripe.charges
    .filter(({ metadata }) => metadata["accountId"] === me.id)
    .reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
const refund = async () => {
  const { rows } = await server.pool.query("select id from billing.refunds where status = 'started'");
  const attempt = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  for (const { id } of rows as { id: string }[]) await refundJob.run(server.ctx(), { refundId: id }, attempt);
};

interface Held {
  readonly token: string;
  readonly customer: string;
}

describe("a renewal that Stripe refuses", () => {
  test.each([
    ["its payment method was removed", ({ token }: Held): unknown => stripe.detached.add(token)],
    ["its customer was deleted", ({ customer }: Held): unknown => stripe.customers.delete(customer)],
  ] as const)("fails, starts dunning and can be paid in another way, if %s", async (_why, spoil) => {
    const { me, order } = await begin();
    const { rows } = await server.pool.query(
      "select provider_ref as ref from billing.provider_customers where account_id = $1",
      [me.id],
    );
    spoil({ token: order.token, customer: (rows as { ref: string }[])[0]!.ref });
    await run(32 * dayMs);
    expect(await paymentsOf(me)).toMatchObject([
      { status: "succeeded" },
      { purpose: "renewal", status: "failed", code: "PAYMENT_REFUSED", provider: "resource_missing" },
    ]);
    const { id } = (await subscriptionOf(server, me))!;
    const repaired = await server.graphql(
      `mutation { subscriptionUpdatePaymentMethod(id: "${id}", gateway: { provider: stripe, token: "${goodMethod()}" }, paymentMethodType: card)
        { status dunningStatus } }`,
      {},
      { as: me },
    );
    expect(repaired.errors).toEqual([]);
    expect(repaired.data).toMatchObject({
      subscriptionUpdatePaymentMethod: { status: "active", dunningStatus: "success" },
    });
    expect(charged(me)).toBe(2 * 1499);
  });

  test("sends the member a mail, and shows the operator Stripe's words", async () => {
    const { me, order } = await begin();
    stripe.detached.add(order.token);
    await run(32 * dayMs);
    const { rows } = await server.pool.query(
      `select payload::text as mail from graphile_worker._private_jobs where payload::text like '%go through%'
       and payload::text like '%' || (select email from identity."user" where id = $1) || '%'`,
      [me.id],
    );
    expect(rows).toHaveLength(1);
    const admin = await server.member({ role: "admin" });
    const { data } = await server.graphql<{ moneyOverview: { differences: { kind: string }[] } }>(
      "{ moneyOverview { differences { kind subject provider amount currencyCode words } } }",
      {},
      { as: admin },
    );
    expect(data?.moneyOverview.differences[0]).toMatchObject({
      kind: "refused_charge",
      provider: "stripe",
      amount: 1499,
      currencyCode: "USD",
      words: "resource_missing: No such payment_method",
    });
  });
});
describe("a checkout without an answer", () => {
  test("says that it isn't known, and ends within a day although Stripe never answers", async () => {
    const { me, answer } = await begin();
    expect(answer.errors).toEqual([]);
    const other = await server.member();
    stripe.fail(1000, 500, "/v1/payment_intents");
    const lost = await subscribeAs(server, other, {
      provider: "stripe",
      token: goodMethod(),
      withoutTrial: true,
    });
    expect(lost.errors[0]?.extensions.code).toBe("PROVIDER_UNAVAILABLE");
    expect(lost.errors[0]?.message).not.toContain("Nothing was charged");
    await run(25 * hourMs);
    expect(await paymentsOf(other)).toMatchObject([{ status: "failed" }]);
    stripe.fail(0);
    const again = await subscribeAs(server, other, {
      provider: "stripe",
      token: goodMethod(),
      withoutTrial: true,
    });
    expect(again.data?.subscriptionCreateV2.status).toBe("active");
    expect(charged(other)).toBe(1499);
    expect(charged(me)).toBe(1499);
  });

  test("pays back a charge that is found only after the checkout was given up", async () => {
    const me = await server.member();
    // The charge reaches Stripe, and every answer is lost.
    stripe.lose(1000, "/v1/payment_intents");
    const order = { provider: "stripe", token: goodMethod(), withoutTrial: true };
    expect((await subscribeAs(server, me, order)).errors[0]?.extensions.code).toBe("PROVIDER_UNAVAILABLE");
    expect(charged(me)).toBe(1499);
    await run(25 * hourMs);
    expect(await subscriptionOf(server, me)).toBeNull();
    stripe.lose(0);
    await run(2 * hourMs);
    await refund();
    expect(charged(me)).toBe(0);
    expect(await paymentsOf(me)).toMatchObject([{ status: "succeeded" }]);
    const { rows } = await server.pool.query(
      "select refunds.amount, refunds.status from billing.refunds join billing.payments on payments.id = payment_id where account_id = $1",
      [me.id],
    );
    expect(rows).toEqual([{ amount: 1499, status: "succeeded" }]);
  });
});

test("sends Stripe only parameters that it knows", () => expect(stripe.faults).toEqual([]));
