import { expect, test } from "vitest";
import { forgetAccount } from "../../accounts/deletion.ts";
import { reconcile } from "../../reconciliation/reconciliation.ts";
import { stripe, server, begin, intentOf, startWithStripe } from "./testing.ts";

startWithStripe();

test("reads every page of Stripe’s list during reconciliation", async () => {
  const created = Math.floor(Date.now() / 1000) - 40 * 86_400;
  for (let number = 0; number < 230; number += 1)
    stripe.charges.push({
      id: `ch_page_${number}`,
      object: "charge",
      amount: 1499,
      amount_refunded: 0,
      currency: "usd",
      status: "succeeded",
      created,
      payment_intent: `pi_page_${number}`,
      metadata: {},
    });
  const from = new Date(created * 1000 - 1000);
  const seen = new Set<string>();
  const ctx = server.ctx();
  for await (const { ref } of ctx.ports.gateways.current!.listPayments(
    ctx,
    from,
    new Date(created * 1000 + 1000),
  ))
    seen.add(ref);
  expect(seen.size).toBe(230);
});

test("finds payments that only one side has in the nightly reconciliation, once", async () => {
  const { me } = await begin("good");
  const ctx = server.ctx();
  const gateway = ctx.ports.gateways.current!;
  const span = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)] as const;
  // Reports what the tests above charged elsewhere, so that it is not reported again below.
  await reconcile(ctx, gateway, ...span);
  expect(await reconcile(ctx, gateway, ...span)).toBe(0);
  const ours = stripe.charges.find(({ metadata }) => metadata["accountId"] === me.id)!;
  ours.amount_refunded = 100;
  stripe.charges.push({ ...ours, id: "ch_stray", payment_intent: "pi_stray" });
  expect(await reconcile(ctx, gateway, ...span)).toBe(2);
  expect(await reconcile(ctx, gateway, ...span)).toBe(0);
  const { rows } = await server.pool.query(
    "select kind, subject from billing.differences where subject = any($1) order by kind",
    [[ours.payment_intent, "pi_stray"]],
  );
  expect(rows).toEqual([
    { kind: "refund_found", subject: ours.payment_intent },
    { kind: "unknown_payment", subject: "pi_stray" },
  ]);
  const { data } = await server.graphql<{
    moneyOverview: { differences: { subject: string; dashboardUrl: string | null }[] };
  }>(
    "{ moneyOverview(days: 30) { differences { subject dashboardUrl } } }",
    {},
    { as: await server.member({ role: "finance" }) },
  );
  expect(data?.moneyOverview.differences).toContainEqual({
    subject: "pi_stray",
    dashboardUrl: "https://dashboard.stripe.com/test/payments/pi_stray",
  });
});

test("deletes the customer at Stripe on account deletion, cancels pending payments, and retains paid invoices", async () => {
  const { me } = await begin("good");
  const before = stripe.customers.size;
  const ctx = server.ctx();
  await server.pool.query(`delete from identity."user" where id = $1`, [me.id]);
  await forgetAccount(ctx, me.id);
  await forgetAccount(ctx, me.id);
  expect(stripe.customers.size).toBe(before - 1);
  const { rows } = await server.pool.query(
    `select status, (select count(*)::int from billing.subscriptions where person_id = $1) as subscriptions from billing.invoices where account_id = $1`,
    [me.id],
  );
  expect(rows).toEqual([{ status: "paid", subscriptions: 0 }]);
  const waiting = await begin("confirms");
  await server.pool.query(`delete from identity."user" where id = $1`, [waiting.me.id]);
  const intent = await intentOf(waiting.me);
  await forgetAccount(ctx, waiting.me.id);
  expect(() => stripe.answer(intent, true)).toThrow("canceled");
});

test("sends Stripe only parameters that it knows", () => expect(stripe.faults).toEqual([]));
