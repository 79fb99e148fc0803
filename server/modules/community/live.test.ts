import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { classTalkChanges, postChanges } from "./live.ts";
import { talkAt } from "./testing.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let ben: TestPerson;
const { call, createPost, createComment, report, settled } = talkAt(() => server);
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ roles: "api", database: database.connection });
  await createLibrary(server.pool);
  await createClass(server.pool, { slug: "drag-the-left", style: "house" });
  ben = await server.member({ username: "ben_two" });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

test("notifies subscribers of a post about new comments", async () => {
  const author = await settled();
  const { value: made } = await createPost(author, "Live");
  const changes = await postChanges(server.ctx(), made.id);
  await changes.next();
  const nextChange = changes.next();
  await createComment(ben, made.id, "Now");
  expect((await nextChange).done).toBe(false);
  await changes.return(undefined);
});

test("notifies subscribers of approvals, removals and comments on videos and classes", async () => {
  const [author, stranger, moderator] = await Promise.all([
    settled(),
    settled(),
    server.member({ role: "moderator" }),
  ]);
  const expectUpdate = async (changes: AsyncGenerator<undefined>, work: () => Promise<unknown>) => {
    await changes.next();
    const nextChange = changes.next();
    await work();
    expect((await nextChange).done).toBe(false);
    await changes.return(undefined);
  };
  await call(`mutation { changeCommentSettings(approves: everyone) { approves } }`, {}, author);
  const { value: made } = await createPost(author, "Careful");
  const { value: createdComment } = await createComment(stranger, made.id, "May I?");
  expect(createdComment.isWaiting).toBe(true);
  await expectUpdate(await postChanges(server.ctx(), made.id), () =>
    call(`mutation ($id: ID!) { approveComment(id: $id) { id } }`, { id: createdComment.id }, author),
  );
  await report(author, "comment", createdComment.id);
  await expectUpdate(await postChanges(server.ctx(), made.id), async () => {
    const { value: page } = await call<{ items: { id: string; contentId: string }[] }>(
      `{ moderationCases(queue: reported) { items { id contentId } } }`,
      {},
      moderator,
    );
    const { id } = page.items.find(({ contentId }) => contentId === createdComment.id)!;
    await call(
      `mutation ($id: ID!) { decideCase(id: $id, decision: remove, reason: spam) { id } }`,
      { id },
      moderator,
    );
  });
  await expectUpdate(await classTalkChanges(server.ctx(), "drag-the-left"), () =>
    call(
      `mutation ($key: String!) { createClassComment(classId: "drag-the-left", text: "Here", idempotencyKey: $key) { id } }`,
      { key: randomUUID() },
      author,
    ),
  );
});

test("delivers comments to subscribers on another server", async () => {
  const author = await settled();
  const { value: made } = await createPost(author, "Far away");
  const elsewhere = await startTestServer({
    roles: "api",
    database: database.connection,
    dataDir: server.dataDir,
  });
  const changes = await postChanges(elsewhere.ctx(), made.id);
  await changes.next();
  const nextChange = changes.next();
  await createComment(author, made.id, "Loud");
  expect((await nextChange).done).toBe(false);
  await changes.return(undefined);
  await elsewhere.stop();
});
