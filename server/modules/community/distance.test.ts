import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { partLikes } from "./likes.ts";
import { commentFields, talkAt } from "./testing.ts";
import type { Said } from "./testing.ts";

let server: TestServer;
const { call, createPost, createComment, readPost, listed, setLike, report, settled, setDistance } = talkAt(
  () => server,
);
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  await createClass(server.pool, { slug: "drag-the-left", style: "house" });
});
afterAll(() => server?.stop());

/** Gives `work` a connection of its own, for statements that lock rows, and a wait until a request waits for those locks. */
async function withConnection(
  work: (
    query: (text: string, values?: unknown[]) => Promise<unknown>,
    untilWaiting: () => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const client = await server.pool.connect();
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%community.standing%'";
  try {
    await work(
      (text, values) => client.query(text, values),
      () =>
        expect
          .poll(async () => (await server.pool.query(waiting)).rowCount, { timeout: 60_000 })
          .toBeGreaterThan(0),
    );
  } finally {
    // Closed, so that no lock outlives a failure.
    client.release(true);
  }
}

describe("block", () => {
  test("hides posts, comments and replies in both directions, and prevents replies and likes", async () => {
    const [one, two, author] = await Promise.all([settled(), settled(), settled()]);
    const { value: ofOne } = await createPost(one, "By one");
    const { value: ofTwo } = await createPost(two, "By two");
    const { value: shared } = await createPost(author, "Shared");
    const { value: createdComment } = await createComment(one, shared.id, "One says");
    await createComment(two, shared.id, "Two says");
    await createComment(two, shared.id, "Two answers", { replyToId: createdComment.id });
    await setDistance(one, "setBlocked", two.id);
    for (const [as, theirs] of [
      [one, ofTwo],
      [two, ofOne],
    ] as const) {
      expect(await listed(as)).not.toContain(theirs.id);
      expect(await readPost(theirs.id, as)).toBeNull();
      expect((await createComment(as, theirs.id, "Hello")).codes).toEqual(["NOT_FOUND"]);
      expect((await setLike(as, "post", theirs.id)).codes).toEqual(["NOT_FOUND"]);
    }
    expect(await readPost(shared.id, one)).toMatchObject({ comments: [{ text: "One says", replies: [] }] });
    expect(await readPost(shared.id, two)).toMatchObject({ comments: [{ text: "Two says" }] });
    expect((await createComment(two, shared.id, "Again", { replyToId: createdComment.id })).codes).toEqual([
      "NOT_FOUND",
    ]);
  });

  test("hides a muted person from lists, in one direction", async () => {
    const [one, two] = await Promise.all([settled(), settled()]);
    const { value: made } = await createPost(two, "Muted words");
    await setDistance(one, "setMuted", two.id);
    expect(await listed(one)).not.toContain(made.id);
    expect(await readPost(made.id, one)).not.toBeNull();
  });
});

describe("block enforcement", () => {
  const named = async () => {
    const username = `demo.${randomUUID().replaceAll("-", "").slice(0, 12)}`;
    return { ...(await settled(username)), username };
  };
  const blocked = async () => {
    const [one, two] = await Promise.all([named(), named()]);
    await setDistance(one, "setBlocked", two.id);
    return [
      [one, two],
      [two, one],
    ] as const;
  };
  const comment = async (id: string, as: TestPerson) =>
    (await call<Said | null>(`query ($id: ID!) { comment(id: $id) { ${commentFields} } }`, { id }, as)).value;

  test("hides comments on a blocked person's post, also by direct URL", async () => {
    for (const [me, other] of await blocked()) {
      const third = await settled();
      const { value: made } = await createPost(other, "Under this");
      const { value: createdComment } = await createComment(third, made.id, "Said there");
      expect(await comment(createdComment.id, third)).toMatchObject({ text: "Said there" });
      expect(await comment(createdComment.id, me)).toBeNull();
      expect((await setLike(me, "comment", createdComment.id)).codes).toEqual(["NOT_FOUND"]);
      expect((await report(me, "comment", createdComment.id)).codes).toEqual(["NOT_FOUND"]);
    }
  });

  test("removes likes between the two and subtracts them from the counts", async () => {
    const [one, two, third] = await Promise.all([settled(), settled(), settled()]);
    const { value: ofOne } = await createPost(one, "Liked once");
    const { value: ofTwo } = await createPost(two, "Liked twice");
    await setLike(two, "post", ofOne.id);
    await setLike(one, "post", ofTwo.id);
    await setLike(third, "post", ofOne.id);
    await setDistance(one, "setBlocked", two.id);
    await server.ctx().transact((tx) => partLikes(tx, one.id, two.id));
    expect(await readPost(ofOne.id)).toMatchObject({ likesCount: 1 });
    expect(await readPost(ofTwo.id)).toMatchObject({ likesCount: 0 });
    const { value: me } = await call<{ totalLikesCount: number }>(`{ me { totalLikesCount } }`, {}, one);
    expect(me.totalLikesCount).toBe(1);
  });

  test("removes a like that isn't committed yet, also if it is the person's first act", async () => {
    for (const liker of [await settled(), await server.member()]) {
      const author = await settled();
      const { value: post } = await createPost(author, "Liked at the last moment");
      await withConnection(async (like, untilWaiting) => {
        await like("begin");
        // What a like locks and saves.
        await like(
          "insert into community.standing (person_id, since) values ($1, now()) on conflict (person_id) do update set since = standing.since",
          [liker.id],
        );
        await like(
          "insert into community.likes (content_id, person_id, is_on, liked_at) values ($1, $2, true, now())",
          [post.id, liker.id],
        );
        await setDistance(author, "setBlocked", liker.id);
        const parted = server.ctx().transact((tx) => partLikes(tx, author.id, liker.id));
        await untilWaiting();
        await like("commit");
        await parted;
      });
      expect(await readPost(post.id)).toMatchObject({ likesCount: 0 });
    }
  });

  test("has nothing left to remove once one of the two is deleted", async () => {
    const [one, two] = [await settled(), await settled()];
    await setDistance(one, "setBlocked", two.id);
    await server.pool.query(`delete from identity."user" where id = $1`, [two.id]);
    await server.ctx().transact((tx) => partLikes(tx, one.id, two.id));
    expect(
      (await server.pool.query("select from community.standing where person_id = $1", [two.id])).rowCount,
    ).toBe(0);
  });

  test("refuses a like that waited while the two were parted", async () => {
    const [liker, author] = [await settled(), await settled()];
    const { value: post } = await createPost(author, "Liked too late");
    await withConnection(async (other, untilWaiting) => {
      await other("begin");
      await other("select from community.standing where person_id = $1 for update", [liker.id]);
      const like = setLike(liker, "post", post.id);
      await untilWaiting();
      await setDistance(author, "setBlocked", liker.id);
      await other("commit");
      expect((await like).codes).toEqual(["NOT_FOUND"]);
    });
    expect(await readPost(post.id)).toMatchObject({ likesCount: 0 });
  });

  test("hides videos, their comments, profiles and search results", async () => {
    for (const [me, other] of await blocked()) {
      const id = randomUUID();
      await server.pool.query(
        `insert into media.assets (id, owner_kind, owner_id, availability, version) values ($1, 'upload', $2, 'available', gen_random_uuid())`,
        [id, other.id],
      );
      await server.pool.query(
        `insert into community.content (id, kind, author_id, text, created_at) values ($1, 'video_upload', $2, 'Mine', now())`,
        [id, other.id],
      );
      const third = await named();
      const seen = async (as: TestPerson) =>
        (await call<object | null>(`query ($id: ID!) { videoUpload(id: $id) { id } }`, { id }, as)).value;
      const say = (as: TestPerson) =>
        call(
          `mutation ($id: ID!, $key: String!) { createVideoComment(videoUploadId: $id, text: "Hello", idempotencyKey: $key) { id } }`,
          { id, key: randomUUID() },
          as,
        );
      expect(await seen(third)).not.toBeNull();
      expect((await say(third)).codes).toEqual([]);
      expect(await seen(me)).toBeNull();
      expect((await say(me)).codes).toEqual(["NOT_FOUND"]);
      const { value: offered } = await call<{ id: string }[]>(
        `query ($beginning: String!) { people(beginning: $beginning) { id } }`,
        { beginning: other.username },
        me,
      );
      expect(offered).toEqual([]);
      await call(
        `mutation ($userId: ID!) { setFollowing(userId: $userId, following: true) }`,
        { userId: third.id },
        other,
      );
      const { value: page } = await call<{ followers: { items: { id: string }[] } }>(
        `query ($username: String!) { userProfileGetByUsername(username: $username) { followers { items { id } } } }`,
        { username: third.username },
        me,
      );
      expect(page.followers.items).toEqual([]);
    }
  });

  test("keeps two people out of one practice room if either blocked the other", async () => {
    for (const [me, other] of await blocked()) {
      const { value: room } = await call<{ id: string }>(
        `mutation ($memberId: ID!) { openRoom(classId: "drag-the-left", kind: together, memberId: $memberId, name: "Demo Host") { id } }`,
        { memberId: randomUUID() },
        other,
      );
      const join = (as: TestPerson) =>
        call(
          `mutation ($roomId: ID!, $memberId: ID!) { joinRoom(roomId: $roomId, memberId: $memberId, name: "Demo Guest") { id } }`,
          { roomId: room.id, memberId: randomUUID() },
          as,
        );
      expect((await join(me)).codes).toEqual(["NOT_FOUND"]);
      expect((await join(await server.member())).codes).toEqual([]);
    }
  });
});

test("pages the blocked and muted people, latest first, and removes them", async () => {
  const me = await settled();
  const others = await Promise.all(Array.from({ length: 5 }, () => server.member()));
  for (const { id } of others) await setDistance(me, "setMuted", id);
  const list = async (after: string | null) =>
    (
      await call<{ muted: { items: { id: string }[]; nextCursor: string | null } }>(
        `query ($after: String) { me { muted(pagination: { first: 2, after: $after }) { items { id } nextCursor } } }`,
        { after },
        me,
      )
    ).value.muted;
  const found: string[] = [];
  for (let after: string | null = null; ;) {
    const { items, nextCursor } = await list(after);
    found.push(...items.map(({ id }) => id));
    if (!nextCursor) break;
    after = nextCursor;
  }
  expect(found).toEqual(others.map(({ id }) => id).toReversed());
  for (const { id } of others) await setDistance(me, "setMuted", id, false);
  expect((await list(null)).items).toEqual([]);
});
