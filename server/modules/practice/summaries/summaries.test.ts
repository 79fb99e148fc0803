import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { countDueClasses } from "./summaries.ts";

const dayMs = 86_400_000;
let server: TestServer;
let now = Date.parse("2026-11-23T12:00:00Z");
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.pool.query("delete from catalog.classes");
});

const newClass = async (slug: string) => (await createClass(server.pool, { slug })).id;
const sorted = async (sort: string) => {
  const { data, errors } = await server.graphql<{ studioClasses: { items: { classId: string }[] } }>(
    "query ($sort: StudioClassSort) { studioClasses(sort: $sort) { items { classId } } }",
    { sort },
  );
  expect(errors).toEqual([]);
  return data!.studioClasses.items.map(({ classId }) => classId);
};
/** Plays of a class on the day so many days ago. */
const play = (classId: string, plays: number, daysAgo: number) =>
  server.pool.query("insert into practice.class_days (day, class_id, plays) values ($1, $2, $3)", [
    new Date(now - daysAgo * dayMs).toISOString().slice(0, 10),
    classId,
    plays,
  ]);
/** Practice of a class by people of their own. */
async function dance(classId: string, people: number, finished: number): Promise<void> {
  for (let nth = 0; nth < people; nth += 1) {
    const { id } = await server.anonymous();
    await server.pool.query(
      "insert into practice.records (person_id, class_id, played_ms, viewed_at, completed_at) values ($1, $2, 1000, $3, $4)",
      [id, classId, new Date(now), nth < finished ? new Date(now) : null],
    );
  }
}

test("sorts by the plays of the last four weeks", async () => {
  const [once, lately, before] = [await newClass("once"), await newClass("lately"), await newClass("before")];
  await newClass("never");
  await play(once, 3, 0);
  await play(lately, 5, 5);
  await play(lately, 4, 20);
  await play(before, 100, 29);
  await countDueClasses(server.ctx());
  expect((await sorted("popular")).slice(0, 2)).toEqual(["lately", "once"]);
  now += 10 * dayMs;
  await play(once, 3, 1);
  await countDueClasses(server.ctx());
  expect((await sorted("popular")).slice(0, 2)).toEqual(["once", "lately"]);
});

test("sorts by how many dancers finish a class, once enough of them say something", async () => {
  const [few, some, many] = [await newClass("few"), await newClass("some"), await newClass("many")];
  await dance(few, 4, 4);
  await dance(some, 5, 5);
  await dance(many, 14, 12);
  const without = await newClass("without");
  await dance(without, 8, 0);
  await countDueClasses(server.ctx());
  expect((await sorted("best_finished")).slice(0, 2)).toEqual(["many", "some"]);
});

test("shows editors who saved a class and where most stop, once enough people danced it", async () => {
  const editor = await server.member({ role: "editor" });
  const figures = async (slug: string) => {
    const { data } = await server.graphql<{ editedClass: { figures: object | null } }>(
      "query ($slug: ID!) { editedClass(classId: $slug) { figures { dancers finishedPercent saved stopsAtInMs } } }",
      { slug },
      { as: editor },
    );
    return data!.editedClass.figures;
  };
  const [few, many] = [await newClass("few"), await newClass("many")];
  await dance(few, 4, 4);
  await dance(many, 16, 4);
  await server.pool.query(
    `update practice.records set position_ms = case when n <= 5 then 61000 + n * 1000 else n * 20000 end,
       saved_at = case when n % 2 = 0 then now() end
     from (select person_id, row_number() over (order by completed_at desc, person_id) as n from practice.records
       where class_id = $1) as dancers
     where records.class_id = $1 and dancers.person_id = records.person_id and records.completed_at is null`,
    [many],
  );
  await countDueClasses(server.ctx());
  expect(await figures("few")).toBeNull();
  expect(await figures("many")).toEqual({ dancers: 16, finishedPercent: 25, saved: 6, stopsAtInMs: 60_000 });
});

test("counts every class of a large library, some in each run", async () => {
  await server.pool.query(
    `insert into catalog.classes (slug, title, description, level, type, access_type, style_id, instructor_id, section_id, duration_ms, picture, published_at)
     select 'many-' || n, 'Many ' || n, '', 'beginner', 'drill', 'free', (select min(id) from catalog.styles),
       (select id from catalog.instructors limit 1), (select min(id) from catalog.sections), 60000, 'test', now()
     from generate_series(1, 2500) as n`,
  );
  const counted = async () =>
    (await server.pool.query<{ n: number }>("select count(*)::int as n from practice.class_summaries"))
      .rows[0]!.n;
  await countDueClasses(server.ctx());
  expect(await counted()).toBe(2000);
  await countDueClasses(server.ctx());
  expect(await counted()).toBe(2500);
});
