/** Client calls for tests of community content. */
import { randomUUID } from "node:crypto";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

export interface Said {
  id: string;
  text: string;
  likesCount: number;
  likedByMe: boolean;
  reportedByMe: boolean;
  commentsCount: number;
  isHeld: boolean;
  isWaiting: boolean;
  isDeleted: boolean;
  atMs: number | null;
  author: { username: string | null };
  replies: Said[];
  comments: Said[];
  revisions: { text: string }[];
  studioClass: { classId: string } | null;
}
export const postFields = `id text likesCount likedByMe reportedByMe commentsCount isHeld author { username } studioClass { classId }`;
export const commentFields = `id text likesCount likedByMe isHeld isWaiting isDeleted atMs author { username }`;

/** Client calls against a test file's server. */
export function talkAt(server: () => TestServer) {
  const call = async <Value>(query: string, variables: object, as?: TestPerson) => {
    const { data, errors } = await server().graphql<Record<string, Value>>(
      query,
      variables,
      as ? { as } : {},
    );
    const [only] = Object.values(data ?? {});
    return { value: (only ?? null) as Value, codes: errors.map(({ extensions }) => extensions.code), errors };
  };
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
    server().pool.query(
      `insert into community.standing (person_id, since) values ($1, '2020-01-01') on conflict (person_id) do update set since = excluded.since`,
      [person.id],
    );
  const settled = async (username?: string) => {
    const person = await server().member(username ? { username } : {});
    await settle(person);
    return person;
  };
  const events = async (name: string) =>
    (
      await server().pool.query<{ payload: Record<string, unknown> }>(
        `select payload from platform.events where name = $1 order by occurred_at`,
        [name],
      )
    ).rows.map(({ payload }) => payload);
  const setDistance = (as: TestPerson, way: "setBlocked" | "setMuted", userId: string, isOn = true) =>
    call<boolean>(
      `mutation ($userId: ID!, $isOn: Boolean!) { ${way}(userId: $userId, ${way === "setBlocked" ? "blocked" : "muted"}: $isOn) }`,
      { userId, isOn },
      as,
    );
  return {
    call,
    createPost,
    createComment,
    readPost,
    listed,
    setLike,
    report,
    settle,
    settled,
    events,
    setDistance,
  };
}
