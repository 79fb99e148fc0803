import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { commentOnClass } from "./comments.ts";
import { setLike as like } from "./likes.ts";
import { postChanges } from "./live.ts";
import { createPost as createPostDirectly } from "./posts.ts";
import { createUpload } from "./uploads.ts";

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
let guest: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  await createClass(server.pool, { slug: "drag-the-left", style: "house" });
  ana = await server.member({ username: "ana.steps" });
  ben = await server.member({ username: "ben_two" });
  guest = await server.anonymous();
});
afterAll(() => server?.stop());

const call = async <Value>(query: string, variables: object, as?: TestPerson) => {
  const { data, errors } = await server.graphql<Record<string, Value>>(query, variables, as ? { as } : {});
  const [only] = Object.values(data ?? {});
  return { value: (only ?? null) as Value, codes: errors.map(({ extensions }) => extensions.code), errors };
};
interface Said {
  id: string;
  text: string;
  likesCount: number;
  likedByMe: boolean;
  reportedByMe: boolean;
  commentsCount: number;
  isHeld: boolean;
  isWaiting: boolean;
  isGone: boolean;
  atMs: number | null;
  author: { username: string | null };
  replies: Said[];
  comments: Said[];
  revisions: { text: string }[];
  studioClass: { classId: string } | null;
}
const postFields = `id text likesCount likedByMe reportedByMe commentsCount isHeld author { username } studioClass { classId }`;
const commentFields = `id text likesCount likedByMe isHeld isWaiting isGone atMs author { username }`;
const createPost = (as: TestPerson, text: string, more: object = {}) =>
  call<Said>(
    `mutation ($text: String!, $classId: ID, $idempotencyKey: String!) {
      createPost(text: $text, classId: $classId, idempotencyKey: $idempotencyKey) { ${postFields} } }`,
    { text, idempotencyKey: randomUUID(), ...more },
    as,
  );
const createComment = (as: TestPerson, postId: string, text: string, more: object = {}) =>
  call<Said>(
    `mutation ($postId: ID!, $replyToId: ID, $text: String!, $atMs: Int, $idempotencyKey: String!) {
      createComment(postId: $postId, replyToId: $replyToId, text: $text, atMs: $atMs, idempotencyKey: $idempotencyKey) { ${commentFields} } }`,
    { postId, text, idempotencyKey: randomUUID(), ...more },
    as,
  );
const readPost = async (id: string, as?: TestPerson) =>
  (
    await call<Said | null>(
      `query ($id: ID!) { post(id: $id) { ${postFields} revisions { text } comments { ${commentFields} replies { ${commentFields} } } } }`,
      { id },
      as,
    )
  ).value;
const listed = async (as?: TestPerson, filter: object = {}) =>
  (
    await call<{ items: Said[] }>(
      `query ($filter: PostFilter) { posts(filter: $filter, pagination: { first: 100 }) { items { id } } }`,
      { filter },
      as,
    )
  ).value.items.map(({ id }) => id);
const setLike = (as: TestPerson, contentType: string, id: string, liked = true) =>
  call<number>(
    `mutation ($contentType: ContentType!, $id: ID!, $liked: Boolean!) { setLike(contentType: $contentType, id: $id, liked: $liked) }`,
    { contentType, id, liked },
    as,
  );
const report = (as: TestPerson, contentType: string, id: string, reason = "spam") =>
  call<boolean>(
    `mutation ($contentType: ContentType!, $id: ID!, $reason: ReportReason!) { report(contentType: $contentType, id: $id, reason: $reason) }`,
    { contentType, id, reason },
    as,
  );
const settle = (person: TestPerson) =>
  server.pool.query(
    `insert into community.standing (person_id, since) values ($1, '2020-01-01') on conflict (person_id) do update set since = excluded.since`,
    [person.id],
  );
const settled = async (username?: string) => {
  const person = await server.member(username ? { username } : {});
  await settle(person);
  return person;
};
const events = async (name: string) =>
  (
    await server.pool.query<{ payload: Record<string, unknown> }>(
      `select payload from platform.events where name = $1 order by occurred_at`,
      [name],
    )
  ).rows.map(({ payload }) => payload);

describe("a post", () => {
  test("is read by everybody, with its class; another's comment and the reply stand under it", async () => {
    const { value: made, codes } = await createPost(ana, "Count **four** runs away", {
      classId: "drag-the-left",
    });
    expect(codes).toEqual([]);
    const { value: said } = await createComment(ben, made.id, "Look at 0:17", { atMs: 17_000 });
    const { value: answer } = await createComment(ana, made.id, "Held it", { replyToId: said.id });
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

  test("is made once by one key, also when both come at once; another text under it is refused", async () => {
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

  test("needs words, a name of its own for retries, and a class that is there", async () => {
    expect((await createPost(ana, " \n")).codes).toEqual(["BAD_INPUT"]);
    expect((await createPost(ana, "x".repeat(5001))).codes).toEqual(["BAD_INPUT"]);
    expect((await createPost(ana, "x", { idempotencyKey: "" })).codes).toEqual(["BAD_INPUT"]);
    expect((await createPost(ana, "x", { classId: "not-there" })).codes).toEqual(["NOT_FOUND"]);
    expect((await createPost(ana, "card 4242 4242 4242 4242")).codes).toEqual(["PAN_REJECTED"]);
    expect((await createPost(guest, "hello")).codes).toEqual(["REGISTRATION_REQUIRED"]);
  });

  test("is edited with its history, and deleted, by its author alone", async () => {
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
    expect((await remove(ben)).codes).toEqual(["NOT_FOUND"]);
    expect((await remove(author)).value).toBe(true);
    expect((await remove(author)).value).toBe(true);
    expect(await readPost(made.id)).toBeNull();
    const { rows } = await server.pool.query(`select from community.content where subject_id = $1`, [
      made.id,
    ]);
    expect(rows).toEqual([]);
  });

  test("is nobody's thing to a false id", async () => {
    for (const id of ["nonsense", randomUUID(), "' or 1=1 --"]) expect(await readPost(id, ana)).toBeNull();
  });
});

describe("a comment", () => {
  test("answers only what stands under the same post", async () => {
    const author = await settled();
    const { value: one } = await createPost(author, "One");
    const { value: two } = await createPost(author, "Two");
    const { value: said } = await createComment(ben, one.id, "Under one");
    expect((await createComment(ben, two.id, "Astray", { replyToId: said.id })).codes).toEqual(["NOT_FOUND"]);
    expect((await createComment(ben, randomUUID(), "Astray")).codes).toEqual(["NOT_FOUND"]);
    expect((await createComment(ben, one.id, "Later", { atMs: -1 })).codes).toEqual(["BAD_INPUT"]);
  });

  test("that is deleted leaves its place while somebody has answered", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Post");
    const { value: said } = await createComment(ben, made.id, "To be deleted");
    const { value: lone } = await createComment(ben, made.id, "Alone");
    await createComment(author, made.id, "An answer", { replyToId: said.id });
    const remove = (as: TestPerson, id: string) =>
      call<boolean>(`mutation ($id: ID!) { deleteComment(id: $id) }`, { id }, as);
    expect((await remove(ana, said.id)).codes).toEqual(["NOT_FOUND"]);
    await remove(ben, said.id);
    // The owner of the post may take down what stands under it.
    await remove(author, lone.id);
    expect(await readPost(made.id)).toMatchObject({
      commentsCount: 1,
      comments: [{ isGone: true, text: "", author: { username: null }, replies: [{ text: "An answer" }] }],
    });
  });

  test("about a class may point at a moment", async () => {
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

  test("waits for the owner of the post, where they want that", async () => {
    const owner = await settled();
    const { value: care } = await call<{ approves: string; watchedWords: string[] }>(
      `mutation { changeCare(approves: strangers, watchedWords: [" Cringe ", "cringe", ""]) { approves watchedWords } }`,
      {},
      owner,
    );
    expect(care).toEqual({ approves: "strangers", watchedWords: ["cringe"] });
    const { value: made } = await createPost(owner, "Be gentle");
    const { value: said } = await createComment(ben, made.id, "Hello there");
    expect(said.isWaiting).toBe(true);
    expect((await readPost(made.id, ana))?.comments).toEqual([]);
    expect((await readPost(made.id, ben))?.comments).toHaveLength(1);
    expect((await readPost(made.id, owner))?.comments).toMatchObject([{ isWaiting: true }]);
    const approve = (as: TestPerson) =>
      call<Said>(`mutation ($id: ID!) { approveComment(id: $id) { isWaiting } }`, { id: said.id }, as);
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

  test("is news to the author, to whom it answers, and to those it names, each once", async () => {
    const author = await settled("news.author");
    const named = await settled("news.named");
    const { value: made } = await createPost(author, "News");
    const { value: said } = await createComment(ben, made.id, "Hey @news.named and @news.author");
    expect((await events("community.comment_created")).at(-1)).toMatchObject({
      commentId: said.id,
      ownerId: author.id,
      mentionedIds: [named.id],
      path: `/post/${made.id}#comment-${said.id}`,
    });
    const { value: answer } = await createComment(author, made.id, "Thanks", { replyToId: said.id });
    expect((await events("community.reply_created")).at(-1)).toMatchObject({
      commentId: answer.id,
      repliedToId: ben.id,
      mentionedIds: [],
    });
  });
});

describe("a like", () => {
  test("counts once a person, and is news once", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Like me");
    const likes = await Promise.all(Array.from({ length: 5 }, () => setLike(ben, "post", made.id)));
    expect(likes.map(({ codes }) => codes).flat()).toEqual([]);
    expect((await setLike(ana, "post", made.id)).value).toBe(2);
    expect(await readPost(made.id, ben)).toMatchObject({ likesCount: 2, likedByMe: true });
    expect((await setLike(ben, "post", made.id, false)).value).toBe(1);
    expect((await setLike(ben, "post", made.id, false)).value).toBe(1);
    expect((await setLike(ben, "post", made.id)).value).toBe(2);
    const told = (await events("community.liked")).filter(({ contentId }) => contentId === made.id);
    expect(told).toHaveLength(2);
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

  test("is for posts, comments and uploads that are there", async () => {
    expect((await setLike(ana, "user", ben.id)).codes).toEqual(["BAD_INPUT"]);
    expect((await setLike(ana, "comment", randomUUID())).codes).toEqual(["NOT_FOUND"]);
    expect((await setLike(guest, "post", randomUUID())).codes).toEqual(["REGISTRATION_REQUIRED"]);
  });
});

describe("newcomers", () => {
  test("have five posts and two links an hour", async () => {
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

  test("keep their limit when posts come all at once", async () => {
    const newcomer = await server.member();
    const made = await Promise.all(
      Array.from({ length: 9 }, (_unused, at) => createPost(newcomer, `Thing number ${at}`)),
    );
    expect(made.filter(({ codes }) => codes.length === 0)).toHaveLength(5);
  });

  test("who say the same again and again are looked at first", async () => {
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

describe("a report", () => {
  test("hides the thing from its reporter at once, and from nobody else", async () => {
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

  test("of a comment hides it under its post", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Post");
    const { value: said } = await createComment(ben, made.id, "Rude");
    await report(ana, "comment", said.id, "harassment");
    expect((await readPost(made.id, ana))?.comments).toEqual([]);
    expect((await readPost(made.id, author))?.comments).toHaveLength(1);
  });

  test("by five members hides it until somebody has looked", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Many will report this");
    for (let at = 0; at < 4; at += 1) await report(await server.member(), "post", made.id);
    expect(await readPost(made.id, ana)).not.toBeNull();
    await report(await server.member(), "post", made.id);
    expect(await readPost(made.id, ana)).toBeNull();
    expect(await readPost(made.id, author)).toMatchObject({ isHeld: true });
  });

  test("is not for one's own things, nor for what isn't there; twenty a day are enough", async () => {
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

  test("of a person spares one their things", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "By a reported person");
    const reporter = await server.member();
    expect((await report(reporter, "user", author.id)).codes).toEqual([]);
    expect(await listed(reporter)).not.toContain(made.id);
  });
});

describe("a block", () => {
  test("hides both ways: posts, comments, replies; and neither may answer or like", async () => {
    const [one, two, author] = await Promise.all([settled(), settled(), settled()]);
    const { value: ofOne } = await createPost(one, "By one");
    const { value: ofTwo } = await createPost(two, "By two");
    const { value: shared } = await createPost(author, "Shared");
    const { value: said } = await createComment(one, shared.id, "One says");
    await createComment(two, shared.id, "Two says");
    await createComment(two, shared.id, "Two answers", { replyToId: said.id });
    await call(
      `mutation ($userId: ID!) { setBlocked(userId: $userId, blocked: true) }`,
      { userId: two.id },
      one,
    );
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
    expect((await createComment(two, shared.id, "Again", { replyToId: said.id })).codes).toEqual([
      "NOT_FOUND",
    ]);
  });

  test("a mute hides one way, from lists alone", async () => {
    const [one, two] = await Promise.all([settled(), settled()]);
    const { value: made } = await createPost(two, "Muted words");
    await call(`mutation ($userId: ID!) { setMuted(userId: $userId, muted: true) }`, { userId: two.id }, one);
    expect(await listed(one)).not.toContain(made.id);
    expect(await readPost(made.id, one)).not.toBeNull();
  });
});

test("children post nothing, comment nothing, like nothing and send nothing", async () => {
  const ctx = server.ctx({
    personId: ana.id,
    accountId: ana.id,
    isChild: true,
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

test("whoever looks at a post hears of what is said there", async () => {
  const author = await settled();
  const { value: made } = await createPost(author, "Live");
  const changes = await postChanges(server.ctx(), made.id);
  await changes.next();
  const heard = changes.next();
  await createComment(ben, made.id, "Now");
  expect((await heard).done).toBe(false);
  await changes.return(undefined);
});

describe("at scale", () => {
  let counted = 0;
  const counting = async <Value>(work: () => Promise<Value>): Promise<[Value, number]> => {
    const query = server.pool.query.bind(server.pool);
    counted = 0;
    server.pool.query = ((...given: Parameters<typeof query>) => {
      // Sessions are looked up now and then, whatever is asked.
      if (!String((given[0] as { name?: string }).name).startsWith("identity.find_live")) counted += 1;
      return (query as (...all: unknown[]) => unknown)(...given);
    }) as typeof server.pool.query;
    try {
      return [await work(), counted];
    } finally {
      server.pool.query = query;
    }
  };

  test("a post with 100,000 comments opens in four statements, and its comments in pages", async () => {
    const author = await settled();
    const { value: made } = await createPost(author, "Everybody says something", {
      classId: "drag-the-left",
    });
    await server.pool.query(
      `insert into community.content (id, kind, author_id, text, subject_kind, subject_id, created_at)
       select gen_random_uuid(), 'comment', $2, 'Comment ' || at, 'post', $1, timestamptz '2026-01-01' + at * interval '1 second'
       from generate_series(1, 100000) as at`,
      [made.id, ben.id],
    );
    await server.pool.query("analyze community.content");
    const open = (after: string | null) =>
      call<Said & { discussion: { items: Said[]; nextCursor: string | null } }>(
        `query ($id: ID!, $after: String) { post(id: $id) { ${postFields} discussion(pagination: { first: 25, after: $after }) { items { ${commentFields} replies { id } } nextCursor } } }`,
        { id: made.id, after },
        ana,
      );
    const [{ value: first, codes }, statements] = await counting(() => open(null));
    expect(codes).toEqual([]);
    expect(statements).toBeLessThanOrEqual(4);
    expect(first.commentsCount).toBe(100_000);
    expect(first.discussion.items[0]?.text).toBe("Comment 100000");
    const { value: second } = await open(first.discussion.nextCursor);
    expect(second.discussion.items[0]?.text).toBe("Comment 99975");
    const { rows } = await server.pool.query<{ "QUERY PLAN": string }>(
      `explain select id from community.content where subject_id = $1 and kind = 'comment' and reply_to_id is null order by created_at desc, id desc limit 25`,
      [made.id],
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("content_comments");
  });

  test("the feed of somebody who follows 5,000 people takes as few", async () => {
    const reader = await server.member();
    await server.pool.query(
      `with people as (
         insert into identity."user" (name, email, "emailVerified") select 'Demo', 'crowd' || at || '@example.test', true from generate_series(1, 5000) as at returning id
       ), followed as (insert into profiles.follows (follower_id, followed_id) select $1, id from people)
       insert into community.content (id, kind, author_id, text, created_at)
       select gen_random_uuid(), 'post', id, 'From the crowd', timestamptz '2026-02-01' + row_number() over () * interval '1 second' from people`,
      [reader.id],
    );
    await server.pool.query("analyze community.content, profiles.follows");
    const read = (after: string | null) =>
      call<{ items: Said[]; nextCursor: string | null }>(
        `query ($after: String) { posts(filter: { following: true }, pagination: { first: 20, after: $after }) { items { ${postFields} } nextCursor } }`,
        { after },
        reader,
      );
    const [{ value: first, errors }, statements] = await counting(() => read(null));
    expect(errors).toEqual([]);
    expect(statements).toBeLessThanOrEqual(4);
    expect(first.items).toHaveLength(20);
    const { value: second } = await read(first.nextCursor);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(40);
  });

  test("a made-up cursor is refused", async () => {
    for (const after of [
      "x",
      Buffer.from('["a","b"]').toString("base64url"),
      Buffer.from('[1e99,"x"]').toString("base64url"),
    ])
      expect(
        (
          await call(`query ($after: String) { posts(pagination: { after: $after }) { nextCursor } }`, {
            after,
          })
        ).codes,
      ).toEqual(["BAD_INPUT"]);
  });
});
