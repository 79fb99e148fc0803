import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let moderator: TestPerson;
let admin: TestPerson;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ roles: "api,worker", clock: { now: () => new Date(now) } });
  moderator = await server.member({ role: "moderator", username: "mod.one" });
  admin = await server.member({ role: "admin", username: "admin.one" });
});
afterAll(() => server?.stop());

const call = async <Value>(query: string, variables: object, as?: TestPerson) => {
  const { data, errors } = await server.graphql<Record<string, Value>>(query, variables, as ? { as } : {});
  const [only] = Object.values(data ?? {});
  return { value: (only ?? null) as Value, codes: errors.map(({ extensions }) => extensions.code) };
};
interface Case {
  id: string;
  contentId: string;
  status: string;
  cause: string;
  decision: string | null;
  reportsCount: number;
  removals: number;
  text: string | null;
  appeal: string | null;
  reports: { reason: string; details: string | null }[];
}
const fields =
  "id contentId status cause decision reportsCount removals text appeal reports { reason details }";
const queue = async (name: string, as = moderator, reason: string | null = null) =>
  (
    await call<{ items: Case[] } | null>(
      `query ($queue: ModerationQueue!, $reason: ReportReason) { moderationCases(queue: $queue, reason: $reason, pagination: { first: 20 }) { items { ${fields} } } }`,
      { queue: name, reason },
      as,
    )
  ).value?.items;
const caseOf = async (contentId: string, name = "reported", as = moderator) =>
  (await queue(name, as))?.find((found) => found.contentId === contentId);
const decide = (id: string, decision: string, reason: string | null = null, as = moderator) =>
  call<Case>(
    `mutation ($id: ID!, $decision: ModerationDecision!, $reason: ReportReason) { decideCase(id: $id, decision: $decision, reason: $reason, note: "Seen") { ${fields} } }`,
    { id, decision, reason },
    as,
  );
const undo = (id: string, as = moderator) =>
  call<Case>(`mutation ($id: ID!) { undoCase(id: $id) { ${fields} } }`, { id }, as);
const settled = async () => {
  const person = await server.member();
  await server.pool.query(`insert into community.standing (person_id, since) values ($1, '2020-01-01')`, [
    person.id,
  ]);
  return person;
};
const post = async (as: TestPerson, text: string) =>
  await call<{ id: string } | null>(
    `mutation ($text: String!, $key: String!) { createPost(text: $text, idempotencyKey: $key) { id } }`,
    { text, key: randomUUID() },
    as,
  );
const report = (as: TestPerson, id: string, reason = "spam", details: string | null = null) =>
  call<boolean>(
    `mutation ($id: ID!, $reason: ReportReason!, $details: String) { report(contentType: post, id: $id, reason: $reason, details: $details) }`,
    { id, reason, details },
    as,
  );
const readPost = async (id: string, as?: TestPerson) =>
  (
    await call<{ removedReason: string | null } | null>(
      `query ($id: ID!) { post(id: $id) { removedReason } }`,
      { id },
      as,
    )
  ).value;
const emails = async () => {
  const folder = join(server.dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
};
/** Makes delayed jobs run now. */
const runDelayedJobs = () => server.pool.query(`update graphile_worker._private_jobs set run_at = now()`);

test("shows the moderation queue to moderators only", async () => {
  const member = await settled();
  expect((await call(`{ moderationCounts { reported } }`, {}, member)).codes).toEqual(["NOT_FOUND"]);
  expect(
    (await call(`{ moderationCases(queue: done) { nextCursor } }`, {}, await server.anonymous())).codes,
  ).toEqual(["NOT_FOUND"]);
  expect((await decide(randomUUID(), "keep", null, member)).codes).toEqual(["NOT_FOUND"]);
  expect((await decide(randomUUID(), "keep")).codes).toEqual(["NOT_FOUND"]);
});

test("hides removed content, adds a strike, emails the reason, records an audit entry and allows one appeal", async () => {
  const author = await settled();
  const made = (await post(author, "Full routine on my page")).value!;
  await report(await server.member(), made.id, "spam", "An advert");
  await report(await server.member(), made.id, "other");
  const found = (await caseOf(made.id))!;
  expect(found).toMatchObject({
    status: "reported",
    reportsCount: 2,
    text: "Full routine on my page",
    removals: 0,
  });
  expect(found.reports.map(({ reason }) => reason).sort()).toEqual(["other", "spam"]);
  expect((await queue("reported", moderator, "hate"))?.map(({ id }) => id)).not.toContain(found.id);
  expect((await decide(found.id, "remove")).codes).toEqual(["BAD_INPUT"]);
  expect((await decide(found.id, "limit")).codes).toEqual(["BAD_INPUT"]);
  expect((await decide(found.id, "remove", "spam")).value).toMatchObject({
    status: "reviewed",
    decision: "remove",
    removals: 1,
  });
  expect((await decide(found.id, "keep")).codes).toEqual(["ILLEGAL_TRANSITION"]);
  expect(await readPost(made.id)).toBeNull();
  expect(await readPost(made.id, author)).toEqual({ removedReason: "spam" });
  const { rows } = await server.pool.query(
    `select actor_id, action, details from identity.staff_acts where subject = $1`,
    [`post:${made.id}`],
  );
  expect(rows).toEqual([
    {
      actor_id: moderator.id,
      action: "community.case_decided",
      details: { decision: "remove", reason: "spam", note: "Seen" },
    },
  ]);
  await runDelayedJobs();
  await expect
    .poll(
      async () =>
        (await emails()).some((text) => text.includes("Your post was removed") && text.includes("spam")),
      { timeout: 60_000 },
    )
    .toBe(true);

  const appeal = (as: TestPerson) =>
    call<boolean>(
      `mutation ($id: ID!) { appeal(contentType: post, id: $id, text: "It was my own class") }`,
      { id: made.id },
      as,
    );
  expect((await appeal(await settled())).codes).toEqual(["NOT_FOUND"]);
  expect((await appeal(author)).codes).toEqual([]);
  expect((await appeal(author)).codes).toEqual(["ILLEGAL_TRANSITION"]);
  expect(await caseOf(made.id, "appeals")).toMatchObject({ cause: "appeal", appeal: "It was my own class" });
  expect((await decide(found.id, "keep")).value).toMatchObject({ decision: "keep", removals: 0 });
  expect(await readPost(made.id)).not.toBeNull();
  await runDelayedJobs();
  await expect
    .poll(async () => (await emails()).some((text) => text.includes("Your appeal was successful")), {
      timeout: 60_000,
    })
    .toBe(true);
});

test("lets the moderator undo a decision within the undo period, without an email", async () => {
  const author = await settled();
  const made = (await post(author, "Taken down by mistake")).value!;
  await report(await server.member(), made.id);
  const { id } = (await caseOf(made.id))!;
  await decide(id, "remove", "hate");
  expect((await undo(id, admin)).codes).toEqual(["ILLEGAL_TRANSITION"]);
  expect((await undo(id)).value).toMatchObject({ status: "reported", decision: null, removals: 0 });
  expect(await readPost(made.id)).not.toBeNull();
  const before = (await emails()).length;
  await runDelayedJobs();
  await decide(id, "keep");
  now += 31_000;
  expect((await undo(id)).codes).toEqual(["ILLEGAL_TRANSITION"]);
  await runDelayedJobs();
  await expect
    .poll(async () => (await server.pool.query(`select from graphile_worker._private_jobs`)).rowCount, {
      timeout: 60_000,
    })
    .toBe(0);
  expect((await emails()).length).toBe(before);
});

test("pauses an author after repeated removals", async () => {
  const author = await settled();
  for (const text of ["First bad thing", "Second bad thing"]) {
    const made = (await post(author, text)).value!;
    await report(await server.member(), made.id);
    await decide((await caseOf(made.id))!.id, "remove", "harassment");
  }
  expect((await post(author, "A third")).codes).toEqual(["FORBIDDEN"]);
  now += 25 * 60 * 60 * 1000;
  expect((await post(author, "A third")).codes).toEqual([]);
});

test("reserves escalated cases for administrators", async () => {
  const author = await settled();
  const made = (await post(author, "Difficult")).value!;
  await report(await server.member(), made.id);
  const { id } = (await caseOf(made.id))!;
  expect(
    (await call(`mutation ($id: ID!) { passCase(id: $id) { isPassed } }`, { id }, moderator)).codes,
  ).toEqual([]);
  expect(await caseOf(made.id)).toBeUndefined();
  expect((await decide(id, "keep")).codes).toEqual(["NOT_FOUND"]);
  expect(await caseOf(made.id, "passed", admin)).toBeDefined();
  expect((await decide(id, "keep", null, admin)).value).toMatchObject({ decision: "keep" });
});

test("drops content from the queue when its author deletes it", async () => {
  const author = await settled();
  const made = (await post(author, "Deleted soon")).value!;
  await report(await server.member(), made.id);
  expect(await caseOf(made.id)).toBeDefined();
  await call(`mutation ($id: ID!) { deletePost(id: $id) }`, { id: made.id }, author);
  expect(await caseOf(made.id)).toBeUndefined();
});

test("pages the queue by number of reports, most first", async () => {
  const author = await settled();
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const made = (await post(author, `Page ${at} of the queue`)).value!;
    for (let times = 0; times <= at; times += 1) await report(await server.member(), made.id);
    ids.push(made.id);
  }
  const read = async (after: string | null) =>
    (
      await call<{ items: Case[]; nextCursor: string | null }>(
        `query ($after: String) { moderationCases(queue: reported, pagination: { first: 1, after: $after }) { items { contentId } nextCursor } }`,
        { after },
        moderator,
      )
    ).value;
  const found: string[] = [];
  for (let after: string | null = null, more = true; more; more = after !== null) {
    const page = await read(after);
    found.push(...page.items.map(({ contentId }) => contentId));
    after = page.nextCursor;
  }
  expect(found.filter((id) => ids.includes(id))).toEqual([...ids].reverse());
  expect(new Set(found).size).toBe(found.length);
});
