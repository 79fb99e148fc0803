import { expect, test } from "vitest";
import type { TestPerson } from "../../testing/harness.ts";
import { notifyStarts } from "./starts/notify.ts";
import {
  dayMs,
  join,
  newClass,
  nowMs,
  openOf,
  published,
  ranReactions,
  read,
  server,
  setNow,
  startCourses,
} from "./testing.ts";

startCourses();

/** Two classes of two weeks. */
const twoWeeks = async () => [
  { classId: await newClass("Jack"), week: 1 },
  { classId: await newClass("Loft"), week: 2 },
];
const dayAfter = (days: number) => new Date(nowMs() + days * dayMs).toISOString().slice(0, 10);

test("opens a week's classes on the person's own day, in their time zone", async () => {
  const course = await published(await twoWeeks(), { pace: "weekly" });
  const me = await server.member();
  await server.graphql('mutation { changeChallengeSettings(timeZone: "Pacific/Auckland") }', {}, { as: me });
  // Half past noon in UTC is already tomorrow in Auckland.
  setNow(Date.parse("2026-11-25T12:30:00Z"));
  await join(course.slug, me);
  expect((await read(course.slug, me)).progress.classes[1]).toMatchObject({
    isOpen: false,
    opensOn: "2026-12-03",
  });
  setNow(Date.parse("2026-12-02T10:30:00Z"));
  expect(openOf(await read(course.slug, me))).toEqual([true, false]);
  setNow(Date.parse("2026-12-02T11:30:00Z"));
  expect(openOf(await read(course.slug, me))).toEqual([true, true]);
});

test("opens a class each day after joining", async () => {
  const course = await published(await twoWeeks(), { pace: "daily" });
  const me = await server.member();
  await join(course.slug, me);
  const joined = await read(course.slug, me);
  expect(openOf(joined)).toEqual([true, false]);
  expect(joined.progress.classes[1]).toMatchObject({ opensOn: dayAfter(1) });
  setNow(nowMs() + dayMs);
  expect(openOf(await read(course.slug, me))).toEqual([true, true]);
});

test("opens a cohort's classes from its first day on, also for those who join late", async () => {
  const startsOn = dayAfter(3);
  const course = await published(await twoWeeks(), { pace: "weekly", startsOn });
  const [early, late] = [await server.member(), await server.member()];
  await join(course.slug, early);
  const before = await read(course.slug, early);
  expect(openOf(before)).toEqual([false, false]);
  expect(before.progress.classes[0]).toMatchObject({ opensOn: startsOn });
  setNow(nowMs() + 3 * dayMs);
  expect(openOf(await read(course.slug, early))).toEqual([true, false]);
  setNow(nowMs() + 7 * dayMs);
  await join(course.slug, late);
  for (const person of [early, late]) expect(openOf(await read(course.slug, person))).toEqual([true, true]);
});

test("opens the next class by mastery once its parts are known with counts", async () => {
  const [first, second] = [await newClass("Jack"), await newClass("Loft")];
  const course = await published(
    [
      { classId: first, week: 1 },
      { classId: second, week: 1 },
    ],
    { pace: "mastery" },
  );
  const me = await server.member();
  await join(course.slug, me);
  expect((await read(course.slug, me)).progress.classes[1]).toMatchObject({ isOpen: false, opensAfter: 1 });
  const know = (partIndex: number) =>
    server.graphql(
      "mutation ($classId: ID!, $partIndex: Int!) { setMastery(classId: $classId, partIndex: $partIndex, level: counts) { level } }",
      { classId: first, partIndex },
      { as: me },
    );
  await know(2);
  const most = await read(course.slug, me);
  expect(most.progress.classes[0]).toMatchObject({ knownEights: 16, eights: 24 });
  expect(openOf(most)).toEqual([true, false]);
  await know(1);
  expect(openOf(await read(course.slug, me))).toEqual([true, true]);
});

/** People who were notified of a start. */
const notified = async (me: TestPerson): Promise<number | null> =>
  (
    await server.pool.query(
      "select from notifications.items where person_id = $1 and facts ->> 'moment' = 'start'",
      [me.id],
    )
  ).rowCount;

test("notifies participants once on the first day of a cohort", async () => {
  const course = await published(await twoWeeks(), { title: "Cohort", startsOn: dayAfter(3) });
  const me = await server.member();
  await join(course.slug, me);
  await notifyStarts(server.ctx());
  setNow(nowMs() + 3 * dayMs);
  await Promise.all([notifyStarts(server.ctx()), notifyStarts(server.ctx())]);
  await ranReactions();
  expect(await notified(me)).toBe(1);
});

test.each([
  ["five days later", -5, "12:00", 0],
  ["after the workers were away for hours", 1, "05:00", 1],
  ["the day after, as the workers were away until then", -1, "00:05", 0],
] as const)("says that a course starts today on that day alone: %s", async (_, days, time, count) => {
  const startsOn = dayAfter(days);
  const course = await published(await twoWeeks(), { startsOn });
  const me = await server.member();
  await join(course.slug, me);
  setNow(Date.parse(`${dayAfter(Math.max(0, days))}T${time}:00Z`));
  for (let run = 0; run < 2; run += 1) await notifyStarts(server.ctx());
  await ranReactions();
  expect(await notified(me)).toBe(count);
});
