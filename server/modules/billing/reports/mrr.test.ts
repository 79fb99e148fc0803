import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { recordMrr } from "./mrr.ts";

let server: TestServer;
let finance: TestPerson;
let now: Date;
beforeEach(async () => {
  now = new Date("2026-11-20T12:00:00Z");
  server = await startTestServer({ roles: "api", clock: { now: () => now } });
  finance = await server.member({ role: "finance" });
});
afterEach(() => server.stop());

interface Given {
  readonly plan?: string;
  readonly currency?: string;
  readonly status?: string;
  readonly isComplimentary?: boolean;
}
/** A subscription without invoices. */
async function subscribe(given: Given = {}): Promise<{ id: string; accountId: string }> {
  const { id: accountId } = await server.anonymous();
  const id = randomUUID();
  await server.pool.query(
    `insert into billing.subscriptions (id, person_id, status, provider, access_type, plan_id, currency_code, country_code,
       price_amount, is_complimentary) values ($1, $2, $3, 'eightcount', 'premium', $4, $5, 'DE', 1500, $6)`,
    [
      id,
      accountId,
      given.status ?? "active",
      given.plan ?? "premium-monthly",
      given.currency ?? "EUR",
      given.isComplimentary ?? false,
    ],
  );
  return { id, accountId };
}

/** A paid invoice for a term. `value` is the plan's price after promo codes; amounts are minor units. */
async function pay(
  { id, accountId }: { id: string; accountId: string },
  term: { from: string; to: string; value: number; tax?: number; plan?: string; currency?: string },
): Promise<void> {
  await server.pool.query(
    `insert into billing.invoices (number, account_id, subscription_id, kind, status, currency_code, country_code, plan_id, sub_total,
       discounts_total, tax_total, taxes, is_tax_inclusive, total, credits_applied, amount_due, amount_paid, plan_value,
       term_starts_at, term_ends_at, issued_at, paid_at)
     values ($1, $2, $3, 'renewal', 'paid', $4, 'DE', $5, $6, 0, $7, '[]', true, $6, 0, $6, $6, $6, $8, $9, $8, $8)`,
    [
      `T-${randomUUID()}`,
      accountId,
      id,
      term.currency ?? "EUR",
      term.plan ?? "premium-monthly",
      term.value,
      term.tax ?? 0,
      `${term.from}T00:00:00Z`,
      `${term.to}T00:00:00Z`,
    ],
  );
}
const setStatus = (id: string, status: string) =>
  server.pool.query("update billing.subscriptions set status = $2 where id = $1", [id, status]);
const record = () => recordMrr(server.ctx());

interface Movement {
  readonly month: string;
  readonly kind: string;
  readonly amount: number;
  readonly accounts: number;
}
interface Series {
  readonly currencyCode: string;
  readonly amount: number;
  readonly accounts: number;
  readonly movement: readonly Movement[];
  readonly months: readonly { month: string; amount: number }[];
}
async function read(): Promise<readonly Series[]> {
  const { data, errors } = await server.graphql<{ studioHome: { netMrr: readonly Series[] } }>(
    "{ studioHome { netMrr { currencyCode amount accounts movement { month kind amount accounts } months { month amount } } } }",
    {},
    { as: finance },
  );
  expect(errors).toEqual([]);
  return data!.studioHome.netMrr;
}
/** What changed in the current month. */
const currentOf = ({ movement, months }: Series) =>
  movement.filter(({ month }) => month === months.at(-1)!.month);
const movementOf = (series: Series) =>
  Object.fromEntries(currentOf(series).map(({ kind, amount, accounts }) => [kind, [amount, accounts]]));

test("counts what renewing members pay a month, after promo codes and without tax, per currency", async () => {
  // 12000 with 2000 of tax included: 10000 in twelve months.
  await pay(await subscribe({ plan: "premium-yearly" }), {
    from: "2026-11-01",
    to: "2027-11-01",
    value: 12_000,
    tax: 2_000,
    plan: "premium-yearly",
  });
  await pay(await subscribe(), { from: "2026-11-10", to: "2026-12-10", value: 1_000 });
  await pay(await subscribe({ currency: "USD" }), {
    from: "2026-11-10",
    to: "2026-12-10",
    value: 1_700,
    currency: "USD",
  });
  for (const left of [{ status: "non_renewing" }, { status: "paused" }, { isComplimentary: true }])
    await pay(await subscribe(left), { from: "2026-11-10", to: "2026-12-10", value: 1_500 });
  await subscribe({ status: "in_trial" });
  await record();
  expect(await read()).toMatchObject([
    { currencyCode: "EUR", amount: 833 + 1_000, accounts: 2 },
    { currencyCode: "USD", amount: 1_700, accounts: 1 },
  ]);
  const { data } = await server.graphql<{ moneyOverview: { subscriptionCounts: object[] } }>(
    `{ moneyOverview(days: 30) { subscriptionCounts { planName periodUnit status currencyCode count monthly } } }`,
    {},
    { as: finance },
  );
  const premium = { planName: "Premium", periodUnit: "month", status: "active", count: 1 };
  expect(data!.moneyOverview.subscriptionCounts).toEqual(
    expect.arrayContaining([
      { ...premium, currencyCode: "EUR", monthly: 1_000 },
      { ...premium, currencyCode: "USD", monthly: 1_700 },
      { ...premium, periodUnit: "year", currencyCode: "EUR", monthly: 833 },
      { ...premium, status: "non_renewing", currencyCode: "EUR", monthly: 0 },
      { ...premium, status: "in_trial", currencyCode: "EUR", monthly: 0 },
    ]),
  );
});

test("splits the changes of a month into new, upgraded, downgraded, left and returned accounts", async () => {
  const [loyal, grows, shrinks, leaves] = [
    await subscribe(),
    await subscribe(),
    await subscribe(),
    await subscribe(),
  ];
  for (const one of [loyal, grows, shrinks, leaves])
    await pay(one, { from: "2026-10-15", to: "2026-11-15", value: 1_500 });
  await record();
  now = new Date("2026-12-02T12:00:00Z");
  await pay(grows, { from: "2026-12-01", to: "2027-01-01", value: 2_500 });
  await pay(shrinks, { from: "2026-12-01", to: "2027-01-01", value: 500 });
  await setStatus(leaves.id, "non_renewing");
  await pay(await subscribe(), { from: "2026-12-01", to: "2027-01-01", value: 900 });
  // Two servers at once, and once more.
  await Promise.all([record(), record()]);
  await record();
  const [inDecember] = await read();
  expect(movementOf(inDecember!)).toEqual({
    new: [900, 1],
    more: [1_000, 1],
    less: [-1_000, 1],
    left: [-1_500, 1],
  });
  expect(inDecember).toMatchObject({ amount: 1_500 + 2_500 + 500 + 900, accounts: 4 });
  await setStatus(leaves.id, "active");
  await record();
  const [back] = await read();
  expect(movementOf(back!)["back"]).toEqual([1_500, 1]);
  expect(back).toMatchObject({ amount: 6_900, accounts: 5 });
});

test("derives the months before the first recording from paid invoices", async () => {
  const member = await subscribe();
  await pay(member, { from: "2026-08-20", to: "2026-09-20", value: 1_500 });
  await pay(member, { from: "2026-09-20", to: "2026-10-20", value: 1_500 });
  await pay(member, { from: "2026-10-20", to: "2026-11-20", value: 2_000 });
  const left = await subscribe({ status: "canceled" });
  await pay(left, { from: "2026-08-05", to: "2026-09-05", value: 800 });
  await record();
  const [series] = await read();
  expect(series!.months.map(({ month, amount }) => [month.slice(0, 7), amount])).toEqual([
    ["2026-08", 2_300],
    ["2026-09", 1_500],
    ["2026-10", 2_000],
    ["2026-11", 2_000],
  ]);
  expect(currentOf(series!)).toEqual([]);
});

test("counts a deleted account as left, and deletes what was recorded of it", async () => {
  const { id, accountId } = await subscribe();
  await pay({ id, accountId }, { from: "2026-11-10", to: "2026-12-10", value: 1_500 });
  await record();
  await server.pool.query(`delete from identity."user" where id = $1`, [accountId]);
  await record();
  expect(await read()).toMatchObject([{ amount: 0, accounts: 0 }]);
  const { rows } = await server.pool.query("select from billing.mrr_accounts");
  expect(rows).toEqual([]);
});
