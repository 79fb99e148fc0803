import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { paidSpansOf } from "../../../testing/lived-spans.ts";
import { insertLives } from "../../../testing/member-lives-rows.ts";
import { livedPlans, livesAt, livesOf } from "../../../testing/member-lives.ts";
import type { LivedInvoice, MemberLife } from "../../../testing/member-lives.ts";
import { recordMrr } from "./mrr.ts";
import { countPlanValues } from "./revenue.ts";

/** Moments of recordings, some within minutes of a month's end. */
const recordings = [
  "2026-08-20T12:00:00Z",
  "2026-09-01T00:10:00Z",
  "2026-09-28T09:00:00Z",
  "2026-10-31T23:50:00Z",
  "2026-11-05T08:00:00Z",
  "2026-11-20T12:00:00Z",
].map((text) => new Date(text));
const last = recordings.at(-1)!;

let now = recordings[0]!;
let server: TestServer;
let finance: TestPerson;
let lives: MemberLife[];
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => now } });
  await server.pool.query(
    `update site.settings set revision = revision + 1, data = data || '{"currencyCode": "EUR"}'`,
  );
  await server.ctx().refreshStudio();
  lives = livesOf({ seed: 11, members: 400, now: last, months: 30, classIds: [crypto.randomUUID()] });
  // Classes don't matter here.
  lives = lives.map((life) => ({ ...life, danced: [] }));
  for (const moment of recordings) {
    now = moment;
    await server.pool.query("truncate billing.subscriptions, billing.invoices cascade");
    await insertLives(server.pool, livesAt(lives, now));
    await recordMrr(server.ctx());
    await recordMrr(server.ctx());
  }
  await countPlanValues(server.ctx());
  finance = await server.member({ role: "finance" });
});
afterAll(() => server?.stop());

/** A quotient of integers, rounded half away from zero. */
const rounded = (numerator: number, denominator: number): number => {
  const [top, bottom] = [BigInt(numerator), BigInt(denominator)];
  return Number((top * 2n + bottom) / (bottom * 2n));
};
function monthlyOf({ planId, planValue, isTaxInclusive, tax, total }: LivedInvoice): number {
  const { months } = livedPlans[planId as keyof typeof livedPlans];
  return isTaxInclusive && total > 0
    ? rounded(planValue * (total - tax), total * months)
    : rounded(planValue, months);
}
const newestOf = (invoices: readonly LivedInvoice[]): LivedInvoice | undefined =>
  invoices.toSorted((one, other) => other.issuedAt.getTime() - one.issuedAt.getTime())[0];

type Amounts = Map<string, number>;
/** What each account paid a month in each currency: `account currency`. */
function amountsOf(of: (life: MemberLife) => readonly [currency: string, amount: number][]): Amounts {
  const found: Amounts = new Map();
  for (const life of lives)
    for (const [currency, amount] of of(life)) {
      const key = `${life.accountId} ${currency}`;
      found.set(key, (found.get(key) ?? 0) + amount);
    }
  return found;
}
/** By the paid terms at a moment, as the first recording derives the months before it. */
const amountsBefore = (moment: Date): Amounts =>
  amountsOf(
    (life) =>
      livesAt([life], recordings[0]!)[0]!.subscriptions.flatMap((one) => {
        const running = one.invoices.filter(
          ({ status, startsAt, endsAt }) => status === "paid" && startsAt <= moment && endsAt > moment,
        );
        const newest = newestOf(running);
        return newest ? [[one.currencyCode, monthlyOf(newest)] as const] : [];
      }) as [string, number][],
  );
/** By the active subscriptions at a moment. */
const amountsAt = (moment: Date): Amounts =>
  amountsOf((life) =>
    life.isDeleted
      ? []
      : (livesAt([life], moment)[0]!.subscriptions.flatMap((one) => {
          const newest = newestOf(one.invoices.filter(({ status }) => status === "paid"));
          const counts = one.status === "active" && !one.isComplimentary && newest;
          return counts ? [[one.currencyCode, monthlyOf(newest)] as const] : [];
        }) as [string, number][]),
  );

interface Change {
  readonly month: string;
  readonly accountId: string;
  readonly currencyCode: string;
  readonly kind: string;
  readonly amount: number;
}
/** All changes from one state to the next, one account at a time. */
function changesOf(): Change[] {
  const states: { month: string; amounts: Amounts }[] = [];
  for (let back = 23; back >= 0; back -= 1) {
    const first = recordings[0]!;
    const start = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - back, 1));
    const month = new Date(start.getTime() - 1).toISOString().slice(0, 7);
    states.push({ month, amounts: amountsBefore(start) });
  }
  for (const moment of recordings)
    states.push({ month: moment.toISOString().slice(0, 7), amounts: amountsAt(moment) });
  const known: Amounts = new Map();
  return states.flatMap(({ month, amounts }, place) => {
    const changes = [...new Set([...known.keys(), ...amounts.keys()])].flatMap((key) => {
      const [before, amount] = [known.get(key), amounts.get(key) ?? 0];
      if (amount === (before ?? 0)) return [];
      const kind =
        place === 0
          ? "opening"
          : before === undefined
            ? "new"
            : before === 0
              ? "back"
              : amount === 0
                ? "left"
                : amount > before
                  ? "more"
                  : "less";
      known.set(key, amount);
      const [accountId, currencyCode] = key.split(" ") as [string, string];
      return [{ month, accountId, currencyCode, kind, amount: amount - (before ?? 0) }];
    });
    return changes;
  });
}
const signs: Readonly<Record<string, number>> = { opening: 1, new: 1, back: 1, left: -1 };
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
function monthsOf(changes: readonly Change[]) {
  const months: string[] = [];
  for (let month = changes.map((one) => one.month).toSorted()[0]!; month <= "2026-11";) {
    months.push(month);
    const [year, at] = month.split("-").map(Number) as [number, number];
    month = new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 7);
  }
  const until = (month: string) => changes.filter((one) => one.month <= month);
  const accounts = (of: readonly Change[]) => sum(of.map(({ kind }) => signs[kind] ?? 0));
  return months.slice(-24).map((month) => {
    const within = changes.filter((one) => one.month === month);
    return {
      month: `${month}-01T00:00:00.000Z`,
      amount: sum(until(month).map(({ amount }) => amount)),
      accounts: accounts(until(month)),
      accountsBefore:
        accounts(until(month)) - accounts(within) + within.filter(({ kind }) => kind === "opening").length,
      left: within.filter(({ kind }) => kind === "left").length,
    };
  });
}

interface Value {
  readonly planId: string;
  readonly currencyCode: string;
  readonly net: number;
  readonly left: number;
  readonly value: number | null;
}
interface Figures {
  readonly conversion: {
    currencyCode: string;
    source: string;
    rates: readonly { currencyCode: string; value: number; day: string }[];
  };
  readonly withoutRate: readonly string[];
  readonly months: readonly { month: string; amount: number; accounts: number; left: number }[];
  readonly values: readonly Value[];
  readonly byCurrency: readonly {
    currencyCode: string;
    months: readonly {
      month: string;
      amount: number;
      accounts: number;
      accountsBefore: number;
      left: number;
    }[];
    movement: readonly { month: string; kind: string; amount: number; people: number }[];
  }[];
  readonly valuesByCurrency: readonly Value[];
}
async function read(): Promise<Figures> {
  const { data, errors } = await server.graphql<{ revenueFigures: Figures }>(
    `{ revenueFigures {
      conversion { currencyCode source rates { currencyCode value day } } withoutRate
      months { month amount accounts left } values { planId currencyCode net left value }
      byCurrency { currencyCode months { month amount accounts accountsBefore left } movement { month kind amount people } }
      valuesByCurrency { planId currencyCode net left value } } }`,
    {},
    { as: finance },
  );
  expect(errors).toEqual([]);
  return data!.revenueFigures;
}

test("records MRR, members and churn of each month as computed one by one over random lives", async () => {
  const changes = changesOf();
  const { byCurrency } = await read();
  expect(byCurrency.map(({ currencyCode }) => currencyCode).toSorted()).toEqual(["EUR", "JPY", "USD"]);
  for (const { currencyCode, months, movement: all } of byCurrency) {
    const movement = all
      .filter(({ month }) => month.startsWith("2026-11"))
      .map(({ month: _month, ...change }) => change);
    const own = changes.filter((one) => one.currencyCode === currencyCode);
    expect([currencyCode, months]).toEqual([currencyCode, monthsOf(own)]);
    const current = own.filter(({ month }) => month === "2026-11");
    const expected = [...Map.groupBy(current, ({ kind }) => kind)].map(([kind, of]) => ({
      kind,
      amount: sum(of.map(({ amount }) => amount)),
      people: new Set(of.map(({ accountId }) => accountId)).size,
    }));
    const byKind = (one: { kind: string }, other: { kind: string }) => (one.kind < other.kind ? -1 : 1);
    expect(movement.toSorted(byKind)).toEqual(expected.toSorted(byKind));
  }
});

/** What members of each plan paid in the year before `last`, and how many left, one by one. */
function valuesOf(): Value[] {
  const from = new Date("2025-11-20T12:00:00Z");
  const found = new Map<string, { net: number; left: number }>();
  const add = (key: string, net: number, left: number): void => {
    const before = found.get(key) ?? { net: 0, left: 0 };
    found.set(key, { net: before.net + net, left: before.left + left });
  };
  for (const life of lives) {
    for (const { invoices, currencyCode } of life.subscriptions)
      for (const { status, paidAt, planId, paid, refunded, total, tax } of invoices)
        if (status === "paid" && paidAt! > from && paidAt! <= last)
          add(`${planId} ${currencyCode}`, rounded((paid - refunded) * (total - tax), total), 0);
    const spans = paidSpansOf(life, last).filter(({ subscription }) => subscription.owner === "ledger");
    const ends = Map.groupBy(spans, ({ until }) => until);
    for (const [until, ended] of ends) {
      if (until <= from.getTime() || until > last.getTime()) continue;
      if (spans.some((other) => other.from <= until && other.until > until)) continue;
      const leaving = ended.filter(
        ({ subscription }) =>
          life.isDeleted ||
          subscription.status !== "active" ||
          spans.some((later) => later.subscription === subscription && later.from > until),
      );
      const [one] = leaving.toSorted((a, b) => b.from - a.from || (a.planId < b.planId ? -1 : 1));
      if (one) add(`${one.planId} ${one.subscription.currencyCode}`, 0, 1);
    }
  }
  return [...found].map(([key, { net, left }]) => {
    const [planId, currencyCode] = key.split(" ") as [string, string];
    return { planId, currencyCode, net, left, value: left < 5 ? null : Math.round(net / left) };
  });
}
const byKey = (one: Value, other: Value) =>
  `${one.planId} ${one.currencyCode}` < `${other.planId} ${other.currencyCode}` ? -1 : 1;

test("divides what a plan's members paid in a year, without tax and refunds, by how many left", async () => {
  const { valuesByCurrency } = await read();
  expect(valuesByCurrency.some(({ value }) => value !== null)).toBe(true);
  expect(valuesByCurrency.toSorted(byKey)).toEqual(valuesOf().toSorted(byKey));
});

const setRate = (currencyCode: string, value: number) =>
  server.graphql(
    `mutation ($currencyCode: String!, $value: Float!) {
      exchangeRateSet(currencyCode: $currencyCode, into: "EUR", value: $value) }`,
    { currencyCode, value },
    { as: finance },
  );

test("adds up currencies at the rates that the studio entered, and names those without one", async () => {
  expect(await read()).toMatchObject({
    conversion: { currencyCode: "EUR", source: "studio", rates: [] },
    withoutRate: ["JPY", "USD"],
  });
  expect((await setRate("USD", 0.9)).errors).toEqual([]);
  expect((await setRate("JPY", 0.006)).errors).toEqual([]);
  const { conversion, withoutRate, months, byCurrency, values, valuesByCurrency } = await read();
  expect(withoutRate).toEqual([]);
  const rates = Object.fromEntries(conversion.rates.map(({ currencyCode, value }) => [currencyCode, value]));
  expect(rates["USD"]).toBeCloseTo(0.9, 8);
  expect(conversion.rates.map(({ day }) => day)).toEqual(["2026-11-20", "2026-11-20"]);
  // A yen has no cents: 1 yen is 0.6 cents.
  const inCents: Readonly<Record<string, number>> = { EUR: 1, USD: 0.9, JPY: 0.6 };
  for (const { month, amount } of months) {
    const expected = sum(
      byCurrency.map(
        ({ currencyCode, months: own }) =>
          (own.find((one) => one.month === month)?.amount ?? 0) * inCents[currencyCode]!,
      ),
    );
    expect(Math.abs(amount - expected)).toBeLessThanOrEqual(0.51);
  }
  for (const { planId, net, left, value } of values) {
    const own = valuesByCurrency.filter((one) => one.planId === planId);
    expect(Math.abs(net - sum(own.map((one) => one.net * inCents[one.currencyCode]!)))).toBeLessThanOrEqual(
      0.51,
    );
    expect(left).toBe(sum(own.map((one) => one.left)));
    expect(value).toBe(left < 5 ? null : Math.round(net / left));
  }
});

test("writes months and lifetime values as CSV, each currency by itself and all in one", async () => {
  const admin = await server.member({ role: "admin" });
  const { byCurrency, months, valuesByCurrency, values } = await read();
  const lines = async (file: string) => {
    const response = await server.fetch(`/api/studio/money/${file}`, {
      headers: { "x-auth-token": `Bearer ${await admin.token()}` },
    });
    expect(response.status).toBe(200);
    return (await response.text()).trim().split("\r\n");
  };
  const all = await lines("months.csv");
  expect(all[0]).toBe("month,currency,mrr,members,members_before,left,scope");
  expect(all.length).toBe(1 + sum(byCurrency.map((one) => one.months.length)) + months.length);
  expect(all.at(-1)).toMatch(new RegExp(`^2026-11,EUR,${months.at(-1)!.amount},`));
  expect((await lines("lifetime-values.csv")).length).toBe(1 + valuesByCurrency.length + values.length);
});

test.each([
  ["the studio’s own currency", "EUR", 1],
  ["an unknown currency", "QQQ", 1],
  ["a rate of 0", "USD", 0],
  ["a negative rate", "USD", -1],
])("refuses %s", async (_what, currencyCode, value) => {
  const { errors } = await setRate(currencyCode, value);
  expect(errors).toMatchObject([{ extensions: { code: "BAD_INPUT" } }]);
});
