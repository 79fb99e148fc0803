import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { addUpLikesJob } from "./like-changes.ts";
import { talkAt } from "./testing.ts";

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
let guest: TestPerson;
const { call, createPost, readPost, setLike, settled, events } = talkAt(() => server);
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  ana = await server.member({ username: "ana.steps" });
  ben = await server.member({ username: "ben_two" });
  guest = await server.anonymous();
});
afterAll(() => server?.stop());

describe("like", () => {
  test("counts once per person and notifies once", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Like me");
    const likes = await Promise.all(Array.from({ length: 5 }, () => setLike(ben, "post", made.id)));
    expect(likes.map(({ codes }) => codes).flat()).toEqual([]);
    expect((await setLike(ana, "post", made.id)).value).toBe(2);
    expect(await readPost(made.id, ben)).toMatchObject({ likesCount: 2, likedByMe: true });
    expect((await setLike(ben, "post", made.id, false)).value).toBe(1);
    expect((await setLike(ben, "post", made.id, false)).value).toBe(1);
    expect((await setLike(ben, "post", made.id)).value).toBe(2);
    const published = (await events("community.liked")).filter(({ contentId }) => contentId === made.id);
    expect(published).toHaveLength(2);
    const { value: total } = await call<{ totalLikesCount: number }>(
      `{ me { totalLikesCount } }`,
      {},
      author,
    );
    expect(total.totalLikesCount).toBe(2);
    await call(`mutation ($id: ID!) { deletePost(id: $id) }`, { id: made.id }, author);
    expect(
      (await call<{ totalLikesCount: number }>(`{ me { totalLikesCount } }`, {}, author)).value
        .totalLikesCount,
    ).toBe(0);
  });

  test("doesn't wait for other likes of the same post that aren't committed yet, and is added up with them", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Like me at once");
    const other = await server.pool.connect();
    await other.query("begin");
    await other.query(
      "insert into community.likes (content_id, person_id, is_on, liked_at) values ($1, $2, true, now())",
      [made.id, ben.id],
    );
    expect((await setLike(ana, "post", made.id)).value).toBe(1);
    await other.query("commit");
    other.release();
    const counts = async () => ({
      post: (await readPost(made.id, ana))?.likesCount,
      received: (await call<{ totalLikesCount: number }>("{ me { totalLikesCount } }", {}, author)).value
        .totalLikesCount,
    });
    expect(await counts()).toEqual({ post: 2, received: 2 });
    await addUpLikesJob.run(
      server.ctx(),
      {},
      { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
    );
    expect((await server.pool.query("select from community.like_changes")).rowCount).toBe(0);
    expect(await counts()).toEqual({ post: 2, received: 2 });
    await call(`mutation ($id: ID!) { deletePost(id: $id) }`, { id: made.id }, author);
    expect((await counts()).received).toBe(0);
  });

  test("is accepted for visible posts, comments and uploads only", async () => {
    expect((await setLike(ana, "user", ben.id)).codes).toEqual(["BAD_INPUT"]);
    expect((await setLike(ana, "comment", randomUUID())).codes).toEqual(["NOT_FOUND"]);
    expect((await setLike(guest, "post", randomUUID())).codes).toEqual(["REGISTRATION_REQUIRED"]);
  });
});
