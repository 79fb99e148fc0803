import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { TestPerson } from "../../../testing/harness.ts";
import { follow, inbox } from "../../notifications/testing.ts";
import {
  dayMs,
  editor,
  input,
  newClass,
  nowMs,
  openOf,
  published,
  ranReactions,
  read,
  server,
  setNow,
  startCourses,
} from "../testing.ts";
import { mergeCourses } from "../courses.ts";
import { notifyStarts } from "./notify.ts";

startCourses();

const dayAfter = (days: number) => new Date(nowMs() + days * dayMs).toISOString().slice(0, 10);
const startsOf = (...days: string[]) => days.map((startsOn) => ({ startsOn }));

/** A weekly course of two weeks that starts on these days. */
async function courseWith(days: readonly string[], title = "House in ten") {
  const classes = [
    { classId: await newClass("Jack"), week: 1 },
    { classId: await newClass("Loft"), week: 2 },
  ];
  const more = { title, pace: "weekly" };
  const course = await published(classes, { ...more, starts: startsOf(...days) });
  return {
    ...course,
    change: async (starts: readonly { startsOn: string; movedFrom?: string }[], seen?: number) => {
      const { rows } = await server.pool.query<{ revision: number }>(
        "select revision from courses.courses where id = $1",
        [course.id],
      );
      return server.graphql<{ changeCourse: { starts: { startsOn: string; participantsCount: number }[] } }>(
        `mutation ($id: ID!, $input: CourseInput!, $revision: Int!) {
          changeCourse(id: $id, input: $input, revision: $revision) { starts { startsOn participantsCount } } }`,
        { id: course.id, input: input(classes, { ...more, starts }), revision: seen ?? rows[0]!.revision },
        { as: editor },
      );
    },
  };
}
interface Joined {
  startsOn: string | null;
  startDays: string[];
}
const joinOn = (slug: string, startsOn: string | null, as: TestPerson) =>
  server.graphql<{ joinCourse: Joined }>(
    "mutation ($slug: String!, $startsOn: String) { joinCourse(slug: $slug, startsOn: $startsOn) { startsOn startDays } }",
    { slug, startsOn },
    { as },
  );
const startOf = async (slug: string, as: TestPerson): Promise<Joined> =>
  (
    await server.graphql<{ course: Joined }>(
      "query ($slug: String!) { course(slug: $slug) { startsOn startDays } }",
      { slug },
      { as },
    )
  ).data!.course;
const heard = async (as: TestPerson): Promise<string[]> => {
  await ranReactions();
  return (await inbox(server, as)).items.map(({ text }) => text);
};

test("opens classes from the start that each dancer chose, the next one unless they say otherwise", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const { slug } = await courseWith([later, soon]);
  const [one, other] = [await server.member(), await server.member()];
  expect(await startOf(slug, one)).toEqual({ startsOn: soon, startDays: [soon, later] });
  expect((await joinOn(slug, null, one)).data?.joinCourse.startsOn).toBe(soon);
  expect((await joinOn(slug, later, other)).data?.joinCourse.startsOn).toBe(later);
  setNow(nowMs() + 10 * dayMs);
  expect(openOf(await read(slug, one))).toEqual([true, true]);
  expect(openOf(await read(slug, other))).toEqual([false, false]);
  expect((await read(slug, other)).progress.classes[1]!.opensOn).toBe(
    new Date(Date.parse(later) + 7 * dayMs).toISOString().slice(0, 10),
  );
});

test("changes to another start only if a dancer chooses it", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const { slug } = await courseWith([soon, later]);
  const me = await server.member();
  await joinOn(slug, later, me);
  expect((await joinOn(slug, null, me)).data?.joinCourse.startsOn).toBe(later);
  expect((await joinOn(slug, soon, me)).data?.joinCourse.startsOn).toBe(soon);
});

test("refuses a start that has begun while another one is to come, and a day without a start", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const { slug } = await courseWith([soon, later]);
  const me = await server.member();
  const refusal = async (day: string) => (await joinOn(slug, day, me)).errors[0];
  expect(await refusal(dayAfter(4))).toMatchObject({
    message: "The course doesn’t start on this day anymore. Choose another day.",
    extensions: { code: "BAD_INPUT", field: "startsOn" },
  });
  setNow(nowMs() + 5 * dayMs);
  expect(await refusal(soon)).toMatchObject({
    message: "This start has begun. Choose a later day.",
    extensions: { code: "BAD_INPUT", field: "startsOn" },
  });
  expect((await read(slug, me)).isJoined).toBe(false);
  // The last start can be joined late.
  setNow(nowMs() + 40 * dayMs);
  expect((await joinOn(slug, null, me)).data?.joinCourse).toEqual({ startsOn: later, startDays: [later] });
  expect(openOf(await read(slug, me))).toEqual([true, true]);
});

test("notifies each dancer of their own start alone, and followers of every start", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const { slug } = await courseWith([soon, later], "Two starts");
  const [one, other, follower] = [await server.member(), await server.member(), await server.member()];
  await joinOn(slug, soon, one);
  await joinOn(slug, later, other);
  await follow(server, follower, "course", slug);
  setNow(nowMs() + 3 * dayMs);
  for (let run = 0; run < 2; run += 1) await notifyStarts(server.ctx());
  expect(await heard(one)).toEqual(["“Two starts” starts today."]);
  expect(await heard(follower)).toEqual(["“Two starts” starts today."]);
  expect(await heard(other)).toEqual([]);
  await server.graphql("mutation { markNotificationsRead { id } }", {}, { as: follower });
  setNow(nowMs() + 28 * dayMs);
  await notifyStarts(server.ctx());
  expect(await heard(other)).toEqual(["“Two starts” starts today."]);
  expect(await heard(one)).toHaveLength(1);
  expect(await heard(follower)).toHaveLength(2);
});

test("moves the dancers of a start to its new day, and says so", async () => {
  const [soon, later, moved] = [dayAfter(3), dayAfter(31), dayAfter(10)];
  const course = await courseWith([soon, later], "Moved");
  const [one, other] = [await server.member(), await server.member()];
  await joinOn(course.slug, soon, one);
  await joinOn(course.slug, later, other);
  const { data } = await course.change([{ startsOn: moved, movedFrom: soon }, { startsOn: later }]);
  expect(data?.changeCourse.starts).toEqual([
    { startsOn: moved, participantsCount: 1 },
    { startsOn: later, participantsCount: 1 },
  ]);
  expect((await startOf(course.slug, one)).startsOn).toBe(moved);
  expect((await startOf(course.slug, other)).startsOn).toBe(later);
  expect(await heard(one)).toEqual([expect.stringMatching(/^“Moved” now starts on .*\d{4}\.$/)]);
  expect(await heard(other)).toEqual([]);
});

test("swaps two starts with their dancers", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const course = await courseWith([soon, later]);
  const me = await server.member();
  await joinOn(course.slug, soon, me);
  await course.change([
    { startsOn: later, movedFrom: soon },
    { startsOn: dayAfter(60), movedFrom: later },
  ]);
  expect((await startOf(course.slug, me)).startsOn).toBe(later);
  await course.change([
    { startsOn: dayAfter(60), movedFrom: later },
    { startsOn: later, movedFrom: dayAfter(60) },
  ]);
  expect((await startOf(course.slug, me)).startsOn).toBe(dayAfter(60));
});

test("keeps the start of those who began, and of those who completed the course, when it moves", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const course = await courseWith([soon, later], "Kept");
  const [begun, done, waiting] = [await server.member(), await server.member(), await server.member()];
  await joinOn(course.slug, soon, begun);
  await joinOn(course.slug, later, done);
  await joinOn(course.slug, later, waiting);
  await server.pool.query("update courses.enrollments set completed_at = now() where person_id = $1", [
    done.id,
  ]);
  setNow(nowMs() + 4 * dayMs);
  const { errors } = await course.change([
    { startsOn: dayAfter(20), movedFrom: soon },
    { startsOn: dayAfter(40), movedFrom: later },
  ]);
  expect(errors).toEqual([]);
  expect((await startOf(course.slug, begun)).startsOn).toBe(soon);
  expect((await startOf(course.slug, done)).startsOn).toBe(later);
  expect((await startOf(course.slug, waiting)).startsOn).toBe(dayAfter(40));
  expect(await heard(waiting)).toHaveLength(1);
  for (const person of [begun, done]) expect(await heard(person)).toEqual([]);
});

test("moves no start to a day whose own dancers stay, and tells them of nothing", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const course = await courseWith([soon, later]);
  const [one, other] = [await server.member(), await server.member()];
  await joinOn(course.slug, soon, one);
  setNow(nowMs() + 4 * dayMs);
  await joinOn(course.slug, later, other);
  const { errors } = await course.change([{ startsOn: soon, movedFrom: later }]);
  expect(errors[0]).toMatchObject({
    message: "Dancers already joined on a day that you moved another start day to. Choose a different day.",
    extensions: { code: "BAD_INPUT", field: "starts" },
  });
  expect((await startOf(course.slug, other)).startsOn).toBe(later);
  expect(await heard(one)).toEqual([]);
});

test("moves and removes nothing for an editor who hasn't seen the latest version", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const course = await courseWith([soon]);
  const me = await server.member();
  const { rows } = await server.pool.query<{ revision: number }>(
    "select revision from courses.courses where id = $1",
    [course.id],
  );
  await course.change(startsOf(soon, later));
  await joinOn(course.slug, later, me);
  const { errors } = await course.change(startsOf(soon), rows[0]!.revision);
  expect(errors[0]?.extensions).toMatchObject({ code: "CHANGED_MEANWHILE" });
  expect((await startOf(course.slug, me)).startsOn).toBe(later);
});

test("lets a dancer join the start again that they are in, also once it is past", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const { slug } = await courseWith([soon, later]);
  const me = await server.member();
  await joinOn(slug, soon, me);
  setNow(nowMs() + 10 * dayMs);
  expect((await joinOn(slug, soon, me)).data?.joinCourse.startsOn).toBe(soon);
});

test("removes no start to come that dancers joined, but one without dancers, and one that has begun", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const course = await courseWith([soon, later]);
  const me = await server.member();
  await joinOn(course.slug, soon, me);
  const { errors } = await course.change(startsOf(later));
  expect(errors[0]).toMatchObject({
    message: "Dancers joined a start that you removed. Move it to another day.",
    extensions: { code: "BAD_INPUT", field: "starts" },
  });
  expect((await course.change(startsOf(soon))).errors).toEqual([]);
  expect((await course.change(startsOf(soon, later))).errors).toEqual([]);
  setNow(nowMs() + 4 * dayMs);
  expect((await course.change(startsOf(later))).errors).toEqual([]);
  // Who danced from that day on goes on.
  expect((await startOf(course.slug, me)).startsOn).toBe(soon);
  expect(openOf(await read(course.slug, me))).toEqual([true, false]);
});

test("starts at once for who waits, when a course loses its start days", async () => {
  const course = await courseWith([dayAfter(13)]);
  const me = await server.member();
  await joinOn(course.slug, null, me);
  // Its weeks count from today, not from the day on which they joined.
  setNow(nowMs() + 10 * dayMs);
  expect(openOf(await read(course.slug, me))).toEqual([false, false]);
  expect((await course.change([])).errors).toEqual([]);
  expect(openOf(await read(course.slug, me))).toEqual([true, false]);
});

test("keeps who began on joining where they are, when the course gets a start day", async () => {
  const course = await courseWith([]);
  const me = await server.member();
  await joinOn(course.slug, null, me);
  await course.change(startsOf(dayAfter(31)));
  expect(openOf(await read(course.slug, me))).toEqual([true, false]);
});

test("follows the first day that a server of the previous release moves, for an enrollment that it saved", async () => {
  const course = await courseWith([dayAfter(3)]);
  const me = await server.member();
  await server.pool.query(
    "insert into courses.enrollments (course_id, person_id, joined_at, joined_on) values ($1, $2, now(), $3)",
    [course.id, me.id, dayAfter(0)],
  );
  await server.pool.query("update courses.courses set starts_on = $2 where id = $1", [
    course.id,
    dayAfter(5),
  ]);
  expect(await startOf(course.slug, me)).toEqual({ startsOn: dayAfter(5), startDays: [dayAfter(5)] });
  // An editor of this release adds a start before it: theirs stays.
  expect((await course.change(startsOf(dayAfter(2), dayAfter(5)))).errors).toEqual([]);
  expect((await startOf(course.slug, me)).startsOn).toBe(dayAfter(5));
});

test("notifies of every start, also where a server of the previous release moved the first day behind another", async () => {
  const [soon, later, last] = [dayAfter(3), dayAfter(10), dayAfter(20)];
  const { id, slug } = await courseWith([soon, later], "Behind");
  await server.pool.query(
    "update courses.courses set starts_on = $2, started_notified_at = null where id = $1",
    [id, last],
  );
  const [one, other] = [await server.member(), await server.member()];
  await joinOn(slug, later, one);
  await joinOn(slug, last, other);
  for (const days of [10, 10]) {
    setNow(nowMs() + days * dayMs);
    await notifyStarts(server.ctx());
  }
  for (const person of [one, other]) expect(await heard(person)).toEqual(["“Behind” starts today."]);
});

test("keeps the start of the earlier enrollment when a guest signs in", async () => {
  const [soon, later] = [dayAfter(3), dayAfter(31)];
  const { slug } = await courseWith([soon, later]);
  const [guest, member] = [await server.member(), await server.member()];
  await joinOn(slug, later, guest);
  setNow(nowMs() + 1000);
  await joinOn(slug, soon, member);
  await server.ctx().transact((tx) => mergeCourses(tx, { from: guest.id, into: member.id }));
  expect((await startOf(slug, member)).startsOn).toBe(later);
});

test.each([
  ["a day twice", ["2026-12-24", "2026-12-24"]],
  ["no day", ["soon"]],
  ["too many", Array.from({ length: 25 }, (_, day) => dayAfter(day))],
])("refuses %s", async (_, days) => {
  const { errors } = await server.graphql(
    "mutation ($input: CourseInput!, $key: String!) { createCourse(input: $input, idempotencyKey: $key) { id } }",
    { input: input([], { starts: startsOf(...days) }), key: randomUUID() },
    { as: editor },
  );
  expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "starts" });
});
