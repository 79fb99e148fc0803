import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  for (const [title, more] of Object.entries(classes)) await createClass(server.pool, { title, ...more });
});
afterAll(() => server?.stop());

const minute = 60_000;
const classes = {
  "Rock the floor": { level: "beginner", durationMs: 9 * minute },
  "Rock and drop": { level: "beginner", durationMs: 25 * minute },
  "Bounce high": { level: "advanced", durationMs: 8 * minute },
  "Jack it": { style: "house", level: "beginner", durationMs: 8 * minute },
  "Beginner mistakes": { style: "house", level: "advanced", durationMs: 30 * minute },
  "Popping the chest": { style: "latin", level: "intermediate" },
} as const;

interface Page {
  total: number;
  nextCursor: string | null;
  correction: string | null;
  items: { title: string }[];
  understood: { kind: string; text: string; label: string; without: string }[];
  loosenings: { filter: string | null; text: string | null; search: string | null; total: number }[];
}
const list = async (filters: object, pagination: object = {}, language = "en", as?: TestPerson) => {
  const { data, errors } = await server.graphql<{ studioClasses: Page }>(
    `query ($filters: StudioClassFilters, $pagination: Pagination) {
      studioClasses(filters: $filters, pagination: $pagination) { total nextCursor correction items { title }
        understood { kind text label without } loosenings { filter text search total } } }`,
    { filters, pagination },
    { headers: { "accept-language": language }, ...(as ? { as } : {}) },
  );
  expect(errors).toEqual([]);
  return data!.studioClasses;
};
const titles = ({ items }: Page): string[] => items.map(({ title }) => title).toSorted();
const read = (search: string, more: object = {}) => list({ search, readsFilters: true, ...more });

test("reads a phrase as filters, and says what it understood", async () => {
  const page = await read("10 min hiphop beginner");
  expect(titles(page)).toEqual(["Rock the floor"]);
  expect(page.understood).toEqual([
    { kind: "length", text: "10 min", label: "Up to 10 min", without: "hiphop beginner" },
    { kind: "style", text: "hiphop", label: "Hip-hop", without: "10 min beginner" },
    { kind: "level", text: "beginner", label: "Beginner", without: "10 min hiphop" },
  ]);
  expect(page.loosenings).toEqual([]);
  expect(titles(await read("rock beginner"))).toEqual(["Rock and drop", "Rock the floor"]);
});

test("leaves the search to the words for clients that don't ask, and where a filter is set", async () => {
  expect(titles(await list({ search: "beginner" }))).toEqual(["Beginner mistakes"]);
  const page = await read("beginner house", { level: ["advanced"] });
  expect(titles(page)).toEqual(["Beginner mistakes"]);
  expect(page.understood.map(({ kind }) => kind)).toEqual(["style"]);
});

test("searches for the words as they are if what was understood finds nothing", async () => {
  const page = await read("beginner mistakes");
  expect(titles(page)).toEqual(["Beginner mistakes"]);
  expect(page.understood).toEqual([]);
});

test("offers what to loosen, with counts", async () => {
  const page = await read("advanced house 10 min", { section: "learn" });
  expect(page.total).toBe(0);
  expect(page.understood).toHaveLength(3);
  expect(page.loosenings).toEqual([
    { filter: null, text: "advanced", search: "house 10 min", total: 1 },
    { filter: null, text: "house", search: "advanced 10 min", total: 1 },
    { filter: null, text: "10 min", search: "advanced house", total: 1 },
  ]);
  const { loosenings } = await read("rock", { style: ["house"], level: ["beginner"] });
  expect(loosenings).toEqual([
    { filter: "style", text: null, search: null, total: 2 },
    { filter: null, text: "rock", search: "", total: 1 },
  ]);
});

test("leaves out what the viewer danced, with what was understood, and offers to show it", async () => {
  const me = await server.member();
  const danced = async (title: string) =>
    server.pool.query(
      `insert into practice.records (person_id, class_id, viewed_at, completed_at)
       select $1, id, now(), now() from catalog.classes where title = $2`,
      [me.id, title],
    );
  const mine = async (search: string) => list({ search, readsFilters: true, notDanced: true }, {}, "en", me);
  expect(titles(await mine("rock beginner"))).toEqual(["Rock and drop", "Rock the floor"]);
  await danced("Rock the floor");
  const page = await mine("rock beginner");
  expect([titles(page), page.total, page.understood.length]).toEqual([["Rock and drop"], 1, 1]);
  // Nothing changes for other people or for visitors without an account.
  expect(titles(await list({ search: "rock", readsFilters: true, notDanced: true }))).toContain(
    "Rock the floor",
  );
  await danced("Rock and drop");
  expect((await mine("rock beginner")).loosenings).toContainEqual({
    filter: "notDanced",
    text: null,
    search: null,
    total: 2,
  });
});

test("lists instructors with classes by a part of their name, with or without its accents", async () => {
  const named = async (search: string | null) =>
    (
      await server.graphql<{ instructors: { slug: string; name: string }[] }>(
        "query ($search: String) { instructors(search: $search) { slug name } }",
        { search },
      )
    ).data!.instructors.map(({ name }) => name);
  const all = await named(null);
  const { rows } = await server.pool.query<{ name: string }>(
    "select name from unnest($1::text[]) as given (name) order by name",
    [all],
  );
  expect(all).toEqual(rows.map(({ name }) => name));
  expect(all.length).toBeGreaterThan(0);
  expect(await named(all[0]!.slice(2).toUpperCase())).toContain(all[0]);
  expect(await named("no such name")).toEqual([]);
  const rename = (from: string, into: string) =>
    server.pool.query("update catalog.instructors set name = $2 where name = $1", [from, into]);
  await rename(all[0]!, "Zoë Ñandú");
  expect(await named("zoe nandu")).toEqual(["Zoë Ñandú"]);
  expect(await named("ZÖE")).toEqual(["Zoë Ñandú"]);
  await rename("Zoë Ñandú", all[0]!);
});

test("finds a step by its other names, and by a misspelt one", async () => {
  for (const search of ["poppin", "popping", "chest poppin"])
    expect(titles(await list({ search }))).toEqual(["Popping the chest"]);
  const page = await read("boonce");
  expect([titles(page), page.correction]).toEqual([["Bounce high"], "bounce"]);
  const both = await read("boonce advanced");
  expect([titles(both), both.correction, both.understood.length]).toEqual([["Bounce high"], "bounce", 1]);
});

test.each([
  ["two letters exchanged", "jakc", "jack"],
  ["a letter missing", "jck", "jack"],
  ["a letter too many", "rocck", "rock"],
  ["a wrong letter", "dtop", "drop"],
])("finds a short word with %s", async (_what, search, correction) => {
  expect(await list({ search })).toMatchObject({ correction });
});

test("takes no number for another one", async () => {
  await createClass(server.pool, { title: "Groove 13", level: "advanced" });
  expect(await list({ search: "13" })).toMatchObject({ total: 1, correction: null });
  expect(await list({ search: "130" })).toMatchObject({ total: 0, correction: null });
});

test("pages through what was understood, and through words as they are", async () => {
  for (const [search, count] of [
    ["beginner", 3],
    ["rock", 2],
  ] as const) {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Page = await list({ search, readsFilters: true }, { first: 1, after });
      seen.push(...titles(page));
      after = page.nextCursor;
    } while (after);
    expect(new Set(seen).size).toBe(count);
    expect(seen).toHaveLength(count);
  }
  const { errors } = await server.graphql(
    '{ studioClasses(filters: { search: "rock", readsFilters: true }, pagination: { after: "none" }) { total } }',
  );
  expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "pagination.after" });
});
