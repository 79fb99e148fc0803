import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import type { CountedCtx } from "../../../platform/ctx-factory.ts";
import { runDue } from "./runner.ts";
import { cards, cardToken, shown, subscribeAs, subscriptionOf } from "../testing.ts";
import type { CheckoutVariables } from "../testing.ts";

/** Each test has its own server, and so its own clock. */
let server: TestServer;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const dayMs = 86_400_000;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock });
});
afterAll(() => server?.stop());

const begin = async (given: CheckoutVariables = {}, as?: TestPerson) => {
  const me = as ?? (await server.anonymous());
  const { data, errors } = await subscribeAs(server, me, given);
  if (!data) throw new Error(errors[0]?.extensions.code);
  return { me, id: data.subscriptionCreateV2.id, begun: data.subscriptionCreateV2 };
};
/** Advances the clock day by day and processes what is due at the end of each day. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    aheadMs += dayMs;
    await runDue(server.ctx(), { untilMs: 60_000 });
  }
}
const invoicesOf = async (accountId: string) =>
  (
    await server.pool.query(
      `select kind, status, total, amount_paid as paid, dunning_status as dunning, term_starts_at as starts, term_ends_at as ends
       from billing.invoices where account_id = $1 and status <> 'voided' order by term_starts_at, issued_at`,
      [accountId],
    )
  ).rows as {
    kind: string;
    status: string;
    total: number;
    paid: number;
    dunning: string | null;
    starts: Date;
    ends: Date;
  }[];
const subjectsTo = async (accountId: string) =>
  (
    (
      await server.pool.query(
        `select payload -> 'letter' ->> 'subject' as one, payload::text as whole from graphile_worker._private_jobs
         join graphile_worker._private_tasks on _private_tasks.id = task_id where identifier = 'mail.send'
         and payload::text like '%' || (select email from identity."user" where id = $1) || '%' order by _private_jobs.id`,
        [accountId],
      )
    ).rows as { one: string | null; whole: string }[]
  )
    .map(({ one, whole }) => one ?? /"subject": ?"([^"]+)"/.exec(whole)?.[1] ?? "")
    .filter((subject) => subject !== "Confirm your email");

test("sends two reminders in a trial, charges at its end, and renews each month on the same day", async () => {
  const me = await server.member();
  const { begun } = await begin({}, me);
  await pass(13);
  expect(await subjectsTo(me.id)).toEqual([
    "Your free trial has started",
    expect.stringMatching(/^Your trial ends on/),
    expect.stringMatching(/^Your trial ends on/),
  ]);
  expect(await invoicesOf(me.id)).toEqual([]);
  await pass(2);
  expect(await subscriptionOf(server, me)).toMatchObject({ status: "active" });
  await pass(62);
  const invoices = await invoicesOf(me.id);
  expect(invoices.map(({ kind, status, paid }) => [kind, status, paid])).toEqual([
    ["first", "paid", 1499],
    ["renewal", "paid", 1499],
    ["renewal", "paid", 1499],
  ]);
  expect(invoices[0]!.starts.toISOString()).toBe(begun.nextBillingAt);
  for (const [at, invoice] of invoices.slice(1).entries()) expect(invoice.starts).toEqual(invoices[at]!.ends);
});

test("charges one term after an outage of any length, forgives those before, and renews nothing if the clock goes back", async () => {
  const { me, id } = await begin({ withoutTrial: true });
  aheadMs += 35 * dayMs;
  await runDue(server.ctx(), { untilMs: 60_000 });
  expect(await invoicesOf(me.id)).toHaveLength(2);
  aheadMs -= dayMs;
  await runDue(server.ctx(), { untilMs: 60_000 });
  expect(await invoicesOf(me.id)).toHaveLength(2);
  aheadMs += 100 * dayMs;
  await Promise.all(Array.from({ length: 4 }, () => runDue(server.ctx(), { untilMs: 60_000 })));
  const invoices = await invoicesOf(me.id);
  expect(invoices.map(({ paid }) => paid)).toEqual([1499, 1499, 1499]);
  const [first, , last] = invoices as [(typeof invoices)[0], unknown, (typeof invoices)[0]];
  expect(last.starts.getTime()).toBeLessThanOrEqual(clock.now().getTime());
  expect(last.ends.getTime()).toBeGreaterThan(clock.now().getTime());
  // The day of the month is still that of the first term.
  expect(last.starts.getUTCDate()).toBe(first.starts.getUTCDate());
  expect((await subscriptionOf(server, me))!.nextBillingAt).toBe(last.ends.toISOString());
  const { rows } = await server.pool.query(
    "select (details ->> 'amount')::int as amount from billing.differences where kind = 'forgiven_terms' and subject like $1",
    [`${id}%`],
  );
  expect(rows).toEqual([{ amount: 2 * 1499 }]);
});

/** The invoices that a member sees. */
const seenBy = async (as: TestPerson) => {
  const { data, errors } = await server.graphql<{
    invoices: {
      total: number;
      items: { id: string; number: string; status: string; amountDue: number; pdfUrl: string }[];
    };
  }>("{ invoices { total items { id number status amountDue pdfUrl } } }", {}, { as });
  if (!data) throw new Error(errors[0]?.extensions.code);
  return data.invoices;
};

test("posts a renewal's invoice while its payment result is unknown, and marks it paid afterwards", async () => {
  const { me } = await begin({ withoutTrial: true });
  // The gateway is down when the renewal is due.
  await server.pool.query("alter table billing.test_payments rename to test_payments_away");
  try {
    await pass(31);
  } finally {
    await server.pool.query("alter table billing.test_payments_away rename to test_payments");
  }
  const { items, total } = await seenBy(me);
  expect([total, ...items.map(({ status, amountDue }) => [status, amountDue])]).toEqual([
    2,
    ["posted", 1499],
    ["paid", 0],
  ]);
  expect(items[0]!.number).toMatch(/^EC-/);
  // A failed subscription is postponed by ten minutes of the database's clock.
  await server.pool.query("update billing.subscriptions set claimed_until = null");
  await pass(1);
  expect((await seenBy(me)).items.map(({ number, status }) => [number, status])).toEqual([
    [items[0]!.number, "paid"],
    [items[1]!.number, "paid"],
  ]);
});

test("keeps an invoice voided by a withdrawal in the history, with nothing due", async () => {
  const startAt = new Date(clock.now().getTime() + 2 * dayMs).toISOString();
  const { me, id } = await begin({
    withoutTrial: true,
    startAt,
    countryCode: "DE",
    token: await cardToken(server, cards.failsLater),
  });
  await pass(3);
  expect((await seenBy(me)).items).toMatchObject([{ status: "payment_due", amountDue: 1499 }]);
  const { errors } = await server.graphql(
    "mutation ($id: ID!) { subscriptionWithdraw(id: $id) { status } }",
    { id },
    { as: me },
  );
  expect(errors).toEqual([]);
  const { items, total } = await seenBy(me);
  expect([total, items]).toMatchObject([1, [{ status: "voided", amountDue: 0 }]]);
  const [invoice] = items;
  const own = await server.graphql(`{ invoice(id: "${invoice!.id}") { status } }`, {}, { as: me });
  expect(own.data).toEqual({ invoice: { status: "voided" } });
  expect((await fetch(invoice!.pdfUrl)).status).toBe(200);
});

test("leaves no invoice in the history if a checkout's card is declined", async () => {
  const me = await server.anonymous();
  await subscribeAs(server, me, { withoutTrial: true, token: await cardToken(server, cards.declined) });
  expect(await seenBy(me)).toMatchObject({ total: 0, items: [] });
});

test("runs few statements per renewal, and no more of each for many renewals", async () => {
  for (let count = 0; count < 10; count += 1) await begin({ withoutTrial: true });
  aheadMs += 32 * dayMs;
  const ctx = server.ctx() as CountedCtx;
  await runDue(ctx, { untilMs: 60_000 });
  const { rows } = await server.pool.query(
    "select count(*)::int as renewed from billing.invoices where kind = 'renewal'",
  );
  const { renewed } = (rows as { renewed: number }[])[0]!;
  expect(renewed).toBeGreaterThanOrEqual(10);
  expect(ctx.counter.statements / renewed).toBeLessThanOrEqual(20);
});

describe("a card that fails on charge", () => {
  test("retries after 1, 3, 5 and 7 days with emails, keeps access until then, and then ends the subscription", async () => {
    const me = await server.member();
    await begin({ token: await cardToken(server, cards.failsLater) }, me);
    const countAttempts = async () => {
      const { rows } = await server.pool.query(
        "select count(*)::int as count from billing.payments where account_id = $1 and kind = 'charge'",
        [me.id],
      );
      return [(rows as { count: number }[])[0]!.count, (await subscriptionOf(server, me))!.status];
    };
    const counted = [];
    for (const days of [14, 1, 2, 2, 1, 1]) {
      await pass(days);
      counted.push(await countAttempts());
    }
    expect(counted).toEqual([
      [1, "active"],
      [2, "active"],
      [3, "active"],
      [4, "active"],
      [4, "active"],
      [5, "canceled"],
    ]);
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "canceled" });
    expect((await invoicesOf(me.id)).map(({ status, dunning, paid }) => [status, dunning, paid])).toEqual([
      ["not_paid", "exhausted", 0],
    ]);
    const subjects = await subjectsTo(me.id);
    expect(subjects.filter((subject) => subject === "Your payment didn’t go through")).toHaveLength(4);
    expect(subjects.at(-1)).toBe("Your subscription has ended");
    await pass(40);
    expect(await invoicesOf(me.id)).toHaveLength(1);
  });

  test("is retried once after an outage longer than the schedule, and not for each missed day", async () => {
    const { me } = await begin({ token: await cardToken(server, cards.failsLater) });
    await pass(14);
    aheadMs += 8 * dayMs;
    await runDue(server.ctx(), { untilMs: 60_000 });
    const { rows } = await server.pool.query(
      "select count(*)::int as charges from billing.payments where account_id = $1 and kind = 'charge'",
      [me.id],
    );
    expect(rows).toEqual([{ charges: 2 }]);
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "canceled" });
  });

  test("pays at once and continues if the card is replaced during dunning", async () => {
    const { me, id } = await begin({ token: await cardToken(server, cards.failsLater) });
    await pass(16);
    const token = await cardToken(server);
    const { data } = await server.graphql(
      `mutation { subscriptionUpdatePaymentMethod(id: "${id}", gateway: { provider: eightcount, token: "${token}" }, paymentMethodType: card)
        { ${shown} dunning { amount } dunningStatus } }`,
      {},
      { as: me },
    );
    expect(data).toMatchObject({
      subscriptionUpdatePaymentMethod: { status: "active", dunning: null, dunningStatus: "success" },
    });
    expect((await invoicesOf(me.id)).map(({ status, dunning, paid }) => [status, dunning, paid])).toEqual([
      ["paid", "success", 1499],
    ]);
  });
});

test("ends a canceled subscription on time, without a charge or further access", async () => {
  const { me, id } = await begin({ withoutTrial: true });
  await server.graphql(
    `mutation { subscriptionCancel(id: "${id}", atPeriodEnd: true) { id } }`,
    {},
    { as: me },
  );
  const { accessEndsAt } = (await subscriptionOf(server, me))!;
  await pass(32);
  expect(await subscriptionOf(server, me)).toMatchObject({ status: "canceled", accessEndsAt });
  expect(await invoicesOf(me.id)).toHaveLength(1);
  const { data } = await server.graphql<{ me: { isActive: boolean } }>("{ me { isActive } }", {}, { as: me });
  expect(data?.me.isActive).toBe(false);
});

test("ends a pause with a payment, applies a downgrade at renewal, and begins a future start on time", async () => {
  const paused = await begin({ withoutTrial: true });
  const smaller = await begin({ withoutTrial: true });
  const startAt = new Date(clock.now().getTime() + 10 * dayMs).toISOString();
  const future = await begin({ withoutTrial: true, startAt });
  const futureTrial = await begin({ startAt });
  await server.graphql(
    `mutation { subscriptionPause(id: "${paused.id}", months: 1) { id } }`,
    {},
    { as: paused.me },
  );
  await server.graphql(
    `mutation { subscriptionChangePlan(id: "${smaller.id}", planId: "basic-monthly") { id } }`,
    {},
    { as: smaller.me },
  );
  await pass(11);
  expect(await subscriptionOf(server, future.me)).toMatchObject({ status: "active" });
  expect(await subscriptionOf(server, futureTrial.me)).toMatchObject({ status: "in_trial" });
  expect(await subscriptionOf(server, paused.me)).toMatchObject({ status: "paused" });
  await pass(21);
  expect(await subscriptionOf(server, paused.me)).toMatchObject({ status: "active" });
  expect(await subscriptionOf(server, smaller.me)).toMatchObject({
    status: "active",
    plan: { id: "basic-monthly" },
  });
  expect((await invoicesOf(smaller.me.id)).map(({ total }) => total)).toEqual([1499, 799]);
  expect(await subscriptionOf(server, futureTrial.me)).toMatchObject({ status: "active" });
});

test("cancels an unconfirmed payment within a day, and sends a reminder 30 days before a yearly renewal", async () => {
  const waiting = await begin({ token: await cardToken(server, cards.confirms), withoutTrial: true });
  const member = await server.member();
  await begin({ withoutTrial: true, planId: "premium-yearly" }, member);
  await pass(1);
  expect((await subscriptionOf(server, waiting.me)) ?? "nothing").toBe("nothing");
  const again = await subscribeAs(server, waiting.me);
  expect(again.data?.subscriptionCreateV2.status).toBe("in_trial");
  aheadMs += 333 * dayMs;
  await pass(3);
  expect((await subjectsTo(member.id)).at(-1)).toMatch(/^Your subscription renews on/);
  await pass(30);
  expect((await invoicesOf(member.id)).map(({ paid }) => paid)).toEqual([11_900, 11_900]);
});

test("does not block a renewal if a plan change is abandoned during 3-D Secure", async () => {
  const { me, id } = await begin({ withoutTrial: true, planId: "basic-monthly" });
  const token = await cardToken(server, cards.confirms);
  await server.pool.query(
    `with method as (insert into billing.payment_methods (account_id, provider, provider_ref, type, created_at)
       values ($1, 'eightcount', $2, 'card', now()) returning id)
     update billing.subscriptions set payment_method_id = method.id from method where subscriptions.id = $3`,
    [me.id, token, id],
  );
  const { data } = await server.graphql<{ subscriptionChangePlan: { nextAction: object; plan: object } }>(
    `mutation { subscriptionChangePlan(id: "${id}", planId: "premium-monthly") { nextAction { url } plan { id } } }`,
    {},
    { as: me },
  );
  expect(data?.subscriptionChangePlan).toMatchObject({
    nextAction: { url: expect.any(String) },
    plan: { id: "basic-monthly" },
  });
  // An off-session charge would be declined by the bank, so the card is set back to succeed for the renewal.
  await server.pool.query("update billing.test_tokens set behaviour = 'succeeds' where token = $1", [token]);
  await pass(32);
  expect(await subscriptionOf(server, me)).toMatchObject({ status: "active", plan: { id: "basic-monthly" } });
  expect((await invoicesOf(me.id)).map(({ kind, paid }) => [kind, paid])).toEqual([
    ["first", 799],
    ["renewal", 799],
  ]);
});
