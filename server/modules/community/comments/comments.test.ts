import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { commentFields, talkAt } from "../testing.ts";
import type { Said } from "../testing.ts";

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
const { call, createPost, createComment, readPost, settled, events } = talkAt(() => server);
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  await createClass(server.pool, { slug: "drag-the-left", style: "house" });
  ana = await server.member({ username: "ana.steps" });
  ben = await server.member({ username: "ben_two" });
});
afterAll(() => server?.stop());

describe("comment", () => {
  test("only accepts replies to a comment on the same post", async () => {
    const author = await settled();
    const { value: one } = await createPost(author, "One");
    const { value: two } = await createPost(author, "Two");
    const { value: createdComment } = await createComment(ben, one.id, "Under one");
    expect((await createComment(ben, two.id, "Astray", { replyToId: createdComment.id })).codes).toEqual([
      "NOT_FOUND",
    ]);
    expect((await createComment(ben, randomUUID(), "Astray")).codes).toEqual(["NOT_FOUND"]);
    expect((await createComment(ben, one.id, "Later", { atMs: -1 })).codes).toEqual(["BAD_INPUT"]);
  });

  test("leaves a placeholder when deleted if it has replies", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Post");
    const { value: createdComment } = await createComment(ben, made.id, "To be deleted");
    const { value: lone } = await createComment(ben, made.id, "Alone");
    await createComment(author, made.id, "An answer", { replyToId: createdComment.id });
    const remove = (as: TestPerson, id: string) =>
      call<boolean>(`mutation ($id: ID!) { deleteComment(id: $id) }`, { id }, as);
    expect((await remove(ana, createdComment.id)).value).toBe(false);
    expect((await remove(ben, createdComment.id)).value).toBe(true);
    // The owner of a post may delete comments on it.
    await remove(author, lone.id);
    expect(await readPost(made.id)).toMatchObject({
      commentsCount: 1,
      comments: [{ isDeleted: true, text: "", author: { username: null }, replies: [{ text: "An answer" }] }],
    });
  });

  test("on a class accepts a timestamp", async () => {
    const { value, codes } = await call<Said>(
      `mutation { createClassComment(classId: "drag-the-left", text: "The drag at 0:20", atMs: 20000, idempotencyKey: "one") { ${commentFields} } }`,
      {},
      ana,
    );
    expect(codes).toEqual([]);
    const { value: found } = await call<{ commentsCount: number; discussion: { items: Said[] } }>(
      `{ studioClass(id: "drag-the-left") { commentsCount discussion { items { id atMs replies { id } } } } }`,
      {},
    );
    expect(found).toMatchObject({
      commentsCount: 1,
      discussion: { items: [{ id: value.id, atMs: 20_000 }] },
    });
  });

  test("at a moment of a class is listed by it, for editors", async () => {
    const { id: classId } = await createClass(server.pool, { style: "house" });
    const author = await settled();
    const say = (text: string, atMs: number | null) =>
      call<Said>(
        `mutation ($classId: ID!, $text: String!, $atMs: Int, $key: String!) {
          createClassComment(classId: $classId, text: $text, atMs: $atMs, idempotencyKey: $key) { ${commentFields} } }`,
        { classId, text, atMs, key: randomUUID() },
        author,
      );
    await say("The turn at 0:40", 40_000);
    await say("Nice", null);
    const { value: gone } = await say("The drop at 0:30", 30_000);
    await say("The drag at 0:20", 20_000);
    await call(`mutation ($id: ID!) { deleteComment(id: $id) }`, { id: gone.id }, author);
    const listed = (as: TestPerson) =>
      call<Said[]>(
        "query ($classId: ID!) { commentsAtMoments(classId: $classId) { text } }",
        { classId },
        as,
      );
    const editor = await server.member({ role: "editor" });
    expect((await listed(editor)).value).toEqual([
      { text: "The drag at 0:20" },
      { text: "The turn at 0:40" },
    ]);
    expect((await listed(ben)).codes).toEqual(["NOT_FOUND"]);
  });

  test("waits for approval by the post's owner if they require it", async () => {
    const owner = await settled();
    const { value: commentSettings } = await call<{ approves: string; watchedWords: string[] }>(
      `mutation { changeCommentSettings(approves: strangers, watchedWords: [" Cringe ", "cringe", ""]) { approves watchedWords } }`,
      {},
      owner,
    );
    expect(commentSettings).toEqual({ approves: "strangers", watchedWords: ["cringe"] });
    const { value: made } = await createPost(owner, "Be gentle");
    const { value: createdComment } = await createComment(ben, made.id, "Hello there");
    expect(createdComment.isWaiting).toBe(true);
    expect((await readPost(made.id, ana))?.comments).toEqual([]);
    expect((await readPost(made.id, ben))?.comments).toHaveLength(1);
    expect((await readPost(made.id, owner))?.comments).toMatchObject([{ isWaiting: true }]);
    const approve = (as: TestPerson) =>
      call<Said>(
        `mutation ($id: ID!) { approveComment(id: $id) { isWaiting } }`,
        { id: createdComment.id },
        as,
      );
    expect((await approve(ana)).codes).toEqual(["NOT_FOUND"]);
    expect((await approve(owner)).value.isWaiting).toBe(false);
    expect(await readPost(made.id, ana)).toMatchObject({
      commentsCount: 1,
      comments: [{ text: "Hello there" }],
    });
    await server.pool.query(`update community.standing set approves = 'nobody' where person_id = $1`, [
      owner.id,
    ]);
    expect((await createComment(ben, made.id, "So CRINGEY")).value.isWaiting).toBe(true);
    expect((await createComment(ben, made.id, "So good")).value.isWaiting).toBe(false);
  });

  test("notifies the owner, the author replied to and mentioned people once each", async () => {
    const author = await settled("news.author");
    const named = await settled("news.named");
    const { value: made } = await createPost(author, "News");
    const { value: createdComment } = await createComment(ben, made.id, "Hey @news.named and @news.author");
    expect((await events("community.comment_created")).at(-1)).toMatchObject({
      commentId: createdComment.id,
      ownerId: author.id,
      mentionedIds: [named.id],
      path: `/post/${made.id}#comment-${createdComment.id}`,
    });
    const { value: answer } = await createComment(author, made.id, "Thanks", {
      replyToId: createdComment.id,
    });
    expect((await events("community.reply_created")).at(-1)).toMatchObject({
      commentId: answer.id,
      repliedToId: ben.id,
      mentionedIds: [],
    });
  });
});
