import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let admin: TestPerson;
let moderator: TestPerson;

const now = new Date("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);

/** Inserts a subscription with its history of statuses. */
async function subscription(given: {
  status: string;
  plan: string;
  price: number;
  currency?: string;
  statuses: [status: string, trigger: string, daysAgo: number][];
  reason?: string;
  trialEnded?: number;
  dunning?: string;
  paid?: { amount: number; daysAgo: number; refunded?: number };
  owed?: number;
}): Promise<string> {
  const { id: accountId } = await server.anonymous();
  const id = randomUUID();
  const currency = given.currency ?? "EUR";
  await server.pool.query(
    `insert into billing.subscriptions (id, person_id, status, provider, access_type, plan_id, currency_code, country_code, price_amount,
       trial_ends_at, cancel_reason, dunning_status, dunning_since, dunning_tries, retry_at)
     values ($1, $2, $3, 'eightcount', 'premium', $4, $5, 'DE', $6, $7, $8, $9, $10, 1, $11)`,
    [
      id,
      accountId,
      given.status,
      given.plan,
      currency,
      given.price,
      given.trialEnded === undefined ? null : daysAgo(given.trialEnded),
      given.reason ?? null,
      given.dunning ?? null,
      given.dunning ? daysAgo(1) : null,
      given.dunning ? daysAgo(-2) : null,
    ],
  );
  let from: string | null = null;
  for (const [status, trigger, days] of given.statuses) {
    await server.pool.query(
      `insert into billing.transitions (subscription_id, from_status, to_status, trigger, cause, happened_at) values ($1, $2, $3, $4, 'clock', $5)`,
      [id, from, status, trigger, daysAgo(days)],
    );
    from = status;
  }
  const invoice = (status: string, paid: number, due: number, days: number, refunded = 0) =>
    server.pool.query(
      `insert into billing.invoices (number, account_id, subscription_id, kind, status, dunning_status, currency_code, country_code, plan_id, sub_total,
         discounts_total, tax_total, taxes, is_tax_inclusive, total, credits_applied, amount_due, amount_paid, amount_refunded,
         term_starts_at, term_ends_at, issued_at, paid_at)
       values ($1, $2, $3, 'first', $4, $5, $6, 'DE', $7, $8, 0, 0, '[]', true, $8, 0, $8, $9, $12, $10, $10, $10, $11)`,
      [
        `T-${randomUUID()}`,
        accountId,
        id,
        status,
        due > 0 && paid === 0 ? "in_progress" : null,
        currency,
        given.plan,
        due,
        paid,
        daysAgo(days),
        paid > 0 ? daysAgo(days) : null,
        refunded,
      ],
    );
  if (given.paid)
    await invoice("paid", given.paid.amount, given.paid.amount, given.paid.daysAgo, given.paid.refunded);
  if (given.owed) await invoice("payment_due", 0, given.owed, 1);
  return id;
}

let inDunning: string;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => now } });
  admin = await server.member({ role: "admin" });
  moderator = await server.member({ role: "moderator" });
  await subscription({
    status: "active",
    plan: "premium-yearly",
    price: 12_000,
    statuses: [["active", "confirm", 60]],
    paid: { amount: 12_000, daysAgo: 5, refunded: 2_000 },
  });
  await subscription({
    status: "non_renewing",
    plan: "premium-monthly",
    price: 1_500,
    statuses: [
      ["active", "confirm", 40],
      ["non_renewing", "cancel_at_end", 2],
    ],
    paid: { amount: 1_500, daysAgo: 10 },
  });
  await subscription({
    status: "in_trial",
    plan: "premium-monthly",
    price: 1_500,
    statuses: [["in_trial", "confirm_trial", 3]],
  });
  await subscription({
    status: "canceled",
    plan: "basic-monthly",
    price: 799,
    currency: "USD",
    reason: "too_expensive",
    statuses: [
      ["active", "confirm", 50],
      ["canceled", "cancel_now", 4],
    ],
    paid: { amount: 799, daysAgo: 20 },
  });
  await subscription({
    status: "canceled",
    plan: "premium-monthly",
    price: 1_500,
    trialEnded: 6,
    statuses: [
      ["in_trial", "confirm_trial", 20],
      ["canceled", "end_trial_without_method", 6],
    ],
  });
  inDunning = await subscription({
    status: "active",
    plan: "premium-monthly",
    price: 1_500,
    dunning: "in_progress",
    owed: 1_500,
    statuses: [["active", "confirm", 31]],
  });
  await server.pool.query(
    `insert into billing.webhook_events (provider, event_id, type, payload, received_at, failure, applied_at)
     values ('stripe', 'evt_1', 'invoice.paid', '{}', $1, 'no such invoice', null), ('stripe', 'evt_2', 'invoice.paid', '{}', $1, null, $1)`,
    [daysAgo(1)],
  );
});
afterAll(() => server?.stop());

const query = `query ($days: Int) { moneyOverview(days: $days) {
  payingBefore failedWebhooksTotal failedWebhooks { eventId failure } trials { started ended paid }
  churn { reason isTrial count }
  dunning { subscriptionId amountDue currencyCode } dunningTotals { currencyCode openCount openAmount }
  income { currencyCode invoices paid refunded } } }`;

test("counts paying members, trials, payments in retry and failed webhooks, per currency", async () => {
  const { data } = await server.graphql<{ moneyOverview: Record<string, unknown> }>(query, {}, { as: admin });
  expect(data!.moneyOverview).toMatchObject({
    payingBefore: 4,
    trials: { started: 2, ended: 1, paid: 0 },
    dunning: [{ subscriptionId: inDunning, amountDue: 1_500, currencyCode: "EUR" }],
    dunningTotals: [{ currencyCode: "EUR", openCount: 1, openAmount: 1_500 }],
    failedWebhooksTotal: 1,
    failedWebhooks: [{ eventId: "evt_1", failure: "no such invoice" }],
  });
  expect(data!.moneyOverview["churn"]).toEqual([
    { reason: "no_payment_method", isTrial: true, count: 1 },
    { reason: "too_expensive", isTrial: false, count: 1 },
  ]);
  expect(data!.moneyOverview["income"]).toEqual([
    { currencyCode: "EUR", invoices: 2, paid: 13_500, refunded: 2_000 },
    { currencyCode: "USD", invoices: 1, paid: 799, refunded: 0 },
  ]);
});

test("limits counts to a shorter range of days", async () => {
  const { data } = await server.graphql<{ moneyOverview: { churn: unknown[] } }>(
    query,
    { days: 5 },
    { as: admin },
  );
  expect(data!.moneyOverview.churn).toEqual([{ reason: "too_expensive", isTrial: false, count: 1 }]);
  const { errors } = await server.graphql(query, { days: 0 }, { as: admin });
  expect(errors[0]?.extensions.code).toBe("BAD_INPUT");
});

test("hides the report and the CSV files from everyone but admins", async () => {
  for (const as of [moderator, await server.anonymous()]) {
    const { errors } = await server.graphql(query, {}, { as });
    expect(errors[0]?.extensions.code).toBe("NOT_FOUND");
    const file = await server.fetch("/api/studio/money/invoices.csv", {
      headers: { "x-auth-token": `Bearer ${await as.token()}` },
    });
    expect(file.status).toBe(404);
  }
});

test("exports a line for each subscription and invoice", async () => {
  const read = async (kind: string) => {
    const answer = await server.fetch(`/api/studio/money/${kind}.csv`, {
      headers: { "x-auth-token": `Bearer ${await admin.token()}` },
    });
    expect(answer.headers.get("content-type")).toContain("text/csv");
    expect(answer.headers.get("content-disposition")).toContain(`${kind}.csv`);
    return (await answer.text()).trimEnd().split("\r\n");
  };
  const subscriptions = await read("subscriptions");
  expect(subscriptions).toHaveLength(7);
  expect(subscriptions[0]).toContain("id,accountId,status,planId");
  expect(await read("invoices")).toHaveLength(5);
});
