import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { commentFields, postFields, talkAt } from "./testing.ts";
import type { Said } from "./testing.ts";

let server: TestServer;
let ana: TestPerson;
let ben: TestPerson;
const { call, createPost, settled } = talkAt(() => server);
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  await createClass(server.pool, { slug: "drag-the-left", style: "house" });
  ana = await server.member({ username: "ana.steps" });
  ben = await server.member({ username: "ben_two" });
});
afterAll(() => server?.stop());

describe("at scale", () => {
  let counted = 0;
  const counting = async <Value>(work: () => Promise<Value>): Promise<[Value, number]> => {
    const query = server.pool.query.bind(server.pool);
    counted = 0;
    server.pool.query = ((...given: Parameters<typeof query>) => {
      // Session lookups are periodic and independent of the request.
      if (!String((given[0] as { name?: string }).name).startsWith("identity.find_live")) counted += 1;
      return (query as (...all: unknown[]) => unknown)(...given);
    }) as typeof server.pool.query;
    try {
      return [await work(), counted];
    } finally {
      server.pool.query = query;
    }
  };

  test("loads a post with 100,000 comments in four statements, and pages its comments", async () => {
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

  test("loads the feed of a viewer who follows 5,000 people in as few statements", async () => {
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

  test("rejects a forged cursor", async () => {
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
