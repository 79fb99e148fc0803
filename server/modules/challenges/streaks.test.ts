import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { countCompletion } from "./index.ts";
import { weekOf, weeksFrom } from "./progress.ts";
import { quarterOf, streakOf } from "./streaks.ts";

const dayMs = 24 * 3_600_000;
let server: TestServer;
// A Wednesday.
let now = Date.UTC(2026, 10, 18, 12);
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

interface Shown {
  weeks: number;
  longest: number;
  week: string;
  today: string;
  daysDone: string[];
  daysWanted: number;
  isReached: boolean;
  isBreak: boolean;
  breaks: string[];
  breaksLeft: number;
  nextBadge: { name: string } | null;
}
const fields =
  "id weeks longest week today daysDone daysWanted isReached isBreak breaks breaksLeft nextBadge { name }";
const show = async (as: TestPerson) =>
  (await server.graphql<{ streak: Shown }>(`{ streak { ${fields} } }`, {}, { as })).data!.streak;
const plan = async (as: TestPerson, week: string, planned = true) => {
  const { data, errors } = await server.graphql<{ planBreak: Shown }>(
    `mutation ($week: String!, $planned: Boolean!) { planBreak(week: $week, planned: $planned) { ${fields} } }`,
    { week, planned },
    { as },
  );
  return { streak: data?.planBreak ?? null, codes: errors.map(({ extensions }) => extensions.code) };
};
const dance = async (person: TestPerson, at = now) =>
  countCompletion(server.ctx(), {
    personId: person.id,
    classId: (await createClass(server.pool)).id,
    completedAt: new Date(at),
    playedMs: 540_000,
  });
const wantDays = (as: TestPerson, daysPerWeek: number) =>
  server.graphql(
    "mutation ($days: Int!) { setDanceCadencePreference(slugs: [], daysPerWeek: $days) { id } }",
    { days: daysPerWeek },
    { as },
  );

describe("streak", () => {
  test("counts weeks that reach the planned days, and isn't ended by the current week", async () => {
    const me = await server.member();
    expect((await wantDays(me, 2)).errors).toEqual([]);
    expect(await show(me)).toMatchObject({ weeks: 0, daysWanted: 2, daysDone: [], isReached: false });
    for (const days of [16, 15, 9, 8]) await dance(me, now - days * dayMs);
    expect(await show(me)).toMatchObject({
      weeks: 2,
      week: "2026-11-16",
      today: "2026-11-18",
      nextBadge: { name: "Half an eight" },
    });
    await dance(me, now - dayMs);
    expect(await show(me)).toMatchObject({ weeks: 2, daysDone: ["2026-11-17"], isReached: false });
    await dance(me);
    expect(await show(me)).toMatchObject({ weeks: 3, longest: 3, isReached: true });
    // A higher plan from now on doesn't change past weeks.
    await wantDays(me, 5);
    expect(await show(me)).toMatchObject({ weeks: 3, daysWanted: 5, isReached: true });
    now += 7 * dayMs;
    expect(await show(me)).toMatchObject({ weeks: 3, isReached: false });
    now += 7 * dayMs;
    expect(await show(me)).toMatchObject({ weeks: 0, longest: 3 });
  });

  test("assigns days by the time zone at that time, also after a move", async () => {
    const me = await server.member();
    const zone = (timeZone: string) =>
      server.graphql(
        "mutation ($zone: String!) { changeChallengeSettings(timeZone: $zone) }",
        { zone: timeZone },
        { as: me },
      );
    await zone("Pacific/Auckland");
    // Sunday noon in London is Monday in Auckland.
    await dance(me, Date.UTC(2026, 10, 22, 12));
    now = Date.UTC(2026, 10, 25, 12);
    expect((await show(me)).daysDone).toEqual(["2026-11-23"]);
    await zone("America/Los_Angeles");
    expect((await show(me)).daysDone).toEqual(["2026-11-23"]);
  });
});

describe("planned break", () => {
  test("carries a streak over a week, twice a quarter, and never in past weeks", async () => {
    now = Date.UTC(2026, 10, 25, 12);
    const me = await server.member();
    await dance(me, now - 7 * dayMs);
    const week = weekOf("2026-11-25");
    expect((await plan(me, "2026-11-27")).streak).toMatchObject({
      isBreak: true,
      breaks: [week],
      breaksLeft: 1,
      weeks: 1,
    });
    expect((await plan(me, week)).streak).toMatchObject({ breaksLeft: 1 });
    expect((await plan(me, weeksFrom(week, 1))).streak).toMatchObject({ breaksLeft: 0 });
    expect((await plan(me, weeksFrom(week, 2))).codes).toEqual(["BAD_INPUT"]);
    // Another quarter has two breaks of its own.
    expect((await plan(me, "2027-01-04")).codes).toEqual([]);
    for (const other of [weeksFrom(week, -1), weeksFrom(week, 40), "2026-02-30", "soon"])
      expect((await plan(me, other)).codes).toEqual(["BAD_INPUT"]);
    now += 14 * dayMs;
    await dance(me);
    expect(await show(me)).toMatchObject({ weeks: 2, isBreak: false });
    // A past break can't be removed either.
    expect((await plan(me, week, false)).codes).toEqual(["BAD_INPUT"]);
  });

  test("allows at most two, also for concurrent requests", async () => {
    const me = await server.member();
    const week = weekOf(new Date(now).toISOString().slice(0, 10));
    const { until } = quarterOf(week);
    const weeks = Array.from({ length: 3 }, (_unused, ahead) => weeksFrom(week, ahead)).filter(
      (one) => one < until,
    );
    expect(weeks.length).toBeGreaterThan(2);
    const answers = await Promise.all(weeks.map((one) => plan(me, one)));
    expect(answers.filter(({ codes }) => codes.length > 0)).toHaveLength(weeks.length - 2);
  });

  test("can be removed while its week isn't over", async () => {
    const me = await server.member();
    const week = weekOf(new Date(now).toISOString().slice(0, 10));
    await plan(me, week);
    expect((await plan(me, week, false)).streak).toMatchObject({ isBreak: false, breaks: [], breaksLeft: 2 });
  });
});

test("assigns every week to one quarter of three months", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("2020-01-01"), max: new Date("2040-12-31"), noInvalidDate: true }),
      (at) => {
        const week = weekOf(at.toISOString().slice(0, 10));
        const { from, until } = quarterOf(week);
        expect(from <= week && week < until).toBe(true);
        expect(Number(until.slice(5, 7)) % 3).toBe(1);
      },
    ),
  );
});

test("never shrinks a streak by another day of dancing", () => {
  const day = fc
    .integer({ min: 0, max: 120 })
    .map((days) => Temporal.PlainDate.from("2026-08-03").add({ days }).toString());
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ day, daysPerWeek: fc.integer({ min: 1, max: 4 }) }), {
        selector: (one) => one.day,
        maxLength: 60,
      }),
      day,
      (days, more) => {
        const today = "2026-12-01";
        const weeksWith = (all: typeof days) =>
          streakOf({ timeZone: "UTC", days: all, breaks: [], badges: [] }, today, 3).weeks;
        const wanted = days.find((one) => one.day === more)?.daysPerWeek ?? 4;
        expect(weeksWith([...days, { day: more, daysPerWeek: wanted }])).toBeGreaterThanOrEqual(
          weeksWith(days),
        );
      },
    ),
  );
});
