import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass } from "../../testing/factories.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
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

const call = (query: string, variables: object) => succeed(server, editor, query, variables);
const texts = async (as: TestPerson) => (await inbox(server, as)).items.map(({ text }) => text);

/** A draft of a course that starts in three days. */
async function newCourse(classIds: readonly string[]): Promise<{ id: string; slug: string }> {
  const { data, errors } = await server.graphql<{ createCourse: { id: string; slug: string } }>(
    "mutation ($input: CourseInput!, $key: String!) { createCourse(input: $input, idempotencyKey: $key) { id slug } }",
    {
      input: {
        title: "House in ten",
        description: "Ten.",
        pace: "open",
        knownPercent: 75,
        opensByWeek: true,
        startsOn: new Date(now + 3 * dayMs).toISOString().slice(0, 10),
        classes: classIds.map((classId) => ({ classId, week: 1 })),
      },
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
  now += 4 * dayMs;
  await startJob.run(server.ctx(), {}, run);
  await settled(server);
  expect(await texts(byCourse)).toEqual(["“House in ten” starts today."]);
  expect(await texts(byInstructor)).toEqual(["“House in ten” is a new course."]);
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
    now += 4 * dayMs;
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
