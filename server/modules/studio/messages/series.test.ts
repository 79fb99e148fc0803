import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { change, inbox } from "../../notifications/testing.ts";
import { mailLaterJob } from "./notify-recipients.ts";
import { runSeriesJob, sendStepJob } from "./send-series.ts";
import { saveDanced } from "./testing.ts";

const dayMs = 24 * 3_600_000;
const start = Date.parse("2026-10-20T12:00:00Z");
const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
let server: TestServer;
let editor: TestPerson;
let classId: string;
let now = start;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
  ({ id: classId } = await createClass(server.pool));
  editor = await server.member({ role: "editor" });
});
beforeEach(async () => {
  now = start;
  await server.pool.query("update studio.series set switched_on_at = null, reaches_from = null");
  await server.pool.query("delete from studio.message_recipients");
  // People of earlier tests are out of reach.
  await server.pool.query(`update identity."user" set role = 'moderator' where role = 'member'`);
  await server.pool.query("delete from graphile_worker._private_jobs");
});
afterAll(() => server?.stop());

interface Step {
  id: string;
  delay: number;
  subject: string;
  notified: number;
  figures: Record<string, number>;
}
interface Series {
  id: string;
  version: number;
  isOn: boolean;
  steps: Step[];
  earlierPeople: { people: number };
}
const shown = `id version isOn earlierPeople { people }
  steps { id delay subject notified figures { byInbox byEmail opened danced cameBack } }`;
const ask = async (text: string, variables: object = {}, as = editor) => {
  const { data, errors } = await server.graphql<Record<string, unknown>>(text, variables, { as });
  const { code, field } = (errors[0]?.extensions ?? {}) as { code?: string; field?: string };
  return { found: Object.values(data ?? {})[0] as Series, code, field };
};
const read = async (id: string) => (await ask(`{ series(id: "${id}") { ${shown} } }`)).found;
const turn = (series: Series, isOn: boolean, includesEarlier = false, as = editor) =>
  ask(
    `mutation { switchSeries(series: "${series.id}", version: ${series.version}, isOn: ${isOn}, includesEarlier: ${includesEarlier}) { ${shown} } }`,
    {},
    as,
  );
const on = async (id: string, includesEarlier = false) => turn(await read(id), true, includesEarlier);
const save = (series: Series, given: object, as = editor) =>
  ask(
    `mutation ($series: ID!, $version: Int!, $id: ID!, $delay: Int!, $texts: [MessageTextInput!]!, $cards: [MessageCardInput!]!) {
      saveSeriesStep(series: $series, version: $version, id: $id, delay: $delay, texts: $texts, cards: $cards) { ${shown} } }`,
    {
      series: series.id,
      version: series.version,
      id: randomUUID(),
      delay: 60,
      texts: [{ locale: "en", subject: "Demo", body: "Demo" }],
      cards: [],
      ...given,
    },
    as,
  );

async function joined(at: number): Promise<TestPerson> {
  const person = await server.member();
  await server.pool.query(`update identity."user" set "createdAt" = $2, locale = 'en' where id = $1`, [
    person.id,
    new Date(at),
  ]);
  return person;
}
const danced = (person: TestPerson, at: number) => saveDanced(server, person, classId, at);
/** A subscription that got a status; with `opensId`, of a course that was bought alone. */
async function subscribed(person: TestPerson, status: string, at: number, opensId?: string): Promise<void> {
  await server.pool.query(
    `with made as (
       insert into billing.subscriptions (person_id, access_type, status, provider, plan_id, created_at, opens_id)
       values ($1, 'premium', $2, 'eightcount', 'premium-monthly', $3, $4) returning id)
     insert into billing.transitions (subscription_id, to_status, trigger, cause, happened_at)
     select id, $2, 'demo', 'clock', $3 from made`,
    [person.id, status, new Date(at), opensId ?? null],
  );
}
/** Runs the pages that wait, each by two workers at once; and again, as after a lost connection. */
async function sendDue(): Promise<void> {
  await runSeriesJob.run(server.ctx(), {}, run);
  for (;;) {
    const { rows } = await server.pool.query<{ payload: never }>(
      `delete from graphile_worker._private_jobs where task_id = (
         select id from graphile_worker._private_tasks where identifier = 'studio.send_series_step')
       returning payload`,
    );
    if (rows.length === 0) return;
    for (const { payload } of rows) {
      const once = () => sendStepJob.run(server.ctx(), payload, run);
      await Promise.all([once(), once()]);
      await once();
    }
  }
}
const subjects = async (person: TestPerson) =>
  (await inbox(server, person)).items.map(({ text }) => text).toReversed();

test("has five series that are off, with texts, and sends none", async () => {
  const { found } = await ask(`{ allSeries { ${shown} } }`);
  const all = found as unknown as Series[];
  expect(all.map(({ id, isOn, steps }) => [id, isOn, steps.map(({ delay }) => delay)])).toEqual([
    ["welcome", false, [0, 3]],
    ["trial", false, [3, 10]],
    ["away", false, [14]],
    ["win_back", false, [30]],
    ["anniversary", false, [1]],
  ]);
  const person = await joined(start);
  await sendDue();
  expect(await subjects(person)).toEqual([]);
});

test("welcomes who joins from now on, once, and reminds only those who haven’t danced", async () => {
  const earlier = await joined(start - 1000);
  expect((await read("welcome")).earlierPeople.people).toBe(1);
  expect((await on("welcome")).found.isOn).toBe(true);
  now += dayMs;
  const [still, keen] = await Promise.all([joined(now - 1000), joined(now - 1000)]);
  await sendDue();
  await sendDue();
  await danced(keen, now);
  now += 3 * dayMs;
  await sendDue();
  expect(await subjects(earlier)).toEqual([]);
  expect(await subjects(keen)).toEqual(["Welcome! Your first eight counts are waiting"]);
  expect(await subjects(still)).toEqual([
    "Welcome! Your first eight counts are waiting",
    "One song is enough to begin",
  ]);
  const [first] = (await read("welcome")).steps;
  expect(first).toMatchObject({ notified: 2, figures: { byInbox: 2 } });
});

test("reaches those who were there before if it is asked to, staff and children never", async () => {
  const earlier = await joined(start - dayMs);
  const { id: staffId } = await server.member({ role: "support" });
  const child = await server.pool.query<{ id: string }>(
    `insert into identity."user" (name, email, "emailVerified", "isChild", "accountId", "createdAt")
     values ('Demo child', 'demo.child@example.test', false, true, $1, $2) returning id`,
    [earlier.id, new Date(start - dayMs)],
  );
  await server.pool.query(`update identity."user" set "createdAt" = $2 where id = $1`, [
    staffId,
    new Date(start - dayMs),
  ]);
  await on("welcome", true);
  await sendDue();
  const { rows } = await server.pool.query<{ personId: string }>(
    `select person_id as "personId" from studio.message_recipients`,
  );
  expect(rows).toEqual([{ personId: earlier.id }]);
  expect(child.rowCount).toBe(1);
});

test("sends at most one step a day to a person, and the other one later", async () => {
  await on("welcome", true);
  await on("trial", true);
  const person = await joined(start - 3 * dayMs);
  await subscribed(person, "in_trial", start - 3 * dayMs);
  await sendDue();
  now += 3_600_000;
  await sendDue();
  expect(await subjects(person)).toHaveLength(1);
  now += dayMs;
  await sendDue();
  expect(await subjects(person)).toHaveLength(2);
});

test("drops a step that is more than three days late", async () => {
  await on("welcome");
  now += 1000;
  const person = await joined(now);
  now += 3 * dayMs + 1000;
  await danced(person, now);
  await sendDue();
  expect(await subjects(person)).toEqual([]);
});

test("ends with its goal: a trial that was bought, a dance, a new subscription", async () => {
  const [bought, trying, back, away, left, returned] = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => joined(start - 90 * dayMs)),
  );
  await subscribed(bought!, "in_trial", start - 3 * dayMs);
  await server.pool.query("update billing.subscriptions set status = 'active' where person_id = $1", [
    bought!.id,
  ]);
  await subscribed(trying!, "in_trial", start - 3 * dayMs);
  await danced(away!, start - 14 * dayMs);
  await danced(back!, start - 14 * dayMs);
  await danced(back!, start - dayMs);
  await subscribed(left!, "canceled", start - 30 * dayMs);
  await subscribed(left!, "non_renewing", start - 60 * dayMs, randomUUID());
  await subscribed(back!, "canceled", start - 30 * dayMs, randomUUID());
  await subscribed(returned!, "canceled", start - 30 * dayMs);
  await subscribed(returned!, "active", start - dayMs);
  for (const id of ["trial", "away", "win_back"]) await on(id, true);
  await sendDue();
  for (const person of [bought!, back!, returned!]) expect(await subjects(person)).toEqual([]);
  expect(await subjects(trying!)).toEqual(["Three days in: find the class that fits you"]);
  expect(await subjects(away!)).toEqual(["Five minutes to get back"]);
  expect(await subjects(left!)).toEqual(["We’d love to dance with you again"]);
});

test("congratulates on the day a year after joining", async () => {
  await on("anniversary", true);
  const [person, later] = await Promise.all([
    joined(Date.parse("2025-10-20T11:00:00Z")),
    joined(Date.parse("2025-10-20T13:00:00Z")),
  ]);
  await sendDue();
  expect(await subjects(person)).toEqual(["A year of dancing together"]);
  expect(await subjects(later)).toEqual([]);
});

test("congratulates no one a day early in a leap year", async () => {
  now = Date.parse("2028-02-29T12:00:00Z");
  await on("anniversary", true);
  const [person, later] = await Promise.all([
    joined(Date.parse("2027-02-28T11:00:00Z")),
    joined(Date.parse("2027-03-01T11:00:00Z")),
  ]);
  await sendDue();
  expect(await subjects(person)).toEqual(["A year of dancing together"]);
  expect(await subjects(later)).toEqual([]);
});

test("emails those who agreed, after their quiet hours", async () => {
  await on("welcome", true);
  const [plain, agreed] = await Promise.all([joined(now), joined(now)]);
  await change(server, agreed, "changeNotificationKind(type: StudioAnnouncement, email: at_once)");
  await change(server, agreed, 'changeQuietHours(from: "00:00", to: "23:59")');
  await sendDue();
  const { rows } = await server.pool.query<{ payload: Parameters<typeof mailLaterJob.run>[1] }>(
    `select payload from graphile_worker._private_jobs as job
     join graphile_worker._private_tasks as task on task.id = job.task_id where identifier = 'studio.mail_message'`,
  );
  expect(rows.map(({ payload }) => payload.personId)).toEqual([agreed.id]);
  expect(await subjects(plain)).toHaveLength(1);
  const mailed = async () => {
    await mailLaterJob.run(server.ctx(), rows[0]!.payload, run);
    return (await read("welcome")).steps[0]!.figures.byEmail;
  };
  await turn(await read("welcome"), false);
  expect(await mailed()).toBe(0);
  await on("welcome");
  expect(await mailed()).toBe(1);
});

test("saves and deletes steps, one editor at a time", async () => {
  const series = await read("win_back");
  const card = { kind: "class", id: classId };
  const id = randomUUID();
  const saved = await save(series, { id, delay: 45, cards: [card] });
  expect(saved.found.steps.map(({ delay }) => delay)).toEqual([30, 45]);
  expect((await save(series, { delay: 50 })).code).toBe("CHANGED_MEANWHILE");
  expect((await save(saved.found, { delay: 30 })).field).toBe("delay");
  expect((await save(saved.found, { delay: 400 })).field).toBe("delay");
  expect((await save(await read("welcome"), { id })).code).toBe("NOT_FOUND");
  const removed = await ask(
    `mutation { deleteSeriesStep(series: "win_back", version: ${saved.found.version}, id: "${id}") { ${shown} } }`,
  );
  expect(removed.found.steps).toHaveLength(1);
  // A step isn't an announcement.
  const [step] = removed.found.steps;
  expect((await ask(`{ announcement(id: "${step!.id}") { id } }`)).code).toBe("NOT_FOUND");
  expect((await ask(`mutation { sendAnnouncement(id: "${step!.id}", version: 1) { id } }`)).code).toBe(
    "NOT_FOUND",
  );
  expect((await ask(`mutation { deleteAnnouncement(id: "${step!.id}") }`)).code).toBe("NOT_FOUND");
  expect((await ask(`mutation { testMessage(id: "${step!.id}", locale: "en") }`)).code).toBeUndefined();
});

test("takes a change of a step once when its answer was lost", async () => {
  const series = await read("trial");
  const given = { id: randomUUID(), delay: 77 };
  const first = await save(series, given);
  expect(await save(series, given)).toEqual(first);
  expect((await save(series, { ...given, delay: 78 })).code).toBe("CHANGED_MEANWHILE");
  await ask(
    `mutation { deleteSeriesStep(series: "trial", version: ${first.found.version}, id: "${given.id}") { id } }`,
  );
});

test("leaves a deleted step to those who got it, who get no other that day, and to no one else", async () => {
  const id = randomUUID();
  await save(await read("welcome"), { id, delay: 2 });
  await on("welcome");
  const reader = await joined(now);
  await sendDue();
  now += 2 * dayMs;
  await sendDue();
  const later = await joined(now);
  const { version } = await read("welcome");
  await ask(`mutation { deleteSeriesStep(series: "welcome", version: ${version}, id: "${id}") { id } }`);
  await subscribed(reader, "in_trial", now - 3 * dayMs);
  await on("trial", true);
  await sendDue();
  expect(await subjects(reader)).toHaveLength(2);
  now += 2 * dayMs;
  await sendDue();
  const opened = async (as: TestPerson) =>
    (await server.graphql(`{ receivedMessage(id: "${id}") { subject } }`, {}, { as })).data;
  expect(await opened(reader)).toEqual({ receivedMessage: { subject: "Demo" } });
  expect(await opened(await server.member())).toEqual({ receivedMessage: null });
  expect(await subjects(later)).not.toContain("Demo");
});

test("is switched on complete alone, by editors who confirmed their identity", async () => {
  const series = await read("away");
  const [step] = series.steps;
  const other = await server.member({ role: "editor" });
  await server.pool.query(`update identity."session" set "confirmedAt" = $2 where "userId" = $1`, [
    other.id,
    new Date(start - dayMs),
  ]);
  expect((await turn(series, true, false, other)).code).toBe("CONFIRMATION_NEEDED");
  const texts = [{ locale: "en", subject: "Demo", body: "" }];
  const { found: unfinished } = await save(series, { id: step!.id, delay: 14, texts });
  expect((await turn(unfinished, true)).field).toBe("texts.en.body");
  const { found: finished } = await save(unfinished, { id: step!.id, delay: 14 });
  const { found: running } = await turn(finished, true);
  expect((await save(running, { id: step!.id, delay: 14, texts })).field).toBe("texts.en.body");
  expect((await save(running, { id: step!.id, delay: 15 }, other)).code).toBe("CONFIRMATION_NEEDED");
  expect((await turn(running, false)).found.isOn).toBe(false);
});
