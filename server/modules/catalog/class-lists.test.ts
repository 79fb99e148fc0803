import { beforeEach, describe, expect, test } from "vitest";
import { createClass } from "../../testing/factories.ts";
import { addUpRevisionJob } from "./revision.ts";
import { server, slugs, hoursAgo, startCatalog } from "./testing.ts";
import type { Page } from "./testing.ts";

startCatalog();

const listQuery = `query ($filters: StudioClassFilters, $pagination: Pagination, $sort: StudioClassSort) {
  studioClasses(filters: $filters, pagination: $pagination, sort: $sort) { items { id classId title } total nextCursor }
}`;

async function list(variables: { filters?: object; pagination?: object; sort?: string } = {}): Promise<Page> {
  const answer = await server.graphql<{ studioClasses: Page }>(listQuery, variables);
  expect(answer.errors).toEqual([]);
  return answer.data!.studioClasses;
}

async function readAll(variables: { filters?: object; sort?: string }, first: number): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: Page = await list({ ...variables, pagination: { first, after } });
    found.push(...slugs(page));
    after = page.nextCursor;
  } while (after);
  return found;
}

describe("class lists", () => {
  test.each([
    ["newest", (n: number) => ({ publishedAt: hoursAgo(n % 3) })],
    ["title", (n: number) => ({ title: `Step ${n % 3}` })],
    ["shortest", (n: number) => ({ durationMs: 60_000 * (1 + (n % 3)) })],
    ["popular", () => ({})],
    ["best_finished", () => ({})],
  ])("returns pages without gaps or repeats when many rows tie, sorted by %s", async (sort, tie) => {
    const made = await Promise.all(Array.from({ length: 11 }, (_, n) => createClass(server.pool, tie(n))));
    await server.pool.query(
      "update catalog.classes set plays_lately = length(slug) % 2, finished_score = length(slug) % 2",
    );
    const found = await readAll({ sort }, 2);
    expect(found).toHaveLength(11);
    expect(new Set(found)).toEqual(new Set(made.map(({ slug }) => slug)));
    expect(await readAll({ sort }, 100)).toEqual(found);
  });

  test("lists only published classes, newest first", async () => {
    await createClass(server.pool, { slug: "old", publishedAt: hoursAgo(9) });
    await createClass(server.pool, { slug: "new", publishedAt: hoursAgo(1) });
    await createClass(server.pool, { slug: "draft", publishedAt: null });
    expect(slugs(await list())).toEqual(["new", "old"]);
  });

  test.each([
    ["level", { level: ["advanced", "intermediate"] }, { level: "advanced" }, { level: "beginner" }],
    ["style by slug", { style: ["house"] }, { style: "house" }, { style: "latin" }],
    ["style by name", { style: ["House"] }, { style: "house" }, { style: "latin" }],
    ["several styles", { style: ["house", "Latin"] }, { style: "latin" }, { style: "hip-hop" }],
    ["type", { type: ["drill"] }, { type: "drill" }, { type: "party" }],
    [
      "access",
      { accessType: ["premium"] },
      { accessType: "premium" as const },
      { accessType: "basic" as const },
    ],
    ["instructor", { instructorSlug: "demo-kofi" }, { instructor: "demo-kofi" }, { instructor: "demo-ana" }],
    ["section", { section: "choreography" }, { section: "choreography" }, { section: "learn" }],
    ["category", { categorySlug: "sweat" }, { categories: ["sweat"] }, { categories: ["grooves"] }],
    ["energy", { energy: ["steady", "high"] }, {}, { energy: "gentle" as const }],
    ["length", { maxDurationInMs: 300_000 }, { durationMs: 300_000 }, { durationMs: 300_001 }],
    [
      "search and the rest",
      { search: "bounce", section: "learn", categorySlug: "sweat", level: ["beginner"] },
      { title: "Bounce", categories: ["sweat"] },
      { title: "Bounce" },
    ],
    [
      "all at once",
      {
        style: ["house"],
        instructorSlug: "demo-kofi",
        section: "learn",
        categorySlug: "sweat",
        type: ["drill"],
      },
      { style: "house", instructor: "demo-kofi", categories: ["sweat"], type: "drill" },
      { style: "house", instructor: "demo-kofi", categories: ["sweat"] },
    ],
  ])("filters by %s", async (_name, filters, inside, outside) => {
    await createClass(server.pool, { slug: "inside", ...inside });
    await createClass(server.pool, { slug: "outside", ...outside });
    for (const sort of ["newest", "title", "shortest", "popular", "best_finished"]) {
      const page = await list({ filters, sort });
      expect(slugs(page)).toEqual(["inside"]);
      expect(page.total).toBe(1);
    }
  });

  test("returns an empty list for unknown filter values", async () => {
    await createClass(server.pool);
    for (const filters of [
      { style: ["polka"] },
      { section: "none" },
      { categorySlug: "none" },
      { instructorSlug: "none" },
      { level: ["expert"] },
    ]) {
      expect(await list({ filters })).toEqual({ items: [], total: 0, nextCursor: null });
    }
  });

  test("counts all pages exactly, also right after the catalog has changed", async () => {
    for (let n = 0; n < 5; n += 1) await createClass(server.pool);
    expect((await list({ pagination: { first: 2 } })).total).toBe(5);
    await createClass(server.pool);
    expect((await list({ pagination: { first: 2 } })).total).toBe(6);
    await server.pool.query(
      "update catalog.classes set published_at = null where slug = (select max(slug) from catalog.classes)",
    );
    expect((await list({ pagination: { first: 2 } })).total).toBe(5);
  });

  test("counts exactly while changes of several classes overlap, and none waits for another", async () => {
    const names: string[] = [];
    for (let n = 0; n < 3; n += 1) names.push((await createClass(server.pool)).slug);
    const total = async () => (await list({ pagination: { first: 2 } })).total;
    const unpublish = "update catalog.classes set published_at = null where slug = $1";
    expect(await total()).toBe(3);
    const slow = await server.pool.connect();
    await slow.query("begin");
    await slow.query(unpublish, [names[0]]);
    await server.pool.query(unpublish, [names[1]]);
    expect(await total()).toBe(2);
    await slow.query("commit");
    slow.release();
    expect(await total()).toBe(1);
    await addUpRevisionJob.run(
      server.ctx(),
      {},
      { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
    );
    expect((await server.pool.query("select from catalog.revision_changes")).rowCount).toBe(0);
    expect(await total()).toBe(1);
  });

  test.each([
    ["no row", { pagination: { first: 0 } }, "pagination.first"],
    ["too many rows", { pagination: { first: 101 } }, "pagination.first"],
    ["a forged cursor", { pagination: { after: "bm9uc2Vuc2U" } }, "pagination.after"],
  ])("rejects %s", async (_name, variables, field) => {
    const { errors } = await server.graphql(listQuery, variables);
    expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field });
  });

  test("rejects a cursor of another sort order, intact or tampered with", async () => {
    for (let n = 0; n < 3; n += 1) await createClass(server.pool);
    const { nextCursor } = await list({ sort: "title", pagination: { first: 1 } });
    const tampered = Buffer.from(JSON.stringify(["newest", "'; drop", "0", ""])).toString("base64url");
    for (const after of [nextCursor, tampered]) {
      const { errors } = await server.graphql(listQuery, { sort: "newest", pagination: { first: 1, after } });
      expect(errors[0]?.extensions.code).toBe("BAD_INPUT");
    }
  });
});

describe("class search", () => {
  beforeEach(async () => {
    await createClass(server.pool, {
      slug: "drag",
      title: "Drag the left, answer on seven",
      style: "house",
      instructor: "demo-kofi",
    });
    await createClass(server.pool, {
      slug: "cafe",
      title: "Café floor",
      description: "A slow drag across the room.",
      style: "latin",
    });
    await createClass(server.pool, { slug: "turns", title: "Turning in place" });
  });

  test.each([
    ["a word of the title", "seven", ["drag"]],
    ["another form of the word", "turns", ["turns"]],
    ["a prefix of the last word", "answer on sev", ["drag"]],
    ["a style", "latin", ["cafe"]],
    ["an instructor", "kofi", ["drag"]],
    ["words from different fields", "kofi drag", ["drag"]],
    ["a word without its accent", "cafe", ["cafe"]],
    ["a word with a wrong accent", "dråg left", ["drag"]],
    ["a phrase", '"slow drag"', ["cafe"]],
    ["either of two words", "seven or café", ["drag", "cafe"]],
    ["an excluded word", "drag -seven", ["cafe"]],
    ["a typo", "answr", ["drag"]],
    ["a typo in a name", "latim", ["cafe"]],
    ["punctuation only", "!?", []],
    ["an unknown word", "xylophone", []],
  ])("finds classes by %s", async (_name, search, expected) => {
    expect(new Set(slugs(await list({ filters: { search } })))).toEqual(new Set(expected));
  });

  test("ranks a title match above a description match", async () => {
    expect(slugs(await list({ filters: { search: "drag" } }))).toEqual(["drag", "cafe"]);
  });

  test.each([
    "'",
    "\\",
    ":*",
    "a & | ! ( )",
    "<-> <2>",
    '"',
    "''':*",
    "%_",
    "\u{1F483}",
    "or",
    "-",
    "a".repeat(500),
  ])("treats %j as plain text", async (search) => {
    const { errors } = await server.graphql(listQuery, { filters: { search } });
    expect(errors).toEqual([]);
  });

  test("pages over ties, also after a spelling correction", async () => {
    for (let n = 0; n < 9; n += 1) await createClass(server.pool, { slug: `bounce-${n}`, title: "Bounce" });
    for (const search of ["bounce", "bounse"]) {
      const found = await readAll({ filters: { search } }, 2);
      expect(new Set(found).size).toBe(9);
      expect(found).toHaveLength(9);
    }
  });

  test("finds a class by its new name after a rename", async () => {
    await server.pool.query("update catalog.instructors set name = 'Demo Zora' where slug = 'demo-kofi'");
    expect(slugs(await list({ filters: { search: "zora" } }))).toEqual(["drag"]);
    expect(slugs(await list({ filters: { search: "zoora" } }))).toEqual(["drag"]);
    expect(slugs(await list({ filters: { search: "kofi" } }))).toEqual([]);
    await server.pool.query("update catalog.instructors set name = 'Demo Kofi' where slug = 'demo-kofi'");
  });
});
