import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { subscribeAs } from "../../billing/testing.ts";
import { sendLegalNoticeJob } from "./send.ts";

let now = Date.parse("2026-11-23T12:00:00Z");
let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

interface Notice {
  audience: string;
  people: number;
  sentAt: string | null;
  notified: number;
}
const ask = async <Found>(text: string, variables: object = {}) => {
  const { data, errors } = await server.graphql<Record<string, Found>>(text, variables, { as: admin });
  return { found: Object.values(data ?? {})[0] as Found, failed: errors[0]?.extensions };
};
const publish = (kind: string, after: number, validFrom: string) =>
  ask(
    `mutation ($kind: LegalPageKind!, $after: Int!, $text: String!, $validFrom: String!) {
       publishLegalPage(kind: $kind, after: $after, text: $text, validFrom: $validFrom) { version } }`,
    { kind, after, text: `Version ${after + 1}`, validFrom },
  );
const given = `$kind: LegalPageKind!, $version: Int!`;
const shown = `{ audience people sentAt notified }`;
const notices = async (kind: string, version: number) => {
  const { found } = await ask<Notice[]>(
    `query (${given}) { legalNotices(kind: $kind, version: $version) ${shown} }`,
    { kind, version },
  );
  return Object.fromEntries(found.map(({ audience, ...one }) => [audience, one]));
};
const send = (kind: string, version: number, audience = "members") =>
  ask<Notice[]>(
    `mutation (${given}, $audience: LegalNoticeAudience!) {
       sendLegalNotice(kind: $kind, version: $version, audience: $audience) ${shown} }`,
    { kind, version, audience },
  );
const withdraw = (kind: string, version: number) =>
  ask(`mutation (${given}) { withdrawLegalPage(kind: $kind, version: $version) { version } }`, {
    kind,
    version,
  });
const read = (kind: string, version: number) =>
  ask<{ text: string; isToCome: boolean } | null>(
    `query (${given}) { legalPage(kind: $kind, version: $version) { text isToCome } }`,
    { kind, version },
  );
const jobs = async (task: string) => {
  const { rows } = await server.pool.query<{ payload: Record<string, never> }>(
    `select payload from graphile_worker._private_jobs as job
     join graphile_worker._private_tasks as task on task.id = job.task_id where task.identifier = $1`,
    [task],
  );
  return rows.map(({ payload }) => payload);
};
const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
/** Runs the pages of all notices, each twice, as workers may. */
async function work(): Promise<void> {
  for (let pages = await jobs(sendLegalNoticeJob.name); pages.length > 0;) {
    await server.pool.query(
      `delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
       where task.id = job.task_id and task.identifier = $1`,
      [sendLegalNoticeJob.name],
    );
    for (const page of [...pages, ...pages])
      await sendLegalNoticeJob.run(server.ctx(), sendLegalNoticeJob.schema.parse(page), run);
    pages = await jobs(sendLegalNoticeJob.name);
  }
}
const mails = async () =>
  (await jobs("mail.send")).map((payload) => payload as unknown as { to: string; subject: string });
const addressOf = async ({ id }: TestPerson) =>
  (await server.pool.query<{ email: string }>(`select email from identity."user" where id = $1`, [id]))
    .rows[0]!.email;
const forgetMails = () => server.pool.query("delete from graphile_worker._private_jobs");

test("tells everyone with an account once of a version and its day, those with a subscription first", async () => {
  const [payer, member] = [await server.member(), await server.member()];
  await server.pool.query(`update identity."user" set locale = 'de' where id = $1`, [member.id]);
  await server.anonymous();
  await publish("terms", 0, "2026-11-23");
  await subscribeAs(server, payer, { withoutTrial: true });
  await publish("terms", 1, "2026-12-24");
  await forgetMails();
  expect(await notices("terms", 2)).toMatchObject({ members: { people: 3 }, subscribers: { people: 1 } });

  await send("terms", 2, "subscribers");
  await work();
  expect(await mails()).toMatchObject([
    { to: await addressOf(payer), subject: "New terms from Dec 24, 2026" },
  ]);
  expect(await notices("terms", 2)).toMatchObject({
    members: { people: 2, sentAt: null },
    subscribers: { people: 0, notified: 1, sentAt: new Date(now).toISOString() },
  });

  await forgetMails();
  await Promise.all([send("terms", 2), send("terms", 2)]);
  await work();
  await send("terms", 2);
  await work();
  const subjects = new Map((await mails()).map(({ to, subject }) => [to, subject]));
  expect(subjects).toEqual(
    new Map([
      [await addressOf(member), "Neue Bedingungen ab 24. Dez. 2026"],
      [await addressOf(admin), "New terms from Dec 24, 2026"],
    ]),
  );
  expect(await notices("terms", 2)).toMatchObject({ members: { people: 0, notified: 2 } });
  const { rows } = await server.pool.query(
    `select details from identity.staff_acts where action = 'studio.legal_notice_sent' order by happened_at`,
  );
  expect(rows.map(({ details }) => details.audience)).toEqual(["subscribers", "members"]);
});

test("pages through many people, and leaves out those who are suspended", async () => {
  const extra = 230;
  await server.pool.query(
    `insert into identity."user" (id, name, email, "emailVerified", "isAnonymous", "createdAt", "updatedAt")
     select gen_random_uuid(), 'Demo', 'many-' || n || '@example.test', true, false, now(), now()
     from generate_series(1, $1) as n`,
    [extra],
  );
  const suspended = await server.member();
  await server.pool.query(
    `insert into identity.bans (person_id, reason, banned_at) values ($1, 'spam', now())`,
    [suspended.id],
  );
  await publish("rules", 0, "2026-11-23");
  await forgetMails();
  const { people } = (await notices("rules", 1))["members"]!;
  expect(people).toBeGreaterThan(extra);
  await send("rules", 1);
  await work();
  const notified = (await mails()).map(({ to }) => to);
  expect(notified).not.toContain(await addressOf(suspended));
  expect([notified.length, new Set(notified).size]).toEqual([people, people]);
});

test("shows a version that members were told of before its day, and never takes it back", async () => {
  await publish("privacy", 0, "2026-11-23");
  await publish("privacy", 1, "2026-12-24");
  expect((await read("privacy", 2)).failed).toMatchObject({ code: "NOT_FOUND" });
  await send("privacy", 2);
  expect((await read("privacy", 2)).found).toEqual({ text: "Version 2", isToCome: true });
  expect((await withdraw("privacy", 2)).failed).toMatchObject({ code: "BAD_INPUT", field: "version" });
  await publish("privacy", 2, "2026-12-24");
  now = Date.parse("2026-12-24T12:00:00Z");
  expect((await send("privacy", 2)).failed).toMatchObject({ code: "BAD_INPUT", field: "version" });
  expect((await send("privacy", 3)).failed).toBeUndefined();
  expect((await send("privacy", 9)).failed).toMatchObject({ code: "NOT_FOUND" });
});
