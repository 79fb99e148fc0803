import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { commentOnClass } from "./comments/comments.ts";
import { setLike as like } from "./likes.ts";
import { createPost as createPostDirectly } from "./posts.ts";
import { createUpload } from "./uploads/uploads.ts";
import { talkAt } from "./testing.ts";
import type { Said } from "./testing.ts";

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
let guest: TestPerson;
const { call, createPost, createComment, readPost, listed, settle, settled } = talkAt(() => server);
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  await createClass(server.pool, { slug: "drag-the-left", style: "house" });
  ana = await server.member({ username: "ana.steps" });
  ben = await server.member({ username: "ben_two" });
  guest = await server.anonymous();
});
afterAll(() => server?.stop());

describe("post", () => {
  test("is readable by everyone, with its class, comments and replies", async () => {
    const { value: made, codes } = await createPost(ana, "Count **four** runs away", {
      classId: "drag-the-left",
    });
    expect(codes).toEqual([]);
    const { value: createdComment } = await createComment(ben, made.id, "Look at 0:17", { atMs: 17_000 });
    const { value: answer } = await createComment(ana, made.id, "Held it", { replyToId: createdComment.id });
    await createComment(ben, made.id, "And answer again", { replyToId: answer.id });
    const read = await readPost(made.id);
    expect(read).toMatchObject({
      text: "Count **four** runs away",
      author: { username: "ana.steps" },
      commentsCount: 3,
      studioClass: { classId: "drag-the-left" },
      comments: [
        { text: "Look at 0:17", atMs: 17_000, replies: [{ text: "Held it" }, { text: "And answer again" }] },
      ],
    });
    expect(await listed()).toContain(made.id);
    expect(await listed(undefined, { style: "house" })).toContain(made.id);
    expect(await listed(undefined, { style: "latin" })).not.toContain(made.id);
    expect(await listed(undefined, { username: "@ana.steps" })).toContain(made.id);
  });

  test("is created once per idempotency key, also concurrently; the key with another text is rejected", async () => {
    const author = await settled();
    const idempotencyKey = randomUUID();
    const made = await Promise.all(
      Array.from({ length: 6 }, () => createPost(author, "Once only", { idempotencyKey })),
    );
    expect(new Set(made.map(({ value }) => value.id)).size).toBe(1);
    expect((await createPost(author, "Something else", { idempotencyKey })).codes).toEqual([
      "IDEMPOTENCY_KEY_REUSED",
    ]);
  });

  test("requires text, an idempotency key and an existing class", async () => {
    expect((await createPost(ana, " \n")).codes).toEqual(["BAD_INPUT"]);
    expect((await createPost(ana, "x".repeat(5001))).codes).toEqual(["BAD_INPUT"]);
    expect((await createPost(ana, "x", { idempotencyKey: "" })).codes).toEqual(["BAD_INPUT"]);
    expect((await createPost(ana, "x", { classId: "not-there" })).codes).toEqual(["NOT_FOUND"]);
    expect((await createPost(ana, "card 4242 4242 4242 4242")).codes).toEqual(["PAN_REJECTED"]);
    expect((await createPost(guest, "hello")).codes).toEqual(["REGISTRATION_REQUIRED"]);
  });

  test("is edited with its history and deleted by its author only", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "First words");
    const edit = (as: TestPerson, text: string) =>
      call<Said>(
        `mutation ($id: ID!, $text: String!) { editPost(id: $id, text: $text) { text } }`,
        { id: made.id, text },
        as,
      );
    expect((await edit(ben, "Mine now")).codes).toEqual(["NOT_FOUND"]);
    expect((await edit(author, "Second words")).value.text).toBe("Second words");
    expect(await readPost(made.id)).toMatchObject({
      text: "Second words",
      revisions: [{ text: "First words" }],
    });
    const remove = (as: TestPerson) =>
      call<boolean>(`mutation ($id: ID!) { deletePost(id: $id) }`, { id: made.id }, as);
    await createComment(ben, made.id, "Nice");
    expect((await remove(ben)).value).toBe(false);
    expect(await readPost(made.id)).not.toBeNull();
    expect((await remove(author)).value).toBe(true);
    expect((await remove(author)).value).toBe(false);
    expect(await readPost(made.id)).toBeNull();
    const { rows } = await server.pool.query(`select from community.content where subject_id = $1`, [
      made.id,
    ]);
    expect(rows).toEqual([]);
  });

  test("is not found by an invalid id", async () => {
    for (const id of ["nonsense", randomUUID(), "' or 1=1 --"]) expect(await readPost(id, ana)).toBeNull();
  });
});

describe("newcomers", () => {
  test("are limited to five posts and two links an hour", async () => {
    const newcomer = await server.member();
    expect((await createPost(newcomer, "https://a.test https://b.test https://c.test")).codes).toEqual([
      "LINK_LIMIT",
    ]);
    for (const text of ["one thing", "two things", "three things", "four things", "five things"])
      expect((await createPost(newcomer, text)).codes).toEqual([]);
    expect((await createPost(newcomer, "a sixth thing")).codes).toEqual(["POST_LIMIT"]);
    await settle(newcomer);
    expect((await createPost(newcomer, "a sixth thing")).codes).toEqual([]);
  });

  test("can't exceed the limit with concurrent posts", async () => {
    const newcomer = await server.member();
    const made = await Promise.all(
      Array.from({ length: 9 }, (_unused, at) => createPost(newcomer, `Thing number ${at}`)),
    );
    expect(made.filter(({ codes }) => codes.length === 0)).toHaveLength(5);
  });

  test("have repeated texts held for moderation", async () => {
    const spammer = await settled();
    const texts = [
      "Full routine, link in my bio!",
      "full routine link in MY bio",
      "Full routine - link in my bio",
    ];
    const made = [];
    for (const text of texts) made.push((await createPost(spammer, text)).value);
    expect(made.map(({ isHeld }) => isHeld)).toEqual([false, false, true]);
    expect(await readPost(made[2]!.id, ana)).toBeNull();
    expect(await readPost(made[2]!.id, spammer)).toMatchObject({ isHeld: true });
    expect(await listed()).not.toContain(made[2]!.id);
  });
});

test("rejects posts, comments, likes and uploads by children", async () => {
  const ctx = server.ctx({
    personId: ana.id,
    accountId: ana.id,
    isChild: true,
    hidesExplicit: true,
    sessionId: randomUUID(),
    role: "member",
    isAnonymous: false,
  });
  const refused = { code: "FORBIDDEN" };
  await expect(createPostDirectly(ctx, { text: "Hello", idempotencyKey: "child" })).rejects.toMatchObject(
    refused,
  );
  await expect(
    commentOnClass(ctx, "drag-the-left", { text: "Hello", idempotencyKey: "child" }),
  ).rejects.toMatchObject(refused);
  await expect(like(ctx, "post", randomUUID(), true)).rejects.toMatchObject(refused);
  await expect(createUpload(ctx, { fileName: "a.mp4", sizeInBytes: 1 })).rejects.toMatchObject(refused);
});
