import { afterAll, beforeAll, expect, test } from "vitest";
import { dbOver } from "../../../platform/db.ts";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { insertLives } from "../../../testing/member-lives-rows.ts";
import { livesOf } from "../../../testing/member-lives.ts";
import { paidSpansOf } from "../../../testing/lived-spans.ts";
import type { LivedSpan } from "../../../testing/lived-spans.ts";
import type { MemberLife } from "../../../testing/member-lives.ts";
import { countCohorts } from "./cohorts.ts";
import { saveCohorts } from "./store.ts";

const now = new Date("2026-11-20T12:00:00Z");
let server: TestServer;
let finance: TestPerson;
let lives: MemberLife[];
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => now } });
  finance = await server.member({ role: "finance" });
  await createLibrary(server.pool);
  const classIds: string[] = [];
  for (let made = 0; made < 6; made += 1) classIds.push((await createClass(server.pool)).id);
  lives = livesOf({ seed: 7, members: 600, now, months: 28, classIds });
  await insertLives(server.pool, lives);
  await countCohorts(server.ctx());
});
afterAll(() => server?.stop());

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);
const monthAfter = (month: string, count: number): string =>
  monthOf(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + count, 1));
/** The last millisecond of a month, or now. */
const endOf = (month: string): number =>
  Math.min(Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`) - 1, now.getTime());

function sourceOf(life: MemberLife, first: LivedSpan): string {
  if (!life.isDeleted) {
    if (life.giftAt && life.giftAt.getTime() <= first.from) return "gift";
    const { couponId, createdAt } = first.subscription;
    const used = life.subscriptions.find((one) => one.couponId === couponId);
    if (couponId && used === first.subscription && createdAt.getTime() <= first.from)
      return `code:${couponId}`;
    if (life.subscriptions.some((one) => one.isComplimentary && one.createdAt.getTime() <= first.from))
      return "given";
    if (life.firstSource) return `site:${life.firstSource}`;
    if (life.survey) return `said:${life.survey}`;
  }
  return "unknown";
}

interface Member {
  readonly life: MemberLife;
  readonly month: string;
  readonly values: Readonly<Record<string, string>>;
  readonly ages: ReadonlySet<number>;
}
/** The same members, computed one by one from the lives. */
function naiveMembers(): Member[] {
  return lives.flatMap((life) => {
    const spans = paidSpansOf(life, now);
    const [first] = spans.toSorted((one, other) => one.from - other.from);
    if (!first || first.from < Date.parse("2024-12-01T00:00:00Z")) return [];
    const month = monthOf(first.from);
    const ages = new Set<number>();
    for (let age = 0; monthAfter(month, age) <= monthOf(now.getTime()); age += 1) {
      const end = endOf(monthAfter(month, age));
      if (spans.some(({ from, until }) => from <= end && end < until)) ages.add(age);
    }
    const [danced] = life.isDeleted
      ? []
      : life.danced.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    const values = {
      all: "",
      plan: first.planId,
      source: sourceOf(life, first),
      first_class: danced?.classId ?? "",
    };
    return [{ life, month, values, ages }];
  });
}
/** The cohorts of some members, the newest first. */
function cohortsOf(members: readonly Member[]) {
  const byMonth = [...Map.groupBy(members, ({ month }) => month)].toSorted(([one], [other]) =>
    other.localeCompare(one),
  );
  return byMonth.map(([month, all]) => {
    const start = { month: `${month}-01T00:00:00.000Z` };
    if (all.length < 5) return { ...start, size: null, deleted: 0, paying: [], payingDeleted: [] };
    const gone = all.filter(({ life }) => life.isDeleted);
    const paying: number[] = [];
    const payingDeleted: number[] = [];
    for (let age = 0; monthAfter(month, age) <= monthOf(now.getTime()); age += 1) {
      paying.push(all.filter(({ ages }) => ages.has(age)).length);
      payingDeleted.push(gone.filter(({ ages }) => ages.has(age)).length);
    }
    return { ...start, size: all.length, deleted: gone.length, paying, payingDeleted };
  });
}

interface Cohorts {
  readonly value: string | null;
  readonly months: readonly unknown[];
  readonly values: readonly { value: string; name: string | null; size: number }[];
}
async function read(split: string, value: string | null = null): Promise<Cohorts> {
  const { data, errors } = await server.graphql<{ memberCohorts: Cohorts }>(
    `query ($split: CohortSplit!, $value: String) { memberCohorts(split: $split, value: $value) {
      value months { month size deleted paying payingDeleted } values { value name size } } }`,
    { split, value },
    { as: finance },
  );
  expect(errors).toEqual([]);
  return data!.memberCohorts;
}

test("counts who stays of each month's new members, as counted one by one over random lives", async () => {
  const members = naiveMembers();
  expect(members.length).toBeGreaterThan(300);
  expect((await read("all")).months).toEqual(cohortsOf(members));
});

test.each(["plan", "source", "first_class"])("splits the cohorts by %s", async (split) => {
  const byValue = Map.groupBy(naiveMembers(), ({ values }) => values[split]!);
  const { values, value: largest } = await read(split);
  const expected = [...byValue]
    .map(([value, all]) => ({ value, size: all.length }))
    .filter(({ size }) => size >= 5)
    .toSorted((one, other) => other.size - one.size || (one.value < other.value ? -1 : 1));
  expect(values.map(({ value, size }) => ({ value, size }))).toEqual(expected);
  expect(largest).toBe(expected[0]!.value);
  for (const { value } of expected)
    expect([value, (await read(split, value)).months]).toEqual([value, cohortsOf(byValue.get(value)!)]);
  if (split !== "source")
    expect(values.filter(({ value }) => value !== "").every(({ name }) => name)).toBe(true);
});

test("counts the same on a connection with another time zone", async () => {
  const before = (await read("all")).months;
  await server.pool.query("delete from studio.cohort_counts");
  const client = await server.pool.connect();
  await client.query("set timezone = 'Pacific/Auckland'");
  await saveCohorts(dbOver(client), { from: new Date("2024-12-01T00:00:00Z"), now });
  client.release(true);
  expect((await read("all")).months).toEqual(before);
});
