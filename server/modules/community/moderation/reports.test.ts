import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { talkAt } from "../testing.ts";

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
let guest: TestPerson;
const { call, createPost, createComment, readPost, listed, report, settled } = talkAt(() => server);
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  ana = await server.member({ username: "ana.steps" });
  ben = await server.member({ username: "ben_two" });
  guest = await server.anonymous();
});
afterAll(() => server?.stop());

describe("report", () => {
  test("hides content from its reporter at once, and from no one else", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Reported");
    expect((await report(guest, "post", made.id)).codes).toEqual([]);
    expect((await report(guest, "post", made.id, "hate")).codes).toEqual([]);
    expect(await readPost(made.id, guest)).toMatchObject({ reportedByMe: true });
    expect(await listed(guest)).not.toContain(made.id);
    expect(await listed(ana)).toContain(made.id);
    const { rows } = await server.pool.query(
      `select status, reports_count from community.cases where content_id = $1`,
      [made.id],
    );
    expect(rows).toEqual([{ status: "reported", reports_count: 1 }]);
  });

  test("hides a reported comment from lists under its post", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Post");
    const { value: createdComment } = await createComment(ben, made.id, "Rude");
    await report(ana, "comment", createdComment.id, "harassment");
    expect((await readPost(made.id, ana))?.comments).toEqual([]);
    expect((await readPost(made.id, author))?.comments).toHaveLength(1);
  });

  test("hides content after reports by five members until it is moderated", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Many will report this");
    for (let at = 0; at < 4; at += 1) await report(await server.member(), "post", made.id);
    expect(await readPost(made.id, ana)).not.toBeNull();
    await report(await server.member(), "post", made.id);
    expect(await readPost(made.id, ana)).toBeNull();
    expect(await readPost(made.id, author)).toMatchObject({ isHeld: true });
  });

  test("rejects reports of own or unknown content, and more than twenty a day", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Own");
    expect((await report(author, "post", made.id)).codes).toEqual(["BAD_INPUT"]);
    expect((await report(ana, "user", randomUUID())).codes).toEqual(["NOT_FOUND"]);
    const eager = await server.member();
    for (let at = 0; at < 20; at += 1)
      await server.pool.query(
        `insert into community.reports (content_type, content_id, reporter_id, reason, reported_at) values ('post', gen_random_uuid(), $1, 'spam', now())`,
        [eager.id],
      );
    expect((await report(eager, "post", made.id)).codes).toEqual(["RATE_LIMITED"]);
  });

  test("hides a reported person's content from the reporter", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "By a reported person");
    const reporter = await server.member();
    expect((await report(reporter, "user", author.id)).codes).toEqual([]);
    expect(await listed(reporter)).not.toContain(made.id);
  });
});

describe("moderated reports", () => {
  test("start counting from zero after content was kept, and guests' reports never hide it", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Kept once");
    const isHeld = async () => (await readPost(made.id, author))!.isHeld;
    const reportBy = async (people: TestPerson[]) => {
      for (const person of people) expect((await report(person, "post", made.id)).codes).toEqual([]);
    };
    const members = async (many: number) => Promise.all(Array.from({ length: many }, () => server.member()));
    await reportBy(await members(5));
    expect(await isHeld()).toBe(true);
    const moderator = await server.member({ role: "moderator" });
    const { value: page } = await call<{ items: { id: string; contentId: string }[] }>(
      `{ moderationCases(queue: reported) { items { id contentId } } }`,
      {},
      moderator,
    );
    const { id } = page.items.find(({ contentId }) => contentId === made.id)!;
    await call(`mutation ($id: ID!) { decideCase(id: $id, decision: keep) { id } }`, { id }, moderator);
    expect(await isHeld()).toBe(false);
    await reportBy(await members(1));
    await reportBy(await Promise.all(Array.from({ length: 5 }, () => server.anonymous())));
    expect(await isHeld()).toBe(false);
    await reportBy(await members(4));
    expect(await isHeld()).toBe(true);
  });
});
