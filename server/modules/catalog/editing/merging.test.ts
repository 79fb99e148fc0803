import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createClass } from "../../../testing/factories.ts";
import type { TestPerson } from "../../../testing/harness.ts";
import { mergeEntry } from "./merging.ts";
import { call, draft, read, save, server, startEditing } from "./testing.ts";

startEditing();

const createStyle = async (name: string): Promise<string> =>
  (
    await call<{ createStyle: { slug: string } }>(
      `mutation ($name: String!) { createStyle(name: $name) { slug } }`,
      { name },
    )
  ).data.createStyle.slug;
const createCategory = async (name: string, goals: readonly string[] = []): Promise<string> =>
  (
    await call<{ createCategory: { slug: string } }>(
      `mutation ($name: String!, $goals: [String!]!) { createCategory(name: $name, section: "learn", goals: $goals) { slug } }`,
      { name, goals },
    )
  ).data.createCategory.slug;
const merge = (kind: string, from: string, into: string, as?: TestPerson) =>
  call<{ mergeLibraryEntry: string }>(
    `mutation ($kind: MergedLibraryEntryKind!, $from: String!, $into: String!) { mergeLibraryEntry(kind: $kind, from: $from, into: $into) }`,
    { kind, from, into },
    as,
  );
const preview = (kind: string, from: string, into: string, as?: TestPerson) =>
  call<{
    libraryEntryMerge: { classes: number; followers: number; followersOfBoth: number; categories: number };
  }>(
    `query ($kind: MergedLibraryEntryKind!, $from: String!, $into: String!) {
      libraryEntryMerge(kind: $kind, from: $from, into: $into) { classes followers followersOfBoth categories } }`,
    { kind, from, into },
    as,
  );
const follow = (person: TestPerson, kind: string, slug: string) =>
  call<{ setFollow: { slug: string } }>(
    `mutation ($kind: FollowKind!, $slug: String!) { setFollow(kind: $kind, slug: $slug, following: true) { slug } }`,
    { kind, slug },
    person,
  );
const follows = async (person: TestPerson): Promise<string[]> =>
  (
    await call<{ follows: { kind: string; slug: string }[] }>("{ follows { kind slug } }", {}, person)
  ).data.follows.map(({ kind, slug }) => `${kind}:${slug}`);
const classesBy = async (filters: object): Promise<string[]> =>
  (
    await call<{ studioClasses: { items: { classId: string }[] } }>(
      `query ($filters: StudioClassFilters) { studioClasses(filters: $filters) { items { classId } } }`,
      { filters },
    )
  ).data.studioClasses.items.map(({ classId }) => classId);
const categoriesBySlug = async (...slugs: string[]) =>
  (
    await call<{ categories: { slug: string; classCount: number; goals: string[] }[] }>(
      `query ($slugs: [String!]) { categories(slugs: $slugs) { slug classCount goals } }`,
      { slugs },
    )
  ).data.categories;

test("merges a style: classes and followers move, and its slug leads to the other one", async () => {
  const [from, into] = [await createStyle("Hipp Hopp"), await createStyle("Street")];
  const { slug } = await createClass(server.pool, { style: from });
  const { classId: draftId } = await draft({ title: "Draft of a style", style: from });
  const [both, one] = [await server.member(), await server.member()];
  for (const style of [from, into]) await follow(both, "style", style);
  await follow(one, "style", from);

  expect((await preview("style", from, into)).data.libraryEntryMerge).toEqual({
    classes: 2,
    followers: 2,
    followersOfBoth: 1,
    categories: 0,
  });
  expect((await merge("style", from, into)).data).toEqual({ mergeLibraryEntry: into });

  expect(await classesBy({ style: [into] })).toEqual([slug]);
  expect(await classesBy({ style: [from] })).toEqual([slug]);
  expect(await classesBy({ style: [from, "latin"] })).toEqual([slug]);
  for (const person of [both, one]) expect(await follows(person)).toEqual([`style:${into}`]);
  // Searches understand its name.
  expect(await classesBy({ search: "hipp hopp", readsFilters: true })).toEqual([slug]);
  // An old client’s follow and an editor’s form with the old slug arrive, too.
  const late = await server.member();
  expect((await follow(late, "style", from)).data.setFollow.slug).toBe(into);
  const edited = await read(draftId);
  expect((await save(edited, { title: "Edited after", style: from })).codes).toEqual([]);
  const { rows } = await server.pool.query(
    "select details from identity.staff_acts where action = 'catalog.entries_merged' and subject = $1",
    [`style:${into}`],
  );
  expect(rows).toEqual([
    {
      details: {
        merged: "Hipp Hopp",
        slug: from,
        into: "Street",
        classes: 2,
        followers: 2,
        followersOfBoth: 1,
        categories: 0,
      },
    },
  ]);
});

test("merges a category: each class counts once, and goals of both remain", async () => {
  const [from, into] = [
    await createCategory("Warmups", ["fitness"]),
    await createCategory("Warm-ups first", ["musicality"]),
  ];
  const { slug: inBoth } = await createClass(server.pool, { categories: [from, into] });
  const { slug: inOne } = await createClass(server.pool, { categories: [from] });
  await createClass(server.pool, { categories: [from], publishedAt: null });

  expect((await preview("category", from, into)).data.libraryEntryMerge.classes).toBe(3);
  await merge("category", from, into);

  expect(await categoriesBySlug(from)).toEqual([
    { slug: into, classCount: 2, goals: ["fitness", "musicality"] },
  ]);
  expect((await classesBy({ categorySlug: from })).sort()).toEqual([inBoth, inOne].sort());
  // A client that still has both sends both.
  const { data } = await call<{ followCategories: { slug: string }[] }>(
    "mutation ($slugs: [String!]!) { followCategories(categories: $slugs) { slug } }",
    { slugs: [from, into] },
    await server.member(),
  );
  expect(data.followCategories).toEqual([expect.objectContaining({ slug: into })]);
  expect((await draft({ title: "Of both", categories: [from, into] })).categories).toEqual([into]);
});

test("leads through several merges, and gives a slug back to a new style of its name", async () => {
  const [a, b, c] = [await createStyle("Krumpp"), await createStyle("Krumping"), await createStyle("Krump")];
  const { slug } = await createClass(server.pool, { style: a });
  await merge("style", a, b);
  await merge("style", b, c);
  expect(await classesBy({ style: [a] })).toEqual([slug]);
  const into = async (of: string) =>
    (
      await call<{ libraryEntryMergedInto: string | null }>(
        "query ($slug: String!) { libraryEntryMergedInto(kind: style, slug: $slug) }",
        { slug: of },
      )
    ).data.libraryEntryMergedInto;
  expect([await into(a), await into(b), await into(c)]).toEqual([c, c, null]);
  // A form that was opened before names the merged one as the target.
  const late = await createStyle("Crump");
  expect((await merge("style", late, b)).data.mergeLibraryEntry).toBe(c);
  expect(await createStyle("Krumping")).toBe(b);
  expect(await into(b)).toBeNull();
  expect(await classesBy({ style: [b] })).toEqual([]);
  // And the other way round: nothing leads in a circle.
  expect((await merge("style", c, b)).data.mergeLibraryEntry).toBe(b);
  expect([await into(a), await into(b), await into(c)]).toEqual([b, null, b]);
});

test("merges once when two requests arrive at the same time", async () => {
  const [from, into] = [await createStyle("Twice"), await createStyle("Once")];
  const results = await Promise.all([
    merge("style", from, into),
    merge("style", from, into),
    merge("style", from, into),
  ]);
  expect(results.map(({ data }) => data?.mergeLibraryEntry)).toEqual([into, into, into]);
  // Two that are merged into each other end as one.
  const [left, right] = [await createStyle("Left"), await createStyle("Right")];
  const crossed = await Promise.all([merge("style", left, right), merge("style", right, left)]);
  expect(crossed.filter(({ codes }) => codes.length === 0).length).toBeGreaterThan(0);
  const { data } = await call<{ styles: { slug: string }[] }>("{ styles { slug } }", {});
  expect(data.styles.filter(({ slug }) => [left, right].includes(slug))).toHaveLength(1);
  const { rows } = await server.pool.query(
    "select count(*)::int as merges from identity.staff_acts where action = 'catalog.entries_merged' and subject = $1",
    [`style:${into}`],
  );
  expect(rows).toEqual([{ merges: 1 }]);
});

test("saves a class and a follow that begin while their style is merged", async () => {
  const [from, into] = [await createStyle("Before"), await createStyle("After")];
  const person = await server.member();
  const made = await Promise.all([
    draft({ title: "Beside a merge", style: from }),
    follow(person, "style", from),
    merge("style", from, into),
    draft({ title: "Beside it as well", style: from }),
  ]);
  expect(
    made
      .map((one) => "codes" in one && one.codes)
      .filter(Array.isArray)
      .flat(),
  ).toEqual([]);
  expect(await follows(person)).toEqual([`style:${into}`]);
  const { rows } = await server.pool.query(
    "select styles.slug from catalog.classes join catalog.styles on styles.id = style_id where title like 'Beside %'",
  );
  expect(rows).toEqual([{ slug: into }, { slug: into }]);
});

test("moves posts and the audiences of messages", async () => {
  const [from, into] = [await createStyle("Old posts"), await createStyle("New posts")];
  const author = await server.member({ username: "demo.poster" });
  const post = (key: string) =>
    call(
      `mutation ($text: String!, $style: String, $key: String!) { createPost(text: $text, style: $style, idempotencyKey: $key) { id } }`,
      { text: `Danced it ${key}`, style: from, key },
      author,
    );
  await post("before");
  await server.pool.query(
    `insert into studio.messages (id, state, texts, audience, created_at, saved_at)
     values (gen_random_uuid(), 'draft', '{}', jsonb_build_object('style', $1::text), now(), now())`,
    [from],
  );
  await merge("style", from, into);
  await post("after");
  await expect
    .poll(async () => {
      const { data } = await call<{ posts: { items: { style: string }[] } }>(
        `query ($style: String!) { posts(filter: { style: $style }) { items { style } } }`,
        { style: from },
        author,
      );
      const { rows } = await server.pool.query(
        "select audience from studio.messages where audience ? 'style'",
      );
      return [data.posts.items.map(({ style }) => style), rows];
    })
    .toEqual([[into, into], [{ audience: { style: into } }]]);
});

/** Runs work while another connection has run a statement that isn't committed, and undoes that. */
async function besideStatement(text: string, values: unknown[], work: () => Promise<void>): Promise<void> {
  const other = await server.pool.connect();
  try {
    await other.query("begin");
    await other.query(text, values);
    await work();
  } finally {
    await other.query("rollback");
    other.release();
  }
}
/** How many statements whose text contains this wait for a lock. */
const waiting = async (text: string): Promise<number> =>
  (
    await server.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%' and pid <> pg_backend_pid()`,
      [text],
    )
  ).rows[0]!.waiting;

test("saves a class while the followers of its style still move", async () => {
  const [from, into] = [await createStyle("Long ago"), await createStyle("Today")];
  const { classId } = await draft({ title: "Saved during a merge", style: from });
  const person = await server.member();
  await follow(person, "style", from);
  const editor = server.ctx({
    personId: person.id,
    accountId: person.id,
    isChild: false,
    hidesExplicit: false,
    sessionId: randomUUID(),
    role: "editor",
    isAnonymous: false,
  });
  let merged: Promise<string> | null = null;
  await besideStatement(
    "select from catalog.followed_styles where person_id = $1 for update",
    [person.id],
    async () => {
      // Its statements may take longer than those of a request.
      merged = mergeEntry(editor, "style", { from, into });
      await expect.poll(() => waiting("catalog.followed_styles")).toBe(1);
      const saved = await save(await read(classId), { title: "Saved beside it", style: from });
      expect(saved.codes).toEqual([]);
    },
  );
  expect(await merged).toBe(into);
  expect((await read(classId)).title).toBe("Saved beside it");
  expect(await follows(person)).toEqual([`style:${into}`]);
});

test("moves a post that began before its style was merged", async () => {
  const [from, into] = [await createStyle("Posted under"), await createStyle("Found under")];
  const author = await server.member({ username: "demo.slow" });
  let made: Promise<object[]> | null = null;
  // The post waits for one of the same key, after it has read its style.
  await besideStatement(
    `insert into community.content (id, kind, author_id, text, idempotency_key, style_slug, created_at)
     values (gen_random_uuid(), 'post', $1, 'Danced it', 'slow', $2, now())`,
    [author.id, from],
    async () => {
      const post = call(
        `mutation ($style: String) { createPost(text: "Danced it slowly", style: $style, idempotencyKey: "slow") { id } }`,
        { style: from },
        author,
      );
      await expect.poll(() => waiting("community.content")).toBe(1);
      made = Promise.all([post, merge("style", from, into)]);
      await expect.poll(() => waiting("catalog.styles")).toBe(1);
    },
  );
  await made;
  const styleOf = async () =>
    (await server.pool.query("select style_slug from community.content where author_id = $1", [author.id]))
      .rows;
  await expect.poll(styleOf).toEqual([{ style_slug: into }]);
});

test("merges for editors alone, and only two of a kind that exist", async () => {
  const [from, into] = [await createStyle("Mine"), await createStyle("Yours")];
  for (const as of [await server.member(), await server.member({ role: "moderator" })]) {
    expect((await merge("style", from, into, as)).codes).toEqual(["NOT_FOUND"]);
    expect((await preview("style", from, into, as)).codes).toEqual(["NOT_FOUND"]);
  }
  expect((await merge("style", from, from)).codes).toEqual(["BAD_INPUT"]);
  expect((await merge("style", from, "no-such")).codes).toEqual(["NOT_FOUND"]);
  expect((await merge("style", "no-such", into)).codes).toEqual(["NOT_FOUND"]);
  expect((await merge("category", from, into)).codes).toEqual(["NOT_FOUND"]);
  expect((await preview("style", "no-such", into)).codes).toEqual(["NOT_FOUND"]);
});
