import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { change, inbox } from "../../notifications/testing.ts";
import { studio } from "../manifest.ts";
import { forgetRecipientsJob } from "./figures.ts";
import { mailLaterJob } from "./notify-recipients.ts";
import { noteDancedJob, sendAnnouncementJob, sendDueJob } from "./send.ts";
import { mergeRecipients } from "./store-recipients.ts";
import { saveDanced } from "./testing.ts";

const dayMs = 24 * 3_600_000;
const start = Date.parse("2026-10-20T12:00:00Z");
const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
let server: TestServer;
let editor: TestPerson;
let slug: string;
let classId: string;
let now = start;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
  ({ id: classId, slug } = await createClass(server.pool, { title: "House in eight" }));
  editor = await server.member({ role: "editor" });
  await server.pool.query(
    `update site.settings set data = data || '{"timeZone": "Europe/Zurich"}', revision = revision + 1`,
  );
  await server.ctx().refreshStudio();
});
beforeEach(async () => {
  now = start;
  await server.pool.query("delete from studio.messages");
  await server.pool.query("delete from graphile_worker._private_jobs");
});
afterAll(() => server?.stop());

interface Shown {
  id: string;
  version: number;
  state: string;
  notified: number;
  scheduledAt: string | null;
  scheduledLocal: string | null;
  figures: Record<string, number>;
}
const shown = `id version state notified scheduledAt scheduledLocal
  figures { byInbox byPush byEmail opened clicked danced cameBack }`;
const ask = async (text: string, variables: object = {}, as = editor) => {
  const { data, errors } = await server.graphql<Record<string, unknown>>(text, variables, { as });
  const { code, field } = (errors[0]?.extensions ?? {}) as { code?: string; field?: string };
  return { found: Object.values(data ?? {})[0] as Shown, code, field, errors };
};
const texts = [
  {
    locale: "en",
    subject: "New course",
    body: "**6 weeks** [of house](/library)[, live](https://a.example)",
  },
  { locale: "de", subject: "Neuer Kurs", body: "Sechs Wochen House." },
];
/** Everyone who registered since the test's own day: only the people of one test. */
const onlyOf = (day: string) => ({ joinedFrom: day, joinedUntil: day });
const save = (given: object = {}) =>
  ask(
    `mutation ($id: ID!, $version: Int!, $texts: [MessageTextInput!]!, $cards: [MessageCardInput!]!, $audience: StudioPeopleFilter!) {
      saveAnnouncement(id: $id, version: $version, texts: $texts, cards: $cards, audience: $audience) { ${shown} } }`,
    { id: randomUUID(), version: 0, texts, cards: [], audience: {}, ...given },
  );
const act = (name: string, { id, version }: Shown, more = "") =>
  ask(`mutation { ${name}(id: "${id}", version: ${version}${more}) { ${shown} } }`);
const read = async (id: string) => (await ask(`{ announcement(id: "${id}") { ${shown} } }`)).found;

/** A member who joined on a day. */
async function joined(day: string, locale = "en"): Promise<TestPerson> {
  const person = await server.member();
  await server.pool.query(
    `update identity."user" set "createdAt" = $2::timestamptz, locale = $3, "timeZone" = 'Europe/Zurich' where id = $1`,
    [person.id, `${day}T10:00:00Z`, locale],
  );
  return person;
}
const agree = (person: TestPerson) =>
  change(server, person, "changeNotificationKind(type: StudioAnnouncement, email: at_once)");
const mailsTo = async ({ id }: TestPerson) => {
  const { rows } = await server.pool.query<{ payload: Record<string, unknown>; runAt: Date }>(
    `select payload, job.run_at as "runAt" from graphile_worker._private_jobs as job
     join graphile_worker._private_tasks as task on task.id = job.task_id
     where task.identifier = 'mail.send' and payload->>'to' = (select email from identity."user" where id = $1)`,
    [id],
  );
  return rows;
};
/** Runs the pages that wait, each by two workers at once; and again, as after a lost connection. */
async function sendPages(): Promise<number> {
  let pages = 0;
  for (;;) {
    const { rows } = await server.pool.query<{ payload: never }>(
      `delete from graphile_worker._private_jobs where task_id = (
         select id from graphile_worker._private_tasks where identifier = 'studio.send_announcement')
       returning payload`,
    );
    if (rows.length === 0) return pages;
    const [{ payload }] = rows as [{ payload: never }];
    const twice = () => sendAnnouncementJob.run(server.ctx(), payload, run);
    await Promise.all([twice(), twice()]);
    await twice();
    pages += 1;
  }
}

test("tells an audience once, in its languages: the inbox for everyone, email for those who agreed", async () => {
  const day = "2026-01-05";
  const [quiet, agreed, off] = [await joined(day), await joined(day), await joined(day)];
  const german = await joined(day, "de");
  await Promise.all([agree(agreed), agree(german)]);
  await change(server, off, "changeNotificationKind(type: StudioAnnouncement, inbox: false)");
  const other = await joined("2026-01-06");
  const count = await ask(
    "query ($filter: StudioPeopleFilter!) { audienceCount(filter: $filter) { people isCapped byEmail byPush } }",
    { filter: onlyOf(day) },
  );
  expect(count.found).toEqual({ people: 4, isCapped: false, byEmail: 2, byPush: 0 });

  const cards = [{ kind: "class", id: classId }];
  const { found: draft } = await save({ audience: onlyOf(day), cards });
  expect((await act("sendAnnouncement", draft)).found.state).toBe("sending");
  await sendPages();
  expect(await read(draft.id)).toMatchObject({
    state: "sent",
    notified: 3,
    figures: { byInbox: 3, byEmail: 2, byPush: 0, opened: 0 },
  });
  for (const [person, text] of [
    [quiet, "New course"],
    [agreed, "New course"],
    [german, "Neuer Kurs"],
  ] as const)
    expect((await inbox(server, person)).items).toMatchObject([
      { type: "StudioAnnouncement", text, url: `/message/${draft.id}` },
    ]);
  for (const person of [off, other]) expect((await inbox(server, person)).items).toEqual([]);
  expect(await mailsTo(quiet)).toEqual([]);
  const own = { text: "of house", href: `/message/${draft.id}?to=%2Flibrary` };
  const out = { text: ", live", href: "https://a.example" };
  const [mail, ...rest] = await mailsTo(agreed);
  expect(rest).toEqual([]);
  expect(mail!.payload).toMatchObject({
    subject: "New course",
    body: [{ kind: "paragraph", spans: [{ text: "6 weeks", isStrong: true }, { text: " " }, own, out] }],
    cards: [
      { title: "House in eight", path: `/message/${draft.id}?to=${encodeURIComponent(`/class/${slug}`)}` },
    ],
    unsubscribePath: expect.stringMatching(/^\/unsubscribe\//),
  });
  expect((await mailsTo(german))[0]!.payload).toMatchObject({ subject: "Neuer Kurs" });
});

test("sends the longest paragraph that can be saved", async () => {
  const person = await joined("2026-01-09");
  await agree(person);
  const body = "a".repeat(10_000);
  const { found: draft } = await save({
    audience: onlyOf("2026-01-09"),
    texts: [{ locale: "en", subject: "Long", body }],
  });
  await act("sendAnnouncement", draft);
  await sendPages();
  expect(await read(draft.id)).toMatchObject({ state: "sent", figures: { byEmail: 1 } });
});

test("stops the emails of its kind by their unsubscribe link", async () => {
  const person = await joined("2026-01-08");
  await agree(person);
  const { found: draft } = await save({ audience: onlyOf("2026-01-08") });
  await act("sendAnnouncement", draft);
  await sendPages();
  const [mail] = await mailsTo(person);
  const answer = await fetch(server.url + String(mail!.payload["unsubscribePath"]), { method: "POST" });
  expect(answer.status).toBe(200);
  const again = (await save({ audience: onlyOf("2026-01-08") })).found;
  await act("sendAnnouncement", again);
  await sendPages();
  expect(await mailsTo(person)).toHaveLength(1);
  expect((await inbox(server, person)).items).toHaveLength(2);
});

test("tells a large audience page by page, each person once", async () => {
  await server.pool.query(
    `insert into identity."user" (name, email, "emailVerified", "createdAt", "updatedAt")
     select 'Demo', gen_random_uuid() || '@example.test', true, '2025-03-01T10:00:00Z', now() from generate_series(1, 230)`,
  );
  const { found: draft } = await save({ audience: onlyOf("2025-03-01") });
  await act("sendAnnouncement", draft);
  expect(await sendPages()).toBe(3);
  expect(await read(draft.id)).toMatchObject({ state: "sent", notified: 230 });
});

test("leaves out guests, children, suspended people and accounts that are being deleted", async () => {
  const day = "2025-04-01";
  const [suspended, leaving, holder] = [await joined(day), await joined(day), await joined(day)];
  const guest = await server.anonymous();
  await server.pool.query(`update identity."user" set "createdAt" = $1 where id = $2`, [day, guest.id]);
  await server.pool.query(
    `insert into identity.bans (person_id, reason, banned_at) values ($1, 'Insults', now())`,
    [suspended.id],
  );
  await server.pool.query(
    `insert into identity.leavings (person_id, requested_at, due_at) values ($1, now(), now() + interval '14 days')`,
    [leaving.id],
  );
  await server.pool.query(
    `insert into identity."user" (name, email, "emailVerified", "accountId", "isChild", "createdAt")
     values ('Mirabel', gen_random_uuid() || '@pending.invalid', false, $1, true, $2)`,
    [holder.id, day],
  );
  const { found: draft } = await save({ audience: onlyOf(day) });
  await act("sendAnnouncement", draft);
  await sendPages();
  expect((await read(draft.id)).notified).toBe(1);
  expect((await inbox(server, holder)).items).toHaveLength(1);
});

test("holds emails until a person’s quiet hours end, and then asks whether they still want them", async () => {
  const [keen, gone, banned] = await Promise.all(["", "", ""].map(() => joined("2025-05-01")));
  const people = [keen!, gone!, banned!];
  for (const person of people) {
    await agree(person);
    await change(server, person, 'changeQuietHours(from: "10:00", to: "15:00")');
  }
  const { found: draft } = await save({ audience: onlyOf("2025-05-01") });
  await act("sendAnnouncement", draft);
  await sendPages();
  const { rows } = await server.pool.query<{ payload: never; runAt: Date }>(
    `select payload, job.run_at as "runAt" from graphile_worker._private_jobs as job
     join graphile_worker._private_tasks as task on task.id = job.task_id where identifier = 'studio.mail_message'`,
  );
  expect(rows).toHaveLength(3);
  // 15:00 in Zurich.
  for (const { runAt } of rows) expect(runAt).toEqual(new Date("2026-10-20T13:00:00Z"));
  await change(server, gone!, "changeNotificationKind(type: StudioAnnouncement, email: off)");
  await server.pool.query(
    `insert into identity.bans (person_id, reason, banned_at) values ($1, 'Insults', now())`,
    [banned!.id],
  );
  for (const { payload } of [...rows, ...rows]) await mailLaterJob.run(server.ctx(), payload, run);
  const mails = await Promise.all(people.map(mailsTo));
  expect(mails.map(({ length }) => length)).toEqual([1, 0, 0]);
  expect(mails[0]![0]!.payload).toMatchObject({ subject: "New course" });
  expect((await read(draft.id)).figures).toMatchObject({ byInbox: 3, byEmail: 1 });
});

test("sends a scheduled announcement at its time in the studio’s zone, as last edited", async () => {
  const person = await joined("2025-06-01");
  const { found: draft } = await save({ audience: onlyOf("2025-06-01") });
  const scheduled = (await act("scheduleAnnouncement", draft, ', at: "2026-10-25T18:00"')).found;
  // Clocks were set back that morning.
  expect(scheduled).toMatchObject({
    state: "scheduled",
    scheduledAt: "2026-10-25T17:00:00.000Z",
    scheduledLocal: "2026-10-25T18:00",
  });
  await save({
    id: draft.id,
    version: scheduled.version,
    audience: onlyOf("2025-06-01"),
    texts: [{ ...texts[0], subject: "Newer course" }],
  });
  await sendPages();
  expect((await read(draft.id)).state).toBe("scheduled");
  now = Date.parse("2026-10-25T17:00:00Z");
  await sendAnnouncementJob.run(server.ctx(), { id: draft.id, after: null }, run);
  expect((await read(draft.id)).state).toBe("sent");
  expect((await inbox(server, person)).items).toMatchObject([{ text: "Newer course" }]);
});

test("begins a scheduled announcement whose job ended before its time by the worker’s clock", async () => {
  const { found: draft } = await save({ audience: onlyOf("2025-06-02") });
  await act("scheduleAnnouncement", draft, ', at: "2026-10-25T18:00"');
  now = Date.parse("2026-10-25T17:00:00Z") - 20;
  expect(await sendPages()).toBe(1);
  await sendDueJob.run(server.ctx(), {}, run);
  expect(await sendPages()).toBe(0);
  now += 20;
  // Two workers in the same minute.
  await Promise.all([1, 2].map(() => sendDueJob.run(server.ctx(), {}, run)));
  expect(await sendPages()).toBe(1);
  expect((await read(draft.id)).state).toBe("sent");
  // Every minute: at most 60 s late.
  expect(studio.schedules?.find(({ job }) => job === sendDueJob)?.pattern).toBe("* * * * *");
});

test("makes a scheduled announcement a draft again, which its job leaves alone", async () => {
  const { found: draft } = await save();
  const scheduled = (await act("scheduleAnnouncement", draft, ', at: "2026-10-21T18:00"')).found;
  expect((await act("withdrawAnnouncement", scheduled)).found).toMatchObject({
    state: "draft",
    scheduledAt: null,
  });
  now += 2 * dayMs;
  await sendPages();
  expect((await read(draft.id)).state).toBe("draft");
  expect((await ask(`mutation { deleteAnnouncement(id: "${draft.id}") }`)).found).toBe(draft.id);
  expect((await ask(`{ announcement(id: "${draft.id}") { id } }`)).code).toBe("NOT_FOUND");
});

test("counts who opened it, followed a link, danced within a week, and came back; and keeps the figures without the people", async () => {
  const [away, regular, late] = await Promise.all(["", "", ""].map(() => joined("2025-07-01")));
  const danced = (person: TestPerson, at: number) => saveDanced(server, person, classId, at);
  await danced(away!, start - 30 * dayMs);
  await danced(regular!, start - dayMs);
  const { found: draft } = await save({ audience: onlyOf("2025-07-01") });
  await act("sendAnnouncement", draft);
  await sendPages();
  const received = "query ($id: ID!) { receivedMessage(id: $id) { subject } }";
  expect((await ask(received, { id: draft.id }, away)).found).toEqual({ subject: "New course" });
  expect((await ask(received, { id: draft.id }, await joined("2025-07-02"))).found).toBeNull();
  const open = (person: TestPerson, isClicked: boolean) =>
    ask(`mutation { openMessage(id: "${draft.id}", isClicked: ${isClicked}) }`, {}, person);
  for (const isClicked of [false, true, true, false]) await open(away!, isClicked);
  await Promise.all([open(regular!, false), open(editor, true)]);
  now += dayMs;
  await Promise.all([danced(away!, now), danced(regular!, now)]);
  await noteDancedJob.run(server.ctx(), {}, run);
  now += 7 * dayMs;
  await danced(late!, now);
  await noteDancedJob.run(server.ctx(), {}, run);
  expect((await read(draft.id)).figures).toMatchObject({ opened: 2, clicked: 1, danced: 2, cameBack: 1 });
  await mergeRecipients(server.ctx().db, { from: away!.id, into: regular!.id });
  await server.pool.query("delete from studio.message_recipients where person_id = $1", [away!.id]);
  const { figures } = await read(draft.id);
  expect(figures).toMatchObject({ opened: 1, clicked: 1, danced: 1 });
  now = start + 361 * dayMs;
  for (const _ of [1, 2]) await forgetRecipientsJob.run(server.ctx(), {}, run);
  const left = "select from studio.message_recipients where message_id = $1";
  expect((await server.pool.query(left, [draft.id])).rowCount).toBe(0);
  expect((await read(draft.id)).figures).toEqual(figures);
});

test("tests a message on its writer alone, in a language of their choice", async () => {
  const { found: draft } = await save();
  const testIt = `mutation { testMessage(id: "${draft.id}", locale: "de") }`;
  expect((await ask(testIt)).found).toBe(true);
  const [mail] = await mailsTo(editor);
  expect(mail!.payload).toMatchObject({ subject: "Neuer Kurs" });
  expect((await read(draft.id)).notified).toBe(0);
  for (let sent = 1; sent < 30; sent += 1) await ask(testIt);
  expect((await ask(testIt)).code).toBe("RATE_LIMITED");
});
