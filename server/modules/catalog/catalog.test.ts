import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClass, createLibrary, library, subscribe } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.pool.query("delete from catalog.classes");
});

interface Page {
  items: { id: string; classId: string; title: string }[];
  total: number;
  nextCursor: string | null;
}
const listQuery = `query ($filters: StudioClassFilters, $pagination: Pagination, $sort: StudioClassSort) {
  studioClasses(filters: $filters, pagination: $pagination, sort: $sort) { items { id classId title } total nextCursor }
}`;
async function list(variables: { filters?: object; pagination?: object; sort?: string } = {}): Promise<Page> {
  const answer = await server.graphql<{ studioClasses: Page }>(listQuery, variables);
  expect(answer.errors).toEqual([]);
  return answer.data!.studioClasses;
}
const slugs = (page: Page) => page.items.map((item) => item.classId);
const hoursAgo = (hours: number) => new Date(Date.UTC(2026, 0, 31) - hours * 3_600_000);

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
  ])("returns pages without gaps or repeats when many rows tie, sorted by %s", async (sort, tie) => {
    const made = await Promise.all(Array.from({ length: 11 }, (_, n) => createClass(server.pool, tie(n))));
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
    for (const sort of ["newest", "title", "shortest"]) {
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

const classQuery = `query ($id: ID!) {
  studioClass(id: $id) {
    id classId title description thumbnailImageUrl level type accessType isExplicit isLocked isSaved publishedAt
    styleV2 { name slug } instructor { name slug } section { slug name description } categories { slug isFollowing classCount }
    video { durationInMs encodingStatus encodingPercent hasBackView playback { hlsUrl } } userProgress { percent }
    parts { index title kind startMs endMs eights } beatGrid { startMs endMs bpm firstBeatMs }
    nextClass { classId parts { index } isLocked }
  }
}`;

describe("single class", () => {
  test("finds a class by id and by slug, with all its fields", async () => {
    const next = await createClass(server.pool, { level: "advanced", accessType: "premium" });
    const { id, slug } = await createClass(server.pool, {
      title: "Sway",
      description: "Softly.",
      categories: ["grooves"],
      durationMs: 90_000,
    });
    const byId = await server.graphql(classQuery, { id });
    const bySlug = await server.graphql(classQuery, { id: slug });
    expect(byId.errors).toEqual([]);
    expect(bySlug.data).toEqual(byId.data);
    expect(byId.data).toMatchObject({
      studioClass: {
        id,
        classId: slug,
        title: "Sway",
        description: "Softly.",
        level: "beginner",
        type: "choreography",
        accessType: "free",
        isExplicit: false,
        isLocked: false,
        isSaved: false,
        thumbnailImageUrl: `${server.url}/pictures/test-1280.webp`,
        styleV2: { name: "Hip-hop", slug: "hip-hop" },
        instructor: { name: "Demo Ana", slug: "demo-ana" },
        section: { slug: "learn" },
        categories: [{ slug: "grooves", isFollowing: false, classCount: 1 }],
        video: {
          durationInMs: 90_000,
          encodingStatus: "queued",
          encodingPercent: 0,
          hasBackView: false,
          playback: null,
        },
        userProgress: null,
        parts: [
          { index: 1, title: "Warm up", kind: "warm_up", startMs: 0, endMs: 30_000, eights: 8 },
          { index: 2, startMs: 30_000, endMs: 90_000 },
        ],
        beatGrid: [{ startMs: 0, endMs: 90_000, bpm: 96, firstBeatMs: 0 }],
        nextClass: { classId: next.slug, parts: [{ index: 1 }, { index: 2 }], isLocked: true },
      },
    });
  });

  test.each(["00000000-0000-4000-8000-000000000000", "no-such-class", "", "'"])(
    "returns null for %j",
    async (id) => {
      expect(await server.graphql(classQuery, { id })).toMatchObject({
        data: { studioClass: null },
        errors: [],
      });
    },
  );

  test("returns null for a draft", async () => {
    const { id, slug } = await createClass(server.pool, { publishedAt: null });
    for (const key of [id, slug])
      expect((await server.graphql(classQuery, { id: key })).data).toEqual({ studioClass: null });
  });

  test.each([
    ["active", false],
    ["in_trial", false],
    ["non_renewing", false],
    ["paused", true],
    ["canceled", true],
    ["pending", true],
    ["future", true],
  ])("with a subscription that is %s: isLocked is %s", async (status, isLocked) => {
    const person = await server.anonymous();
    await subscribe(server.pool, person.id, "standard", status);
    const { id } = await createClass(server.pool, { accessType: "standard" });
    const above = await createClass(server.pool, { accessType: "premium" });
    const ask = async (key: string) =>
      (await server.graphql<{ studioClass: { isLocked: boolean } }>(classQuery, { id: key }, { as: person }))
        .data?.studioClass.isLocked;
    expect(await ask(id)).toBe(isLocked);
    expect(await ask(above.id)).toBe(true);
  });

  test.each([
    ["nothing has started", null, null, "queued", 0],
    ["its source is being rendered", 40, null, "running", 20],
    ["its asset is queued in the pipeline", 100, ["uploaded", 0], "running", 50],
    ["its rendered source is being encoded", 100, ["uploaded", 60], "running", 80],
    ["an upload is being encoded", null, ["uploaded", 60], "running", 60],
    ["it is available", 100, ["available", 100], "available", 100],
    ["it failed", null, ["error", 30], "error", 30],
  ] as const)(
    "reports the encoding status when %s",
    async (_name, preparation, asset, encodingStatus, encodingPercent) => {
      const { id } = await createClass(server.pool);
      await server.pool.query(
        "update catalog.classes set preparation_percent = $2, asset_id = $1 where id = $1",
        [id, preparation],
      );
      if (asset)
        await server.pool.query("insert into media.assets (id, availability, percent) values ($1, $2, $3)", [
          id,
          ...asset,
        ]);
      expect((await server.graphql(classQuery, { id })).data).toMatchObject({
        studioClass: { video: { encodingStatus, encodingPercent } },
      });
    },
  );
});

describe("instructors, sections and styles", () => {
  test("pages the classes of an instructor", async () => {
    for (let n = 0; n < 5; n += 1)
      await createClass(server.pool, { instructor: "demo-kofi", publishedAt: hoursAgo(n % 2) });
    await createClass(server.pool, { instructor: "demo-ana" });
    const ask = `query ($slug: String!, $pagination: Pagination) {
      instructorBySlugPublic(slug: $slug) { name slug bio photoURL classes(pagination: $pagination) { items { classId } total nextCursor } } }`;
    type Answer = { instructorBySlugPublic: { name: string; classes: Page } };
    const found: string[] = [];
    let after: string | null = null;
    do {
      const { data }: { data: Answer | null } = await server.graphql<Answer>(ask, {
        slug: "demo-kofi",
        pagination: { first: 2, after },
      });
      expect(data?.instructorBySlugPublic).toMatchObject({
        name: "Demo Kofi",
        bio: "Teaches",
        photoURL: expect.stringMatching(/\/pictures\/test-1280\.webp$/),
        classes: { total: 5 },
      });
      found.push(...slugs(data!.instructorBySlugPublic.classes));
      after = data!.instructorBySlugPublic.classes.nextCursor;
    } while (after);
    expect(new Set(found).size).toBe(5);
    expect(await server.graphql(ask, { slug: "nobody" })).toMatchObject({
      data: { instructorBySlugPublic: null },
      errors: [],
    });
  });

  test("sorts sections by the studio's order and styles by name", async () => {
    const { data } = await server.graphql("{ sections { slug } styles { slug name } }");
    expect(data).toEqual({
      sections: library.sections.map((slug) => ({ slug })),
      styles: library.styles.map((style) => ({ ...style })),
    });
  });
});

describe("categories", () => {
  const ask = `query ($slugs: [String!], $filters: CategoryFilters, $goal: String) { categories(slugs: $slugs, filters: $filters, goal: $goal) { slug isFollowing classCount } }`;
  type Answer = { categories: { slug: string; isFollowing: boolean; classCount: number }[] };
  const read = async (variables: object = {}, as?: TestPerson) => {
    const { data, errors } = await server.graphql<Answer>(ask, variables, as ? { as } : {});
    expect(errors).toEqual([]);
    return data!.categories.map(({ slug }) => slug);
  };
  const follow = (categories: string[], as?: TestPerson) =>
    server.graphql<{ followCategories: Answer["categories"] }>(
      "mutation ($categories: [String!]!) { followCategories(categories: $categories) { slug isFollowing } }",
      { categories },
      as ? { as } : {},
    );

  test("filters categories by slug, section and goal", async () => {
    expect(await read()).toEqual(["grooves", "sweat", "routines"]);
    expect(await read({ slugs: ["routines", "none", "grooves"] })).toEqual(["grooves", "routines"]);
    expect(await read({ filters: { section: "learn" } })).toEqual(["grooves"]);
    expect(await read({ goal: "fitness" })).toEqual(["sweat", "routines"]);
    expect(await read({ goal: "fitness", filters: { section: "choreography" } })).toEqual(["routines"]);
    expect(await read({ filters: { isFollowing: true } })).toEqual([]);
  });

  test("accepts family goals and rejects a goal that no question offers", async () => {
    expect(await read({ goal: "energy" })).toEqual(["sweat", "routines"]);
    expect(await read({ goal: "calm" })).toEqual([]);
    await server.pool.query("update catalog.categories set goals = goals || '{calm}' where slug = 'grooves'");
    expect(await read({ goal: "calm" })).toEqual(["grooves"]);
    await server.pool.query("update catalog.categories set goals = '{musicality}' where slug = 'grooves'");
    for (const goal of ["zzz", "", "high", "fit\u0000ness"])
      expect((await server.graphql(ask, { goal })).errors[0]?.extensions).toMatchObject({
        code: "BAD_INPUT",
        field: "goal",
      });
  });

  test("keeps the count of published classes up to date", async () => {
    const { id } = await createClass(server.pool, { categories: ["grooves", "sweat"] });
    await createClass(server.pool, { categories: ["grooves"], publishedAt: null });
    const counts = async () =>
      (await server.graphql<Answer>(ask)).data!.categories.map(({ classCount }) => classCount);
    expect(await counts()).toEqual([1, 1, 0]);
    await server.pool.query("update catalog.classes set published_at = now()");
    expect(await counts()).toEqual([2, 1, 0]);
    await server.pool.query("delete from catalog.classes where id = $1", [id]);
    expect(await counts()).toEqual([1, 0, 0]);
  });

  test("follows categories as a set, separately for guests and members", async () => {
    const [visitor, member] = [await server.anonymous(), await server.member()];
    expect((await follow(["sweat", "grooves", "sweat"], visitor)).data?.followCategories).toEqual([
      { slug: "grooves", isFollowing: true },
      { slug: "sweat", isFollowing: true },
    ]);
    await follow(["routines"], member);
    await follow(["routines", "sweat"], visitor);
    expect(await read({ filters: { isFollowing: true } }, visitor)).toEqual(["sweat", "routines"]);
    expect(await read({ filters: { isFollowing: false } }, visitor)).toEqual(["grooves"]);
    expect(await read({ filters: { isFollowing: true } }, member)).toEqual(["routines"]);
    expect((await follow([], member)).data?.followCategories).toEqual([]);
    expect(await read({ filters: { isFollowing: true } }, member)).toEqual([]);
  });

  test("rejects following an unknown category or without signing in", async () => {
    const person = await server.anonymous();
    await follow(["sweat"], person);
    expect((await follow(["grooves", "polka"], person)).errors[0]?.extensions).toMatchObject({
      code: "BAD_INPUT",
      field: "categories",
    });
    expect(await read({ filters: { isFollowing: true } }, person)).toEqual(["sweat"]);
    expect((await follow(["grooves"])).errors[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });
});
