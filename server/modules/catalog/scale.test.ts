import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "../../ctx.ts";
import { createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { explaining } from "../../testing/query-plans.ts";
import { pageOfClasses } from "./class-pages.ts";
import type { ClassListRequest } from "./class-pages.ts";
import { drafts } from "./editing/classes.ts";
import { instructorClasses } from "./instructor-classes.ts";
import { managedClasses, managedClassIds, managedCounts, managedSorts } from "./managing/list.ts";
import { pageOfSongs } from "./songs/songs.ts";

const classCount = 10_000;
let server: TestServer;
let editor: Ctx;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  const { id } = await server.member({ role: "editor" });
  editor = server.ctx({
    personId: id,
    accountId: id,
    isChild: false,
    hidesExplicit: false,
    sessionId: randomUUID(),
    role: "editor",
    isAnonymous: false,
  });
  await createLibrary(server.pool);
  const { pool } = server;
  // One in ten is a draft.
  await pool.query(
    `insert into catalog.classes (id, slug, title, description, level, type, access_type, style_id, instructor_id, section_id, duration_ms,
       picture, drafted_at, published_at, beat_grid)
     select gen_random_uuid(), 'many-' || at, 'Groove ' || md5(at::text), '', (array['beginner', 'intermediate', 'advanced'])[1 + at % 3], 'choreography',
       (array['free', 'basic', 'premium'])[1 + at % 3], style.id, instructor.id, section.id, 300000 + at, 'test',
       now() - at * interval '1 hour', case when at % 10 > 0 then now() - at * interval '1 hour' end,
       jsonb_build_array(jsonb_build_object('startMs', 0, 'endMs', 300000, 'bpm', 60 + at % 100, 'firstBeatMs', 0))
     from generate_series(1, $1) as at
     cross join lateral (select id from catalog.styles order by md5(id::text || at) limit 1) as style
     cross join lateral (select id from catalog.instructors order by md5(id::text || at) limit 1) as instructor
     cross join lateral (select id from catalog.sections order by md5(id::text || at) limit 1) as section`,
    [classCount],
  );
  await pool.query(
    `insert into catalog.class_categories (class_id, category_id)
     select classes.id, categories.id from catalog.classes, catalog.categories where right(classes.id::text, 1) = '7'`,
  );
  await pool.query(
    `insert into catalog.class_parts (class_id, index, title, kind, start_ms, end_ms, eights)
     select id, 1, 'Warm up', 'warm_up', 0, 60000, 8 from catalog.classes union all
     select id, 2, 'Full out', 'full_out', 60000, duration_ms, 16 from catalog.classes`,
  );
  await pool.query(
    `insert into catalog.songs (id, slug, title, artist, rights, created_at)
     select gen_random_uuid(), 'song-' || at, 'Tune ' || md5(at::text), 'Band ' || at % 200, 'own', now() from generate_series(1, 5000) as at`,
  );
  await pool.query(
    `insert into catalog.class_songs (class_id, place, song_id)
     select classes.id, 1, songs.id from catalog.classes join catalog.songs
       on songs.slug = 'song-' || (1 + get_byte(uuid_send(classes.id), 0) * 19 + get_byte(uuid_send(classes.id), 1) % 19)`,
  );
  await pool.query(
    `insert into practice.records (person_id, class_id, completed_at, viewed_at)
     select $1, id, now(), now() from (select id from catalog.classes order by published_at desc nulls last limit 500) as danced`,
    [id],
  );
  await pool.query("vacuum analyze");
}, 240_000);
afterAll(() => server?.stop());

/** What grows with the classes. Styles, sections, instructors and categories stay few, and are read whole. */
const growing = new Set(["classes", "class_parts", "class_categories", "class_songs", "songs"]);
/** Far below the rows of 10,000 classes with their styles, parts and categories. */
const maxRows = 6_000;

/** Reads a page and the one after it. @returns the statements that read too much */
async function read(
  list: (ctx: Ctx, after: string | null) => Promise<{ nextCursor: string | null }>,
  max = maxRows,
) {
  const { ctx, plans } = explaining(editor, server.pool);
  const { nextCursor } = await list(ctx, null);
  if (nextCursor) await list(ctx, nextCursor);
  expect(plans.length).toBeGreaterThan(0);
  return plans.filter(
    ({ wholeTables, rowsRead }) => wholeTables.some((table) => growing.has(table)) || rowsRead > max,
  );
}

const classesOfEditor = (ctx: Ctx, search: string | null, after: string | null) =>
  instructorClasses(ctx, { search: search ?? undefined, first: 24, after, depth: "card" });

const filters: Record<string, ClassListRequest["filters"]> = {
  everything: {},
  "a style": { styles: ["hip-hop"] },
  "two styles": { styles: ["hip-hop", "heels"] },
  "an instructor": { instructor: "demo-ana" },
  "a section": { section: "learn" },
  "a category": { category: "sweat" },
  "a level": { levels: ["advanced"] },
  "a plan": { accessTypes: ["premium"] },
  "a type": { types: ["choreography"] },
  "a type that has none": { types: ["warm_up"] },
  "an energy": { energies: ["steady"] },
  "a duration": { maxDurationMs: 301_000 },
  "a song": { song: "song-101" },
  "a song that doesn’t exist": { song: "none" },
  "what the viewer hasn’t danced": { notDanced: true },
  "what the viewer hasn’t danced, of a style": { notDanced: true, styles: ["hip-hop"] },
  "a tempo": { minBpm: 100, maxBpm: 120 },
  "a tempo that none has": { minBpm: 300 },
  "a style, a level and a duration": { styles: ["hip-hop"], levels: ["advanced"], maxDurationMs: 400_000 },
};
const sorts = ["newest", "title", "shortest", "popular", "best_finished"] as const;
test.each(Object.keys(filters).flatMap((what) => sorts.map((sort) => [what, sort] as const)))(
  "lists classes of %s, sorted by %s, without reading all of them",
  async (what, sort) => {
    const request = { filters: filters[what]!, sort, first: 24, wantsTotal: false, depth: "card" as const };
    expect(await read((ctx, after) => pageOfClasses(ctx, { ...request, after }))).toEqual([]);
  },
);

test.each(["a word that no class has", "groove c4", "groove"])("searches classes by %j", async (search) => {
  const request = { filters: { search }, sort: null, first: 24, wantsTotal: false, depth: "card" as const };
  expect(await read((ctx, after) => pageOfClasses(ctx, { ...request, after }))).toEqual([]);
});

test.each([
  ["by title", { sort: "title", search: null, initial: null }],
  ["of a letter", { sort: "title", search: null, initial: "t" }],
  ["by popularity", { sort: "popular", search: null, initial: null }],
] as const)("lists songs %s without reading all of them", async (_what, request) => {
  expect(
    await read((ctx, after) => pageOfSongs(ctx, { ...request, first: 24, after, wantsTotal: false }), 1_000),
  ).toEqual([]);
});

test.each([null, "groove c4", "nothing of the kind"])(
  "lists an editor's classes and drafts by %j",
  async (search) => {
    expect(await read((ctx, after) => classesOfEditor(ctx, search, after))).toEqual([]);
    expect(await read((ctx, after) => drafts(ctx, search, { first: 24, after }))).toEqual([]);
  },
);

const anyState = {
  state: null,
  instructor: null,
  style: null,
  level: null,
  category: null,
  accessType: null,
  without: null,
  search: null,
} as const;
test.each([
  ["of every state", {}],
  ["in the library", { state: "in_library" as const }],
  ["that are drafts", { state: "draft" as const }],
  ["of an instructor", { instructor: "demo-ana" }],
  ["of a style", { style: "hip-hop" }],
  ["of a category", { category: "sweat" }],
  ["without captions", { without: "captions" as const }],
  ["with rare words", { search: "groove c4" }],
] as const)("lists the studio's classes %s without reading all of them", async (_what, filter) => {
  for (const sort of managedSorts) {
    const found = await read((ctx, after) =>
      managedClasses(ctx, { ...anyState, ...filter }, sort, { first: 24, after }),
    );
    // A quarter of the table of categories: faster read whole than by its index.
    const isPart = ({ wholeTables }: { wholeTables: readonly string[] }) =>
      "category" in filter && !wholeTables.includes("classes");
    expect(
      found.filter((one) => !isPart(one)),
      sort,
    ).toEqual([]);
  }
});

test("counts the studio's classes by state without reading all of them", async () => {
  const { ctx, plans } = explaining(editor, server.pool);
  // The first call counts the library, later ones what changed since.
  await managedCounts(server.ctx(editor.viewer!));
  expect(await managedCounts(ctx)).toContainEqual({ state: "draft", count: classCount / 10 });
  expect(plans.filter(({ rowsRead }) => rowsRead > maxRows)).toEqual([]);
});

test("chooses all classes that match by reading each of them once at most", async () => {
  const { ctx, plans } = explaining(editor, server.pool);
  expect(await managedClassIds(ctx, { ...anyState, instructor: "demo-ana" })).not.toEqual([]);
  // Ids alone, without what a row shows.
  expect(plans.filter(({ rowsRead }) => rowsRead > 2.2 * classCount)).toEqual([]);
});

test("lists an editor's classes by a word that all have: by day, every match is read once", async () => {
  expect(await read((ctx, after) => classesOfEditor(ctx, "groove", after), 1.2 * classCount)).toEqual([]);
});
