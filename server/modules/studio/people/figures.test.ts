import { afterAll, beforeAll, expect, test } from "vitest";
import { writeFigure } from "../../../../contract/people-figures.ts";
import type { PeopleFigure } from "../../../../contract/people-figures.ts";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { insertLives } from "../../../testing/member-lives-rows.ts";
import { livesAt, livesOf } from "../../../testing/member-lives.ts";
import { recordMrr } from "../../billing/index.ts";
import { countCohorts } from "../cohorts/cohorts.ts";

let now = new Date("2026-10-25T12:00:00Z");
const today = new Date("2026-11-20T12:00:00Z");
let server: TestServer;
let finance: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => now } });
  await createLibrary(server.pool);
  const classIds: string[] = [];
  for (let made = 0; made < 4; made += 1) classIds.push((await createClass(server.pool)).id);
  const lives = livesOf({ seed: 23, members: 500, now: today, months: 14, classIds });
  for (const moment of [now, today]) {
    now = moment;
    await server.pool.query("truncate billing.subscriptions, billing.invoices cascade");
    await insertLives(server.pool, livesAt(lives, now));
    await recordMrr(server.ctx());
  }
  await server.pool.query(
    "update billing.subscriptions set trial_ends_at = trial_ends_at + interval '3 days' where status = 'in_trial'",
  );
  await countCohorts(server.ctx());
  finance = await server.member({ role: "finance" });
});
afterAll(() => server?.stop());

async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await server.graphql<Data>(query, variables, { as: finance });
  expect(errors).toEqual([]);
  return data!;
}
interface Page {
  readonly total: number;
  readonly nextCursor: string | null;
  readonly items: readonly { readonly id: string }[];
}
/** The ids of everyone whom a figure counts, page by page. */
async function peopleOf(figure: PeopleFigure): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const { studioPeople }: { studioPeople: Page } = await ask<{ studioPeople: Page }>(
      `query ($figure: String, $after: String) {
        studioPeople(filter: { figure: $figure }, pagination: { first: 50, after: $after }) { total nextCursor items { id } } }`,
      { figure: writeFigure(figure), after },
    );
    ids.push(...studioPeople.items.map(({ id }) => id));
    after = studioPeople.nextCursor;
    if (after === null) expect(studioPeople.total).toBe(ids.length);
  } while (after !== null);
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

interface Overview {
  readonly now: string;
  readonly since: string;
  readonly trials: { started: number };
  readonly churn: readonly { reason: string; isTrial: boolean; count: number }[];
  readonly dunningTotals: readonly {
    currencyCode: string;
    openCount: number;
    recoveredCount: number;
    lostCount: number;
  }[];
  readonly netMrr: readonly {
    currencyCode: string;
    movement: readonly {
      month: string;
      kind: "new" | "more" | "less" | "left" | "back";
      people: number;
    }[];
  }[];
}
const readOverview = async () =>
  (
    await ask<{ moneyOverview: Overview }>(
      `{ moneyOverview(days: 365) { now since trials { started } churn { reason isTrial count }
        dunningTotals { currencyCode openCount recoveredCount lostCount }
        netMrr { currencyCode movement { month kind people } } } }`,
    )
  ).moneyOverview;

test("each count of trials, churn and failed payments opens as many people", async () => {
  const { now: until, since: from, trials, churn, dunningTotals } = await readOverview();
  expect(trials.started).toBeGreaterThan(5);
  expect(await peopleOf({ kind: "trials_started", from, until })).toHaveLength(trials.started);
  expect(churn.length).toBeGreaterThan(4);
  for (const { reason, isTrial, count } of churn) {
    const figure = { kind: "churned", from, until, reason, phase: isTrial ? "trial" : "paid" } as const;
    expect([reason, await peopleOf(figure)]).toMatchObject([reason, { length: count }]);
  }
  const paid = churn.filter(({ isTrial }) => !isTrial).reduce((sum, { count }) => sum + count, 0);
  expect(await peopleOf({ kind: "churned", from, until, reason: "", phase: "paid" })).toHaveLength(paid);
  expect(dunningTotals.some(({ openCount }) => openCount > 0)).toBe(true);
  expect(dunningTotals.some(({ lostCount }) => lostCount > 0)).toBe(true);
  for (const { currencyCode: currency, openCount, recoveredCount, lostCount } of dunningTotals) {
    expect(await peopleOf({ kind: "dunning", currency })).toHaveLength(openCount);
    expect(await peopleOf({ kind: "recovered", from, until, currency })).toHaveLength(recoveredCount);
    expect(await peopleOf({ kind: "lost", from, until, currency })).toHaveLength(lostCount);
  }
});

test("each change of net MRR opens as many people, of earlier months too", async () => {
  const { netMrr } = await readOverview();
  const changes = netMrr.flatMap(({ currencyCode: currency, movement }) =>
    movement.map(({ month, kind: change, people }) => ({
      currency,
      month: month.slice(0, 7),
      change,
      people,
    })),
  );
  for (const recorded of ["2026-10", "2026-11"])
    expect(changes.filter(({ month, people }) => month === recorded && people > 0).length).toBeGreaterThan(3);
  for (const { people, ...figure } of changes)
    if (people > 0) expect(await peopleOf({ kind: "mrr", ...figure })).toHaveLength(people);
});

test("the studio’s home opens as many people as it counts", async () => {
  // A profile of the same family.
  const child = await server.member();
  await server.pool.query(`update identity."user" set "accountId" = $1 where id = $2`, [
    finance.id,
    child.id,
  ]);
  // All accounts were made by the real clock.
  await server.pool.query(
    `update identity."user" set "createdAt" = $1::timestamptz - case when id = $2 then interval '0' else interval '60 days' end`,
    [today, finance.id],
  );
  for (const { id } of [finance, child])
    await server.pool.query(
      "insert into practice.records (person_id, class_id, viewed_at) select $1, id, $2 from catalog.classes limit 2",
      [id, today],
    );
  const { studioHome } = await ask<{
    studioHome: {
      today: { since: string; until: string; dancers: number; joined: number; left: number };
      week: { since: string; until: string; joined: number; left: number };
      trialsEnding: { until: string; total: number };
      failedPayments: { total: number };
    };
  }>(
    "{ studioHome { today { since until dancers joined left } week { since until joined left } trialsEnding { until total } failedPayments { total } } }",
  );
  const { trialsEnding, failedPayments, today: day } = studioHome;
  expect(trialsEnding.total).toBeGreaterThan(0);
  expect(await peopleOf({ kind: "trials_ending", until: trialsEnding.until })).toHaveLength(
    trialsEnding.total,
  );
  expect(failedPayments.total).toBeGreaterThan(0);
  expect(await peopleOf({ kind: "dunning", currency: "" })).toHaveLength(failedPayments.total);
  for (const { since: from, until, joined, left } of [day, studioHome.week]) {
    expect(await peopleOf({ kind: "joined", from, until })).toHaveLength(joined);
    expect(await peopleOf({ kind: "canceled", from, until })).toHaveLength(left);
  }
  expect(studioHome.week.joined).toBe(1);
  const dancers = await peopleOf({ kind: "danced", from: day.since });
  expect(dancers).toHaveLength(day.dancers);
  expect(dancers).toContain(finance.id);
});

test.each(["all", "plan", "source", "first_class"] as const)(
  "each cell of the cohorts, split by %s, opens as many people",
  async (split) => {
    const query = `query ($split: CohortSplit!) { memberCohorts(split: $split) {
      value months { month size deleted paying payingDeleted } } }`;
    const { memberCohorts } = await ask<{
      memberCohorts: {
        value: string | null;
        months: {
          month: string;
          size: number | null;
          deleted: number;
          paying: number[];
          payingDeleted: number[];
        }[];
      };
    }>(query, { split });
    const shown = memberCohorts.months.filter(({ size }) => size !== null);
    expect(shown.length).toBeGreaterThan(2);
    for (const { month, size, deleted, paying, payingDeleted } of shown) {
      const cohort = {
        kind: "cohort",
        month: month.slice(0, 7),
        split,
        value: memberCohorts.value ?? "",
      } as const;
      expect(await peopleOf({ ...cohort, age: "" })).toHaveLength(size! - deleted);
      for (const [age, count] of paying.entries())
        expect(await peopleOf({ ...cohort, age: String(age) })).toHaveLength(count - payingDeleted[age]!);
    }
  },
);

test.each([
  ["is none", { figure: "everyone" }],
  ["has another filter beside it", { figure: "dunning~", stage: "paying" }],
])("refuses a figure that %s", async (_what, filter) => {
  const { errors } = await server.graphql(
    "query ($filter: StudioPeopleFilter) { studioPeople(filter: $filter) { total } }",
    { filter },
    { as: finance },
  );
  expect(errors).toMatchObject([{ extensions: { code: "BAD_INPUT" } }]);
});

test.each([
  ["on the studio’s home", "dunning~", []],
  ["of the revenue page", "mrr~2026-11~EUR~left", ["NOT_FOUND"]],
  ["of a cohort", "cohort~2026-08~~all~", ["NOT_FOUND"]],
])("shows support the people of a figure %s, or not at all", async (_what, figure, codes) => {
  const support = await server.member({ role: "support" });
  const { errors } = await server.graphql(
    "query ($filter: StudioPeopleFilter) { studioPeople(filter: $filter) { total } }",
    { filter: { figure } },
    { as: support },
  );
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(codes);
});

test("passes running and sold open their people", async () => {
  const passId = (
    await server.pool.query<{ id: string }>(
      `select plan_id as id from billing.subscriptions where status = 'non_renewing' group by 1 order by count(*) desc limit 1`,
    )
  ).rows[0]!.id;
  await server.pool.query(
    "update billing.plans set renews = false, period_unit = 'day', trial_period = null, trial_period_unit = null where id = $1",
    [passId],
  );
  const { moneyOverview } = await ask<{
    moneyOverview: {
      now: string;
      since: string;
      passSales: readonly { planId: string; currencyCode: string; running: number; buyers: number }[];
    };
  }>("{ moneyOverview(days: 365) { now since passSales { planId currencyCode running buyers } } }");
  const { now: until, since: from, passSales } = moneyOverview;
  expect(passSales.some(({ running }) => running > 0)).toBe(true);
  expect(passSales.some(({ buyers }) => buyers > 1)).toBe(true);
  for (const { planId: plan, currencyCode: currency, running, buyers } of passSales) {
    expect(await peopleOf({ kind: "pass_running", plan, currency })).toHaveLength(running);
    expect(await peopleOf({ kind: "pass_sold", from, until, plan, currency })).toHaveLength(buyers);
  }
});
