import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import type { NewClass } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { change } from "./testing.ts";
import { weeklyJob } from "./weekly.ts";

const dayMs = 86_400_000;
const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
/** A Saturday, 8:30 in Zurich. */
const saturday = Date.parse("2026-11-21T07:30:00Z");
let server: TestServer;
let now = saturday;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
beforeEach(async () => {
  now = saturday;
  await server.pool.query("delete from catalog.classes");
});
afterAll(() => server?.stop());

/** A member in Zurich who follows House. */
async function follower(locale = "en"): Promise<TestPerson> {
  const person = await server.member();
  await server.pool.query(
    `update identity."user" set "timeZone" = 'Europe/Zurich', locale = $2 where id = $1`,
    [person.id, locale],
  );
  await server.graphql(
    'mutation { setFollow(kind: style, slug: "house", following: true) { id } }',
    {},
    { as: person },
  );
  return person;
}
const published = (title: string, options: NewClass = {}) =>
  createClass(server.pool, { title, style: "house", publishedAt: new Date(now - 2 * dayMs), ...options });
interface Mail {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly path: string };
  readonly unsubscribePath: string;
}
const mailsTo = async ({ id }: TestPerson): Promise<Mail[]> => {
  const { rows } = await server.pool.query<{ payload: Mail }>(
    `select payload from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
     where task.identifier = 'mail.send' and payload->>'unsubscribePath' is not null
       and payload->>'to' = (select email from identity."user" where id = $1) order by job.id`,
    [id],
  );
  return rows.map(({ payload }) => payload);
};
/** Two workers run the hourly job together. */
const runJob = () => Promise.all([1, 2].map(() => weeklyJob.run(server.ctx(), {}, run)));

test("emails a follower the new classes of the week, once, on Saturday morning in their time and language", async () => {
  const [me, german] = [await follower(), await follower("de")];
  const { slug } = await published("House in eight", { instructor: "demo-kofi" });
  await published("Long ago", { publishedAt: new Date(now - 8 * dayMs) });
  await published("Salsa", { style: "latin" });
  await runJob();
  expect(await mailsTo(me)).toEqual([]);
  now += 3_600_000;
  await runJob();
  now += 3_600_000;
  await runJob();
  expect(await mailsTo(me)).toMatchObject([
    {
      subject: "1 new class for you",
      paragraphs: ["New this week, from what you follow.", "“House in eight” with Demo Kofi, House"],
      action: { path: `/class/${slug}?from=email` },
    },
  ]);
  expect((await mailsTo(german)).map(({ subject }) => subject)).toEqual(["1 neuer Kurs für dich"]);
  // A week later there is nothing new.
  now = saturday + 7 * dayMs + 3_600_000;
  await runJob();
  expect(await mailsTo(me)).toHaveLength(1);
});

test("names each class once, though an outage delays an email to the evening", async () => {
  const me = await follower();
  await published("Before the first");
  // The first email comes at 17:30, after a class of that noon.
  now = saturday + 4 * 3_600_000;
  await published("On Saturday at noon", { publishedAt: new Date(now) });
  now = saturday + 9 * 3_600_000;
  await runJob();
  await published("On Saturday evening", { publishedAt: new Date(now + 1000) });
  // The next one in the morning, and the one after that in the evening again.
  now = saturday + 7 * dayMs + 3_600_000;
  await runJob();
  await published("On the next Saturday at noon", { publishedAt: new Date(now + 3 * 3_600_000) });
  now = saturday + 14 * dayMs + 9 * 3_600_000;
  await runJob();
  const titles = (await mailsTo(me)).map(({ paragraphs }) =>
    [...paragraphs.join().matchAll(/“(.*?)”/g)].map(([, title]) => title),
  );
  expect(titles).toEqual([
    ["On Saturday at noon", "Before the first"],
    ["On Saturday evening"],
    ["On the next Saturday at noon"],
  ]);
});

test("leaves out classes that the person can’t open or hides, and those that were published quietly", async () => {
  const me = await follower();
  await server.graphql("mutation { setHidesExplicit(hides: true) }", {}, { as: me });
  await published("Premium", { accessType: "premium" });
  const explicit = await published("Explicit");
  await server.pool.query("update catalog.classes set is_explicit = true where id = $1", [explicit.id]);
  const quiet = await published("Quiet");
  await server.pool.query("update catalog.classes set release_audience = 'no_one' where id = $1", [quiet.id]);
  now += 3_600_000;
  await runJob();
  expect(await mailsTo(me)).toEqual([]);
});

test("isn’t sent to children, to unverified addresses, or within quiet hours", async () => {
  const [holder, unverified, sleeper] = [await server.member(), await follower(), await follower()];
  await server.pool.query(`update identity."user" set "emailVerified" = false where id = $1`, [
    unverified.id,
  ]);
  await change(server, sleeper, 'changeQuietHours(from: "22:00", to: "11:00")');
  const childId = randomUUID();
  await server.pool.query(
    `with child as (
       insert into identity."user" (id, name, email, "emailVerified", "accountId", "isChild", "timeZone", "createdAt", "updatedAt")
       values ($1, 'Demo Mia', $2, false, $3, true, 'Europe/Zurich', now(), now()) returning id
     )
     insert into catalog.followed_styles (person_id, style_id, followed_at)
     select child.id, styles.id, now() from child, catalog.styles where slug = 'house'`,
    [childId, `${childId}@member.invalid`, holder.id],
  );
  await published("House in eight");
  now += 3_600_000;
  await runJob();
  for (const person of [holder, unverified, sleeper]) expect(await mailsTo(person)).toEqual([]);
  now += 2 * 3_600_000;
  await runJob();
  expect(await mailsTo(sleeper)).toHaveLength(1);
});

test("stops by its link and by the settings, which offer nothing but the email", async () => {
  const [byLink, bySetting] = [await follower(), await follower()];
  await published("House in eight");
  now += 3_600_000;
  await change(server, bySetting, "changeNotificationKind(type: NewForYou, email: off)");
  await runJob();
  expect(await mailsTo(bySetting)).toEqual([]);
  const [mail] = await mailsTo(byLink);
  expect((await server.fetch(mail!.unsubscribePath, { method: "POST" })).status).toBe(200);
  now += 7 * dayMs;
  await published("Another");
  await runJob();
  expect(await mailsTo(byLink)).toHaveLength(1);
  for (const wrong of ["inbox: true", "push: true", "email: digest"])
    expect(
      (await change(server, bySetting, `changeNotificationKind(type: NewForYou, ${wrong})`)).codes,
    ).toEqual(["BAD_INPUT"]);
});
