import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { startStripeServer, stripeSettings } from "../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../testing/stripe-server.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { sweepPayments } from "../billing-cycle/sweep.ts";
import { forgetAccount } from "../accounts/deletion.ts";
import { billingRegionOf } from "../plans/regions.ts";
import { reconcile } from "../reconciliation/reconciliation.ts";
import { sweepIntents } from "./intents.ts";
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
    expect(lost.errors[0]?.message).not.toContain("weren’t charged");
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
    // Finance sees that the provider is still asked.
    const finance = await server.member({ role: "finance" });
    const unanswered = async () => {
      const asked = "{ moneyOverview { unansweredPayments { amount currencyCode member { id } } } }";
      type Found = { moneyOverview: { unansweredPayments: object[] } };
      const { data } = await server.graphql<Found>(asked, {}, { as: finance });
      return data!.moneyOverview.unansweredPayments;
    };
    const waiting = { amount: 1499, currencyCode: "USD", member: { id: me.id } };
    expect(await unanswered()).toContainEqual(waiting);
    stripe.lose(0);
    await run(2 * hourMs);
    await refund();
    expect(charged(me)).toBe(0);
    expect(await unanswered()).not.toContainEqual(waiting);
    expect(await paymentsOf(me)).toMatchObject([{ status: "succeeded" }]);
    const { rows } = await server.pool.query(
      "select refunds.amount, refunds.status from billing.refunds join billing.payments on payments.id = payment_id where account_id = $1",
      [me.id],
    );
    expect(rows).toEqual([{ amount: 1499, status: "succeeded" }]);
  });
});

describe("an amount that is too small to charge", () => {
  test("is waived: a coupon of 97 % lets the person in, and the card is charged in full later", async () => {
    await server.pool.query(
      `insert into billing.coupons (id, discount_type, basis_points, duration) values ('NEARLY', 'percentage', 9700, 'one_time')`,
    );
    const me = await server.member();
    const shown = await server.graphql<{
      checkoutEstimate: { invoiceEstimate: { amountDue: number; waived: number; total: number } };
    }>(
      `{ checkoutEstimate(planInfo: { planId: "premium-monthly" }, couponId: "NEARLY", withoutTrial: true) {
        invoiceEstimate { amountDue waived total } } }`,
      {},
      { as: me },
    );
    expect(shown.data?.checkoutEstimate.invoiceEstimate).toEqual({ amountDue: 0, waived: 45, total: 45 });
    const order = {
      provider: "stripe",
      token: goodMethod(),
      withoutTrial: true,
      couponIds: ["NEARLY"],
      firstAmount: 0,
    };
    const mismatch = await subscribeAs(server, me, { ...order, amountDue: 45 });
    expect(mismatch.errors[0]?.extensions).toMatchObject({ code: "AMOUNT_MISMATCH", amountDue: 0 });
    const answer = await subscribeAs(server, me, { ...order, amountDue: 0 });
    expect(answer.data?.subscriptionCreateV2.status).toBe("active");
    expect(charged(me)).toBe(0);
    const { rows } = await server.pool.query(
      "select status, total, waived, amount_due as due, amount_paid as paid from billing.invoices where account_id = $1",
      [me.id],
    );
    expect(rows).toEqual([{ status: "paid", total: 45, waived: 45, due: 0, paid: 0 }]);
    await run(32 * dayMs);
    expect(charged(me)).toBe(1499);
  });
});

describe("an intent that the client paid", () => {
  const pay = async (me: TestPerson): Promise<string> => {
    await server.graphql(
      `{ checkoutEstimate(planInfo: { planId: "premium-monthly", countryCode: "JP" }, withoutTrial: true) { invoiceEstimate { amountDue } } }`,
      {},
      { as: me },
    );
    const { data } = await server.graphql<{ generateStripePaymentIntent: { id: string } }>(
      "{ generateStripePaymentIntent(amountInCents: 1900) { id } }",
      {},
      { as: me },
    );
    const { id } = data!.generateStripePaymentIntent;
    stripe.confirm(id, goodMethod());
    return id;
  };

  test("is paid back if the client never asks for the subscription, and pays for nothing afterwards", async () => {
    const me = await server.member();
    const token = await pay(me);
    expect(charged(me)).toBe(1900);
    await sweepIntents(server.ctx(), clock.now());
    expect(charged(me)).toBe(1900);
    aheadMs += 2 * hourMs;
    await sweepIntents(server.ctx(), clock.now());
    await refund();
    expect(charged(me)).toBe(0);
    const late = await subscribeAs(server, me, {
      provider: "stripe",
      token,
      countryCode: "JP",
      withoutTrial: true,
    });
    expect(late.errors[0]?.extensions.code).toBe("PAYMENT_USED");
    const ctx = server.ctx();
    const span = [new Date(Date.now() - hourMs), new Date(Date.now() + hourMs)] as const;
    await reconcile(ctx, ctx.ports.gateways.current!, ...span);
    const { rows } = await server.pool.query("select kind from billing.differences where subject = $1", [
      token,
    ]);
    expect(rows).toEqual([]);
  });

  test("can't be created without limit", async () => {
    const me = await server.anonymous();
    const ask = () => server.graphql("{ generateStripeExpressCheckoutSetupIntent { id } }", {}, { as: me });
    let answer = await ask();
    for (let count = 0; count < 20; count += 1) answer = await ask();
    expect(answer.errors[0]?.extensions.code).toBe("RATE_LIMITED");
  });
});

test("finds the charge of a deleted account whose answer was lost, pays it back, and then forgets the customer", async () => {
  const me = await server.member();
  stripe.lose(1000, "/v1/payment_intents");
  await subscribeAs(server, me, { provider: "stripe", token: goodMethod(), withoutTrial: true });
  expect(charged(me)).toBe(1499);
  const before = stripe.customers.size;
  await server.pool.query(`delete from identity."user" where id = $1`, [me.id]);
  await forgetAccount(server.ctx(), me.id);
  expect(stripe.customers.size).toBe(before);
  stripe.lose(0);
  await run(hourMs);
  await refund();
  expect(charged(me)).toBe(0);
  expect(stripe.customers.size).toBe(before - 1);
});

test("pays back an upgrade that is confirmed after the subscription was canceled, and burns no invoice number", async () => {
  const { me, order } = await begin({ planId: "basic-monthly" });
  const { id } = (await subscriptionOf(server, me))!;
  await server.pool.query("update billing.payment_methods set provider_ref = $2 where account_id = $1", [
    me.id,
    `pm_confirms_${randomUUID().slice(0, 8)}`,
  ]);
  const changed = await server.graphql<{ subscriptionChangePlan: { nextAction: object } }>(
    `mutation { subscriptionChangePlan(id: "${id}", planId: "premium-monthly") { nextAction { type } } }`,
    {},
    { as: me },
  );
  expect(changed.data?.subscriptionChangePlan.nextAction).toEqual({ type: "stripe_confirm" });
  await server.graphql(
    `mutation { subscriptionCancel(id: "${id}", atPeriodEnd: true) { id } }`,
    {},
    { as: me },
  );
  const { rows } = await server.pool.query(
    "select provider_ref as ref from billing.payments where account_id = $1 and status = 'action_required'",
    [me.id],
  );
  stripe.answer((rows as { ref: string }[])[0]!.ref, true);
  expect(charged(me)).toBeGreaterThan(799);
  await run(hourMs);
  await refund();
  expect(charged(me)).toBe(799);
  expect(order.token).toMatch(/^pm_good/);
  expect(await subscriptionOf(server, me)).toMatchObject({
    status: "non_renewing",
    plan: { id: "basic-monthly" },
  });
  const numbers = await server.pool.query(
    `select year, last_number as last, (select count(*)::int from billing.invoices where number like 'EC-' || year || '-%') as issued
     from billing.invoice_counters where series = 'EC'`,
  );
  const years = numbers.rows as { last: number; issued: number }[];
  expect(years.length).toBeGreaterThan(0);
  for (const { last, issued } of years) expect(issued).toBe(last);
});

test.each(["KWD", "ISK", "UGX"])(
  "refuses a price in %s, which no provider of ours holds exactly",
  async (currency) => {
    await expect(
      server.pool.query(
        "insert into billing.plan_prices (plan_id, currency_code, amount) values ('basic-monthly', $1, 5000)",
        [currency],
      ),
    ).rejects.toThrow("plan_prices_currency");
  },
);

test.each([
  ["IS", 24],
  ["LI", 8.1],
])("sells to %s with its VAT and the right of withdrawal", async (countryCode, percent) => {
  const ctx = server.ctx();
  const billingRegion = await billingRegionOf(ctx, { countryCode, region: "" }, clock.now());
  expect(billingRegion).toMatchObject({ currencyCode: "EUR", canWithdraw: true, tax: { isInclusive: true } });
  expect(billingRegion.tax.parts.map(({ milliPercent }) => milliPercent / 1000)).toEqual([percent]);
});

test("sends Stripe only parameters that it knows", () => expect(stripe.faults).toEqual([]));
