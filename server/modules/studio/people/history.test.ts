import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { sendMailJob } from "../../../platform/mail/send-job.ts";
import { forgetSentEmailsJob, insertSentEmail } from "../../../platform/mail/sent-emails.ts";
import { subscribeAs } from "../../billing/testing.ts";

const dayMs = 86_400_000;
let aheadMs = 0;
let server: TestServer;
let admin: TestPerson;
let support: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + aheadMs) } });
  await createLibrary(server.pool);
  admin = await server.member({ role: "admin" });
  support = await server.member({ role: "support", name: "Demo Support" });
});
afterAll(() => server?.stop());

interface Event {
  id: string;
  kind: string;
  what: string;
  by: string | null;
  delivery: string | null;
  contentType: string | null;
  started: number | null;
  completed: number | null;
  classTitles: string[];
}
async function history(person: TestPerson, part: string | null = null, as = support, first = 50) {
  const seen: Event[] = [];
  let after: string | null = null;
  do {
    const page: {
      data: { studioPerson: { history: { nextCursor: string | null; items: Event[] } } } | null;
      errors: readonly unknown[];
    } = await server.graphql(
      `query ($id: ID!, $part: StudioHistoryPart, $first: Int, $after: String) { studioPerson(id: $id) {
         history(part: $part, pagination: { first: $first, after: $after }) {
           nextCursor items { id kind what by delivery contentType started completed classTitles } } } }`,
      { id: person.id, part, first, after },
      { as },
    );
    expect(page.errors).toEqual([]);
    seen.push(...page.data!.studioPerson.history.items);
    after = page.data!.studioPerson.history.nextCursor;
  } while (after);
  return seen;
}
const danced = (person: TestPerson, classId: string, at: string, completedAt: string | null = null) =>
  server.pool.query(
    "insert into practice.records (person_id, class_id, viewed_at, completed_at, played_ms) values ($1, $2, $3, $4, 1000)",
    [person.id, classId, at, completedAt],
  );
const note = async (person: TestPerson, text: string) =>
  server.graphql(
    `mutation { studioAddNote(personId: "${person.id}", id: "${randomUUID()}", text: "${text}") { id } }`,
    {},
    { as: support },
  );
const report = async (by: TestPerson, about: TestPerson) => {
  const { errors } = await server.graphql(
    `mutation { report(contentType: user, id: "${about.id}", reason: spam) }`,
    {},
    { as: by },
  );
  expect(errors).toEqual([]);
};

test("bundles practice by day, with the last classes and what was finished", async () => {
  const person = await server.member();
  const classes = await Promise.all(
    ["Demo One", "Demo Two", "Demo Three", "Demo Four"].map((title) => createClass(server.pool, { title })),
  );
  const ids = classes.map(({ id }) => id);
  for (const [place, id] of ids.entries())
    await danced(
      person,
      id,
      `2026-03-0${place === 0 ? 1 : 2}T1${place}:00:00Z`,
      place === 3 ? "2026-03-02T13:00:00Z" : null,
    );
  expect(await history(person, "practice")).toMatchObject([
    { kind: "practice", started: 3, completed: 1, classTitles: ["Demo Four", "Demo Three", "Demo Two"] },
    { kind: "practice", started: 1, completed: 0, classTitles: ["Demo One"] },
  ]);
});

test("shows emails with their delivery, and forgets them after a year", async () => {
  const person = await server.member();
  await subscribeAs(server, person, { withoutTrial: true });
  await expect
    .poll(async () => (await history(person, "emails")).filter(({ delivery }) => delivery === "sent").length)
    .toBeGreaterThan(0);
  const emails = await history(person, "emails");
  expect(emails.every(({ kind }) => kind === "email")).toBe(true);
  expect(emails.map(({ what }) => what)).toContainEqual(expect.stringMatching(/receipt/i));
  aheadMs = 366 * dayMs;
  await forgetSentEmailsJob.run(
    server.ctx(),
    {},
    {
      signal: new AbortController().signal,
      attempt: 1,
      isLastAttempt: false,
    },
  );
  aheadMs = 0;
  expect(await history(person, "emails")).toEqual([]);
});

test.each([
  ["an address", "RCPT", "550 5.1.1 No such mailbox", "refused"],
  ["a text", "DATA", "554 5.7.1 Spam", "refused"],
  ["an address for now", "RCPT", "451 4.3.0 Try later", "waiting"],
  ["the studio's own password", "AUTH", "535 5.7.8 Wrong credentials", "waiting"],
])("shows the delivery of an email when the mail server refuses %s", async (_what, verb, reply, delivery) => {
  const sockets: Socket[] = [];
  const smtp = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => socket.destroy());
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      const line = chunk.toString();
      const usual = line.startsWith("EHLO") ? "250-test\r\n250 AUTH PLAIN" : "250 ok";
      socket.write(`${line.startsWith(verb) ? reply : line.startsWith("AUTH") ? "235 ok" : usual}\r\n`);
    });
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://demo:demo@127.0.0.1:${port}` };
  const other = await startTestServer({ env, roles: "api" });
  try {
    const staff = await other.member({ role: "support" });
    const person = await other.member();
    const id = randomUUID();
    const now = new Date();
    const ctx = other.ctx();
    await ctx.transact((tx) => insertSentEmail(tx.db, { id, personId: person.id, subject: "Demo", now }));
    const email = { subject: "Demo", preheader: "Demo", heading: "Demo", paragraphs: ["Demo"] };
    const sending = sendMailJob.run(
      ctx,
      { ...email, id, to: "demo@example.test", writtenAt: now.toISOString(), locale: "en" },
      { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
    );
    await expect(sending).rejects.toThrow();
    const { data } = await other.graphql<{
      studioPerson: { history: { items: { what: string; delivery: string }[] } };
    }>(
      `{ studioPerson(id: "${person.id}") { history(part: emails) { items { what delivery } } } }`,
      {},
      { as: staff },
    );
    expect(data!.studioPerson.history.items).toContainEqual({ what: "Demo", delivery });
  } finally {
    await other.stop();
    // The mailer keeps its connections.
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => smtp.close(resolve));
  }
});

test("shows reports by and about a person to those who see cases, and never who reported", async () => {
  const [person, other] = [await server.member(), await server.member()];
  await report(person, other);
  await report(other, person);
  const seen = await history(person, null, admin);
  expect(seen.filter(({ kind }) => kind.startsWith("report"))).toMatchObject([
    { kind: "reported", what: "spam", contentType: "user", by: null },
    { kind: "report", what: "spam", contentType: "user", by: null },
  ]);
  expect(JSON.stringify(seen.filter(({ kind }) => kind === "reported"))).not.toContain(other.id);
  for (const part of [null, "reports"])
    expect((await history(person, part)).filter(({ kind }) => kind.startsWith("report"))).toEqual([]);
});

test("pages all kinds in one order, and filters by one", async () => {
  const person = await server.member();
  await subscribeAs(server, person, { withoutTrial: true });
  await note(person, "Prefers email");
  const { id } = await createClass(server.pool, { title: "Demo Five" });
  await danced(person, id, "2026-03-01T10:00:00Z");
  await expect.poll(async () => (await history(person, "emails")).length).toBeGreaterThan(0);
  const all = await history(person);
  expect(new Set(all.map(({ kind }) => kind))).toEqual(
    new Set(["plan", "paid", "email", "note", "practice"]),
  );
  const ids = (events: Event[]) => events.map((event) => event.id);
  expect(ids(await history(person, null, support, 1))).toEqual(ids(all));
  const kindsOf = async (part: string) => new Set((await history(person, part)).map(({ kind }) => kind));
  expect(await kindsOf("plan")).toEqual(new Set(["plan"]));
  expect(await kindsOf("money")).toEqual(new Set(["paid"]));
  expect(await kindsOf("notes")).toEqual(new Set(["note"]));
  expect((await history(person, "notes"))[0]).toMatchObject({ what: "Prefers email", by: "Demo Support" });
  expect(all.at(-1)).toMatchObject({ kind: "practice" });
});
