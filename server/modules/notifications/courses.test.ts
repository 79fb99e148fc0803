import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass } from "../../testing/factories.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { announceLeavingJob } from "../catalog/editing/leaving.ts";
import { startJob } from "../courses/jobs.ts";
import { childOf, follow, inbox, settled, startLibrary, succeed } from "./testing.ts";

const dayMs = 86_400_000;
const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
let server: TestServer;
let editor: TestPerson;
let now = Date.UTC(2026, 10, 20, 12);
beforeAll(async () => {
  ({ server, editor } = await startLibrary({ now: () => new Date(now) }));
});
afterAll(() => server?.stop());

const call = (query: string, variables: object, as: TestPerson = editor) =>
  succeed(server, as, query, variables);
const texts = async (as: TestPerson) => (await inbox(server, as)).items.map(({ text }) => text);

const courseOf = (classIds: readonly string[]) => ({
  title: "House in ten",
  description: "Ten.",
  pace: "open",
  knownPercent: 75,
  opensByWeek: true,
  startsOn: new Date(now + 3 * dayMs).toISOString().slice(0, 10),
  classes: classIds.map((classId) => ({ classId, week: 1 })),
});

/** A draft of a course that starts in three days. */
async function newCourse(classIds: readonly string[]): Promise<{ id: string; slug: string }> {
  const { data, errors } = await server.graphql<{ createCourse: { id: string; slug: string } }>(
    "mutation ($input: CourseInput!, $key: String!) { createCourse(input: $input, idempotencyKey: $key) { id slug } }",
    {
      input: courseOf(classIds),
      key: randomUUID(),
    },
    { as: editor },
  );
  expect(errors).toEqual([]);
  return data!.createCourse;
}

test("notifies followers of a course's instructors at its first publication, and its own followers at its start", async () => {
  const [byInstructor, byCourse] = [await server.member(), await server.member()];
  await follow(server, byInstructor, "instructor", "demo-kofi");
  const { id: classId } = await createClass(server.pool, { instructor: "demo-kofi" });
  const { id, slug } = await newCourse([classId]);
  await call("mutation ($id: ID!) { publishCourse(id: $id) { id } }", { id });
  await settled(server);
  expect(await texts(byInstructor)).toEqual(["“House in ten” is a new course."]);
  await call("mutation ($id: ID!) { unpublishCourse(id: $id) { id } }", { id });
  await call("mutation ($id: ID!) { publishCourse(id: $id) { id } }", { id });
  await follow(server, byCourse, "course", slug);
  now += 3 * dayMs;
  await startJob.run(server.ctx(), {}, run);
  await settled(server);
  expect(await texts(byCourse)).toEqual(["“House in ten” starts today."]);
  expect(await texts(byInstructor)).toEqual(["“House in ten” is a new course."]);
});

/** A published course with a class, and a person who follows it. */
async function followed(): Promise<{ id: string; classId: string; me: TestPerson }> {
  const { id: classId } = await createClass(server.pool, { style: "latin" });
  const { id, slug } = await newCourse([classId]);
  await call("mutation ($id: ID!) { publishCourse(id: $id) { id } }", { id });
  await settled(server);
  const me = await server.member();
  await follow(server, me, "course", slug);
  return { id, classId, me };
}
const addClasses = (id: string, classIds: readonly string[]) =>
  call("mutation ($id: ID!, $ids: [ID!]!) { addCourseClasses(id: $id, classIds: $ids) { id } }", {
    id,
    ids: classIds,
  });
const changeClasses = async (id: string, classIds: readonly string[]) => {
  const { rows } = await server.pool.query<{ revision: number }>(
    "select revision from courses.courses where id = $1",
    [id],
  );
  await call(
    `mutation ($id: ID!, $input: CourseInput!, $revision: Int!) { changeCourse(id: $id, input: $input, revision: $revision) { id } }`,
    { id, input: courseOf(classIds), revision: rows[0]!.revision },
  );
};

test("notifies those who follow or joined a course of a class that is added to it, once per class", async () => {
  const { id, classId, me } = await followed();
  const joined = await server.member();
  await server.pool.query(
    "insert into courses.enrollments (course_id, person_id, joined_at, joined_on) values ($1, $2, now(), now())",
    [id, joined.id],
  );
  await follow(server, joined, "style", "house");
  const { id: added, slug } = await createClass(server.pool, { title: "Skate", instructor: "demo-kofi" });
  await addClasses(id, [added]);
  await settled(server);
  for (const person of [me, joined])
    expect((await inbox(server, person)).items).toMatchObject([
      {
        type: "ClassNew",
        text: "New in “House in ten”: “Skate” with Demo Kofi.",
        url: `/class/${slug}`,
      },
    ]);
  await call("mutation { markNotificationsRead { id } }", {}, me);
  await changeClasses(id, [classId]);
  await changeClasses(id, [classId, added]);
  const other = await newCourse([classId]);
  await call("mutation ($id: ID!) { publishCourse(id: $id) { id } }", { id: other.id });
  await server.pool.query(
    "insert into courses.followed_courses (person_id, course_id, followed_at) values ($1, $2, now())",
    [me.id, other.id],
  );
  await addClasses(other.id, [added]);
  await settled(server);
  const { items } = await inbox(server, me);
  expect(items.filter(({ type }) => type === "ClassNew")).toHaveLength(1);
});

test("notifies followers of a course of its draft once that is released, and of a class that leaves", async () => {
  const { id, me } = await followed();
  const { id: draft, slug } = await createClass(server.pool, {
    title: "Shuffle",
    isPlayable: true,
    publishedAt: null,
  });
  await addClasses(id, [draft]);
  await settled(server);
  expect(await texts(me)).toEqual([]);
  await call("mutation ($id: ID!) { publishClass(classId: $id) { id } }", { id: draft });
  await settled(server);
  expect((await inbox(server, me)).items).toMatchObject([{ type: "ClassNew", url: `/class/${slug}` }]);
  now += 2 * dayMs;
  const at = new Date(now + 4 * dayMs);
  await call("mutation ($id: ID!, $at: String) { scheduleClass(classId: $id, leavesAt: $at) { id } }", {
    id: draft,
    at: at.toISOString().slice(0, 16),
  });
  await announceLeavingJob.run(server.ctx(), {}, run);
  await settled(server);
  expect(await texts(me)).toContainEqual(expect.stringMatching(/^“Shuffle” leaves the library on /));
});

test("notifies of an added class neither those who hide it nor children whom it doesn't suit", async () => {
  const { id, me } = await followed();
  const hiding = await server.member();
  await call("mutation { setHidesExplicit(hides: true) }", {}, hiding);
  const childId = await childOf(server, me);
  await server.pool.query(
    `insert into courses.followed_courses (person_id, course_id, followed_at)
     select person_id, $2, now() from unnest($1::uuid[]) as people (person_id)`,
    [[hiding.id, childId], id],
  );
  const { id: explicit } = await createClass(server.pool);
  await server.pool.query("update catalog.classes set is_explicit = true where id = $1", [explicit]);
  const { id: advanced } = await createClass(server.pool, { level: "advanced" });
  await addClasses(id, [explicit, advanced]);
  await settled(server);
  expect(await texts(me)).toEqual([expect.stringContaining("1 more new class")]);
  expect(await texts(hiding)).toEqual([expect.stringContaining("New in “House in ten”")]);
  const { rowCount } = await server.pool.query("select from notifications.items where person_id = $1", [
    childId,
  ]);
  expect(rowCount).toBe(0);
});

test.each([
  ["suits and plays", { level: "beginner" }, 2],
  ["is too hard", { level: "advanced" }, 0],
  ["is in a plan that the family doesn't have", { accessType: "premium" }, 0],
] as const)(
  "is notified to a child only if every class may be opened: one that %s",
  async (_, more, count) => {
    const adult = await server.member();
    const childId = await childOf(server, adult);
    const { id: suitable } = await createClass(server.pool, { instructor: "demo-kofi" });
    const { id: other } = await createClass(server.pool, { instructor: "demo-kofi", ...more });
    const { id } = await newCourse([suitable, other]);
    await server.pool.query(
      `insert into catalog.followed_instructors (person_id, instructor_id, followed_at)
     select person_id, (select id from catalog.instructors where slug = 'demo-kofi'), now() from unnest($1::uuid[]) as people (person_id)`,
      [[adult.id, childId]],
    );
    await call("mutation ($id: ID!) { publishCourse(id: $id) { id } }", { id });
    await server.pool.query(
      `insert into courses.followed_courses (person_id, course_id, followed_at)
     select person_id, $2, now() from unnest($1::uuid[]) as people (person_id)`,
      [[adult.id, childId], id],
    );
    await settled(server);
    // News of one course are one item until it is read.
    await server.pool.query("update notifications.items set read_at = now()");
    now += 3 * dayMs;
    await startJob.run(server.ctx(), {}, run);
    await settled(server);
    const heard = async (personId: string) =>
      (
        await server.pool.query<{ moments: number }>(
          "select count(*)::int as moments from notifications.items where person_id = $1 and kind = 'CourseStarting'",
          [personId],
        )
      ).rows[0]!.moments;
    expect(await heard(adult.id)).toBe(2);
    expect(await heard(childId)).toBe(count);
  },
);
