import { expect, test } from "vitest";
import { planCalls } from "../practice/plan/testing.ts";
import { newClass, nowMs, published, server, startCourses } from "./testing.ts";

startCourses();

test("gives a joined course every second session of the week, with its next classes", async () => {
  for (let nth = 1; nth <= 6; nth += 1)
    await newClass(`Plan ${nth}`, { publishedAt: new Date(nowMs() - 30 * 86_400_000) });
  const classIds = [await newClass("One"), await newClass("Two"), await newClass("Three")];
  const premium = await newClass("Not in the plan", { accessType: "premium" });
  const { slug } = await published(
    [premium, ...classIds].map((classId) => ({ classId, week: 1 })),
    { title: "House in ten" },
  );
  const { ask, dancer } = planCalls(server);
  const me = await dancer(`a: setDanceCadencePreference(slugs: [], daysPerWeek: 3) { id }`);
  // The Monday after the clock's day.
  const week = { weekStart: "2026-11-30T12:00:00.000Z" };
  const before = await ask(me, week);
  expect(before.classes).toHaveLength(3);
  expect(before.classes.map(({ reasonKind }) => reasonKind)).not.toContain("course");
  await server.graphql(`mutation { joinCourse(slug: "${slug}") { id } }`, {}, { as: me });
  const joined = await ask(me, week);
  expect(joined.classes.map(({ studioClass }) => studioClass.id)).toEqual([
    classIds[0],
    expect.any(String),
    classIds[1],
  ]);
  expect(joined.classes[0]).toMatchObject({
    reasonKind: "course",
    reason: "Next in House in ten, class 1 of 3.",
  });
  expect(joined.classes[2]).toMatchObject({ reason: "Next in House in ten, class 2 of 3." });
  await server.pool.query(
    `insert into practice.records (person_id, class_id, played_ms, viewed_at, completed_at) values ($1, $2, 1000, $3, $3)`,
    [me.id, classIds[0], new Date(nowMs())],
  );
  const later = await ask(me, week);
  expect(later.classes.map(({ studioClass }) => studioClass.id).slice(0, 1)).toEqual([classIds[1]]);
  await server.graphql(`mutation { leaveCourse(slug: "${slug}") { id } }`, {}, { as: me });
  expect((await ask(me, week)).classes.map(({ reasonKind }) => reasonKind)).not.toContain("course");
});

test("plans no class of a course before the day on which it starts", async () => {
  const classIds = [await newClass("Four"), await newClass("Five"), await newClass("Six")];
  const { slug } = await published(
    classIds.map((classId) => ({ classId, week: 1 })),
    { pace: "weekly", startsOn: "2026-12-02" },
  );
  const { ask, dancer } = planCalls(server);
  const me = await dancer(`a: setDanceCadencePreference(slugs: [], daysPerWeek: 5) { id }`);
  await server.graphql(`mutation { joinCourse(slug: "${slug}") { id } }`, {}, { as: me });
  const { classes } = await ask(me, { weekStart: "2026-11-30T12:00:00.000Z" });
  const days = classes.flatMap(({ reasonKind, date }) =>
    reasonKind === "course" ? [date.slice(0, 10)] : [],
  );
  expect(days.length).toBeGreaterThan(0);
  expect(days.every((day) => day >= "2026-12-02")).toBe(true);
});
