import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { explaining } from "../../testing/query-plans.ts";
import { audienceOfClasses, followerClasses } from "../catalog/index.ts";
import { saversOfClass } from "../practice/index.ts";
import { fanOutJob } from "./fan-out.ts";
import { pageSize } from "./kinds/kind.ts";

const followers = 100_000;
/** Of a class that isn't followed by all of them: many pages. */
const smallAudience = 20_000;
/** Far below the followers: a page from each kind of follow, with the account and access of each person. */
const maxRows = 30 * pageSize;
let server: TestServer;
let classId: string;
beforeAll(async () => {
  server = await startTestServer();
  await createLibrary(server.pool);
  ({ id: classId } = await createClass(server.pool, {
    style: "house",
    instructor: "demo-kofi",
    categories: ["grooves", "sweat"],
  }));
  await server.pool.query(
    `with people as (
       insert into identity."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
       select id, 'Demo', id || '@example.test', true, now(), now()
       from (select gen_random_uuid() as id from generate_series(1, $1)) as new returning id
     ), styles as (
       insert into catalog.followed_styles (person_id, style_id, followed_at)
       select people.id, styles.id, now() from people, catalog.styles where slug = 'house'
     ), instructors as (
       insert into catalog.followed_instructors (person_id, instructor_id, followed_at)
       select people.id, instructors.id, now() from people, catalog.instructors where slug = 'demo-kofi'
     ), categories as (
       insert into catalog.followed_categories (person_id, category_id, followed_at)
       select people.id, categories.id, now() from people, catalog.categories where slug in ('grooves', 'sweat')
     ), subscriptions as (
       insert into billing.subscriptions (person_id, status, provider, access_type, plan_id)
       select id, 'active', 'eightcount', 'basic', 'basic-monthly' from people
     )
     insert into practice.records (person_id, class_id, saved_at) select id, $2, now() from people`,
    [followers, classId],
  );
  await server.pool.query("vacuum analyze");
}, 240_000);
afterAll(() => server?.stop());

test("reads a page of its audience by indexes alone, however many follow", async () => {
  const { ctx, plans } = explaining(server.ctx(), server.pool);
  for (const audience of ["followers", "close_followers", "everyone"] as const) {
    const first = await audienceOfClasses(ctx, [classId], audience, { after: null, first: pageSize });
    expect(first.people).toHaveLength(pageSize);
    const second = await audienceOfClasses(ctx, [classId], audience, { after: first.next, first: pageSize });
    expect(second.people[0]!.personId > first.next!).toBe(true);
  }
  await saversOfClass(ctx, classId, { after: "80000000-0000-0000-0000-000000000000", first: pageSize });
  const always = { now: new Date("2026-11-21T12:00:00Z"), weekday: 6, fromHour: 0, toHour: 24 };
  const weekly = await followerClasses(ctx, "new", [classId], { ...always, after: null, first: pageSize });
  expect(weekly.people).toHaveLength(pageSize);
  expect(plans).toHaveLength(9);
  const large = new Set([
    "user",
    "followed_styles",
    "followed_instructors",
    "followed_categories",
    "records",
    "subscriptions",
  ]);
  for (const { name, wholeTables, rowsRead } of plans) {
    expect(
      wholeTables.filter((table) => large.has(table)),
      name,
    ).toEqual([]);
    expect(rowsRead, name).toBeLessThan(maxRows);
  }
});

test("notifies each follower once, though the first job is repeated", async () => {
  const { id } = await createClass(server.pool, { style: "latin", instructor: "demo-ana" });
  await server.pool.query(
    `insert into catalog.followed_styles (person_id, style_id, followed_at)
     select person_id, (select id from catalog.styles where slug = 'latin'), now()
     from catalog.followed_instructors order by person_id limit $1`,
    [smallAudience],
  );
  const page = {
    sourceId: randomUUID(),
    reaction: "notifications.notify_class_released",
    payload: { classId: id, audience: "followers" },
    after: null,
  };
  const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await Promise.all([1, 2].map(() => fanOutJob.run(server.ctx(), page, run)));
  const notified = async () => {
    const { rows } = await server.pool.query<{ items: number; people: number; most: number }>(
      `select count(*)::int as items, count(distinct person_id)::int as people, max(occurrences) as most
       from notifications.items where kind = 'ClassNew'`,
    );
    return rows[0];
  };
  await expect
    .poll(notified, { timeout: 200_000, interval: 1000 })
    .toEqual({ items: smallAudience, people: smallAudience, most: 1 });
}, 240_000);
