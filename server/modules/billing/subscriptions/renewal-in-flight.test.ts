import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { startStripeServer, stripeSettings } from "../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../testing/stripe-server.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { sweepPayments } from "../billing-cycle/sweep.ts";
import { refundJob } from "../payments/refunds.ts";
import { subscribeAs, subscriptionOf } from "../testing.ts";

/** The member acts while a renewal was charged and its answer is lost: money taken is access given, or money back. */
let stripe: StripeServer;
let server: TestServer;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const hourMs = 3_600_000;
beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({ roles: "api", clock, env: stripeSettings(stripe.url) });
});
afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
});
beforeEach(() => stripe.lose(0));

const run = async (ms: number) => {
  aheadMs += ms;
  await server.pool.query("update billing.subscriptions set claimed_until = null");
  await runDue(server.ctx(), { untilMs: 60_000 });
  await sweepPayments(server.ctx());
  const { rows } = await server.pool.query("select id from billing.refunds where status = 'started'");
  const attempt = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  for (const { id } of rows as { id: string }[]) await refundJob.run(server.ctx(), { refundId: id }, attempt);
};
/** Cents that were taken and not given back. */
const netCharged = (me: TestPerson): number =>
  stripe.charges
    .filter(({ metadata }) => metadata["accountId"] === me.id)
    .reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
/** A member whose renewal was charged, though the answer was lost. */
const renewing = async () => {
  const me = await server.member();
  await subscribeAs(server, me, {
    provider: "stripe",
    token: `pm_good_${randomUUID().slice(0, 8)}`,
    withoutTrial: true,
  });
  const { id } = (await subscriptionOf(server, me))!;
  stripe.lose(1000, "/v1/payment_intents");
  await run(31 * 24 * hourMs);
  expect(netCharged(me)).toBe(2 * 1499);
  return { me, id };
};
const act = (me: TestPerson, call: string) =>
  server.graphql<{ it: { status: string } }>(`mutation { it: ${call} { status } }`, {}, { as: me });

test.each([
  [
    "canceled for the end of its term",
    "canceled",
    (id: string) => `subscriptionCancel(id: "${id}", atPeriodEnd: true)`,
  ],
  ["canceled at once", "canceled", (id: string) => `subscriptionCancel(id: "${id}", atPeriodEnd: false)`],
  ["paused", "paused", (id: string) => `subscriptionPause(id: "${id}", months: 1)`],
] as const)(
  "is paid back if the subscription is %s before its answer is known",
  async (_act, status, call) => {
    const { me, id } = await renewing();
    expect((await act(me, call(id))).errors).toEqual([]);
    stripe.lose(0);
    await run(hourMs);
    await run(hourMs);
    expect(await subscriptionOf(server, me)).toMatchObject({ status });
    expect(netCharged(me)).toBe(1499);
    const { rows } = await server.pool.query(
      "select sum(amount_paid - amount_refunded)::int as net from billing.invoices where account_id = $1",
      [me.id],
    );
    expect(rows).toEqual([{ net: 1499 }]);
  },
);

test("gives access for its term if the cancellation comes after its answer", async () => {
  const { me, id } = await renewing();
  stripe.lose(0);
  await run(hourMs);
  expect((await act(me, `subscriptionCancel(id: "${id}", atPeriodEnd: true)`)).errors).toEqual([]);
  await run(hourMs);
  const { status, accessEndsAt } = (await subscriptionOf(server, me))!;
  expect(status).toBe("non_renewing");
  expect(new Date(accessEndsAt!).getTime()).toBeGreaterThan(clock.now().getTime() + 27 * 24 * hourMs);
  expect(netCharged(me)).toBe(2 * 1499);
});
