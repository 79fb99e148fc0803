import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary, createManyClasses, letPass } from "../../../testing/factories.ts";
import type { PlaySource } from "../../../../contract/play-sources.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { sourceShares, stretchesOf } from "./figures.ts";
import { joinOldDays } from "./store.ts";

let server: TestServer;
let editor: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  editor = await server.member({ role: "editor" });
});
afterAll(() => server?.stop());

interface Figures {
  isHidden: boolean;
  dancers: number;
  plays: number;
  finished: number;
  dancedMs: number;
  dancing: { fromMs: number; toMs: number; people: number }[];
  tempos: { tempo: number; share: number }[];
  views: { angle: string; isMirrored: boolean; share: number }[];
}
interface FiguresPage {
  figuresOfClasses: { items: { classId: string }[]; nextCursor: string };
}
const fields =
  "isHidden dancers plays finished dancedMs dancing { fromMs toMs people } tempos { tempo share } views { angle isMirrored share }";
const figures = async (classId: string, days: number | null = null, as = editor) =>
  server.graphql<{ classFigures: Figures }>(
    `query ($classId: ID!, $days: Int) { classFigures(classId: $classId, days: $days) { ${fields} } }`,
    { classId, days },
    { as },
  );
const use = (tempo: number, ms: number, more: object = {}) => ({
  tempo,
  angle: "front",
  isMirrored: false,
  ms,
  ...more,
});
/** Moves a person's practice into the past, with when it was last recorded. */
async function pass(as: TestPerson, ms: number): Promise<void> {
  await letPass(server.pool, as.id, ms);
  await server.pool.query(
    "update practice.records set viewed_at = viewed_at - $2::interval, recorded_at = recorded_at - $2::interval where person_id = $1",
    [as.id, `${ms} milliseconds`],
  );
}
/** Opens a class, lets time pass, and dances a stretch of it. */
async function dance(
  as: TestPerson,
  classId: string,
  toMs: number,
  used: object[],
  source: PlaySource | null = null,
): Promise<void> {
  await server.graphql(
    "query ($id: ID!) { studioClass(id: $id) { video { playback { hlsUrl } } } }",
    { id: classId },
    { as },
  );
  await pass(as, toMs);
  const { errors } = await server.graphql(
    `mutation ($classId: ID!, $toMs: Int!, $use: [PlayerUse!]!, $source: PlaySource) {
      recordPlayerUse(classId: $classId, use: $use, source: $source)
      recordPractice(classId: $classId, played: [{ fromMs: 0, toMs: $toMs }], positionMs: $toMs) { percent } }`,
    { classId, toMs, use: used, source },
    { as },
  );
  expect(errors).toEqual([]);
}
const csvOf = async (path: string) => {
  const answer = await server.fetch(`/api/studio/figures/class/${path}`, {
    headers: { "x-auth-token": `Bearer ${await editor.token()}` },
  });
  return answer.ok ? answer.text() : answer.status;
};

test("shows how a class is danced from five people on", async () => {
  const { id: classId } = await createClass(server.pool, { isPlayable: true, accessType: "free" });
  const dancers = await Promise.all(Array.from({ length: 5 }, () => server.member()));
  for (const dancer of dancers.slice(0, 4))
    await dance(dancer, classId, 20_000, [use(82, 15_000), use(100, 5_000, { isMirrored: true })]);
  expect((await figures(classId)).data!.classFigures).toMatchObject({
    isHidden: true,
    dancers: 0,
    plays: 0,
    dancing: [],
  });
  await dance(dancers[4]!, classId, 10_000, [use(80, 10_000, { angle: "back" })]);
  const { data } = await figures(classId);
  expect(data!.classFigures).toMatchObject({
    isHidden: false,
    dancers: 5,
    plays: 5,
    dancedMs: 90_000,
    dancing: [
      { fromMs: 0, toMs: 10_000, people: 5 },
      { fromMs: 10_000, toMs: 20_000, people: 4 },
    ],
  });
  expect(data!.classFigures.tempos.map(({ tempo }) => tempo)).toEqual([80, 100]);
  expect(data!.classFigures.tempos[0]!.share).toBeCloseTo(70 / 90);
  expect(data!.classFigures.views.map(({ angle, isMirrored }) => [angle, isMirrored])).toEqual([
    ["front", false],
    ["front", true],
    ["back", false],
  ]);
  // More practice within half an hour belongs to the same play.
  await dance(dancers[4]!, classId, 12_000, [use(80, 2_000)]);
  expect((await figures(classId)).data!.classFigures.plays).toBe(5);
  await pass(dancers[4]!, 31 * 60_000);
  await dance(dancers[4]!, classId, 13_000, [use(80, 1_000)]);
  expect((await figures(classId)).data!.classFigures.plays).toBe(6);
});

test("says what plays came from, once a play, and joins sources of few plays", async () => {
  const { id: classId } = await createClass(server.pool, { isPlayable: true, accessType: "free" });
  const dancers = await Promise.all(Array.from({ length: 7 }, () => server.member()));
  const sources = ["library", "library", "library", "library", "library", "search", null] as const;
  for (const [index, dancer] of dancers.entries()) {
    await dance(dancer, classId, 10_000, [use(100, 10_000)], sources[index]);
    // The same play: it came from nowhere else.
    await dance(dancer, classId, 12_000, [use(100, 2_000)], "email");
  }
  const { data } = await server.graphql<{
    classFigures: { sources: { source: string; plays: number; share: number }[] };
  }>(
    "query ($classId: ID!) { classFigures(classId: $classId) { sources { source plays share } } }",
    { classId },
    { as: editor },
  );
  expect(data!.classFigures.sources).toEqual([
    { source: "library", plays: 5, share: 5 / 6 },
    { source: "other", plays: 1, share: 1 / 6 },
  ]);
  expect(await csvOf(`${classId}/sources.csv`)).toBe(
    "source,plays,share\r\nlibrary,5,0.8333\r\nother,1,0.1667\r\n",
  );
  expect(sourceShares([{ source: "library", plays: 4 }])).toEqual([]);
});

test("sets two classes side by side by the second, and only those that the viewer may see", async () => {
  const [long, short, hidden] = [
    await createClass(server.pool, { isPlayable: true, accessType: "free" }),
    await createClass(server.pool, { isPlayable: true, accessType: "free", title: "Short sway" }),
    await createClass(server.pool, { isPlayable: true, accessType: "free" }),
  ];
  for (const { id } of [long, short])
    for (let made = 0; made < 5; made += 1) await dance(await server.member(), id, 3_000, [use(100, 3_000)]);
  const lines = String(await csvOf(`${long.id}/figures.csv?with=${short.id}`)).split("\r\n");
  expect(lines[0]).toBe("second,part,dancing,looped,Short sway: dancing,Short sway: looped");
  expect(lines[1]).toMatch(/^0,[^,]*,5,0,5,0$/);
  expect(await csvOf(`${long.id}/figures.csv?with=${hidden.id}`)).toBe(404);
});

test("counts no more time than the clock allows, and neither staff nor unopened classes", async () => {
  const { id: classId } = await createClass(server.pool, { isPlayable: true, accessType: "free" });
  const danced = async () => {
    const { rows } = await server.pool.query<{ ms: number }>(
      "select coalesce(sum(danced_ms), 0)::int as ms from practice.class_days where class_id = $1",
      [classId],
    );
    return rows[0]!.ms;
  };
  const claim = (as: TestPerson, ms: number) =>
    server.graphql(
      "mutation ($classId: ID!, $use: [PlayerUse!]!) { recordPlayerUse(classId: $classId, use: $use) }",
      { classId, use: [use(100, ms)] },
      { as },
    );
  const cheat = await server.member();
  await claim(cheat, 60_000);
  expect(await danced()).toBe(0);
  await dance(cheat, classId, 5_000, [use(100, 100_000), use(50, 100_000)]);
  expect(await danced()).toBeLessThan(10_000);
  const before = await danced();
  await dance(editor, classId, 5_000, [use(100, 5_000)]);
  expect(await danced()).toBe(before);
  expect((await claim(cheat, -1)).errors[0]?.extensions.code).toBe("BAD_INPUT");
});

test("shows instructors their own classes and share only", async () => {
  const teacher = await server.member();
  const { id: classId } = await createClass(server.pool, { isPlayable: true, accessType: "free" });
  const { rows } = await server.pool.query<{ slug: string }>(
    `insert into catalog.instructors (slug, name, bio, person_id) values ('demo-own', 'Demo Own', '', $1) returning slug`,
    [teacher.id],
  );
  expect(rows).toHaveLength(1);
  expect((await figures(classId, null, teacher)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  const library = async (as: TestPerson) =>
    (
      await server.graphql<{
        libraryFigures: { dancedMs: number; instructors: { name: string; dancedMs: number }[] };
        figuresOfClasses: { items: { classId: string; plays: number | null }[] };
      }>(
        "{ libraryFigures { dancedMs instructors { name dancedMs } } figuresOfClasses(days: 28) { items { classId plays } } }",
        {},
        { as },
      )
    ).data!;
  await server.pool.query(
    "insert into practice.class_days (day, class_id, plays, danced_ms) values (current_date, $1, 3, 60000)",
    [classId],
  );
  const all = await library(editor);
  // No one's practice is known: too few to show.
  expect(all.figuresOfClasses.items.find((row) => row.classId === classId)?.plays).toBeNull();
  expect((await library(teacher)).libraryFigures.instructors).toEqual([]);
  await server.pool.query(
    "update catalog.classes set instructor_id = (select id from catalog.instructors where slug = 'demo-own') where id = $1",
    [classId],
  );
  const own = await library(teacher);
  expect(own.libraryFigures.instructors).toEqual([{ name: "Demo Own", dancedMs: 60_000 }]);
  expect(own.libraryFigures.dancedMs).toBe(all.libraryFigures.dancedMs);
  expect(own.figuresOfClasses.items.map((row) => row.classId)).toEqual([classId]);
  const csv = await server.fetch("/api/studio/figures/instructors.csv", {
    headers: { "x-auth-token": `Bearer ${await teacher.token()}` },
  });
  expect(await csv.text()).toMatch(/^instructor,classes,plays,minutes,share\r\nDemo Own,1,3,1,0?\.\d+\r\n$/);
});

test("sums classes and shares of a calendar month, and refuses what is none", async () => {
  const { id: classId } = await createClass(server.pool, { isPlayable: true, accessType: "free" });
  for (const [day, minutes] of [
    ["2025-01-31", 1],
    ["2025-02-01", 2],
    ["2025-02-28", 4],
    ["2025-03-01", 8],
  ] as const)
    await server.pool.query(
      "insert into practice.class_days (day, class_id, plays, danced_ms) values ($1, $2, 1, $3::int * 60000)",
      [day, classId, minutes],
    );
  const read = (month: string, days: number | null = null) =>
    server.graphql<{
      libraryFigures: { dancedMs: number; instructors: { plays: number }[] };
      figuresOfClasses: { items: { classId: string }[] };
    }>(
      `query ($days: Int, $month: String) { libraryFigures(days: $days, month: $month) { dancedMs instructors { plays } }
        figuresOfClasses(days: $days, month: $month) { items { classId } } }`,
      { days, month },
      { as: editor },
    );
  expect((await read("2025-02")).data).toEqual({
    libraryFigures: { dancedMs: 360_000, instructors: [{ plays: 2 }] },
    figuresOfClasses: { items: [{ classId }] },
  });
  const csv = await server.fetch("/api/studio/figures/instructors.csv?month=2025-02", {
    headers: { "x-auth-token": `Bearer ${await editor.token()}` },
  });
  expect(await csv.text()).toMatch(/,1,2,6,1\r\n$/);
  for (const [month, days] of [
    ["2025-13", null],
    ["2025-2", null],
    ["2025-02", 28],
  ] as const)
    expect((await read(month, days)).errors[0]?.extensions).toMatchObject({
      code: "BAD_INPUT",
      field: "month",
    });
});

test("lists searches that found nothing once five people searched for it", async () => {
  const search = async (as: TestPerson, text: string) =>
    server.graphql(
      "query ($text: String) { studioClasses(filters: { search: $text }) { total } }",
      { text },
      { as },
    );
  const missed = async () =>
    (
      await server.graphql<{ libraryFigures: { missedSearches: { text: string; people: number }[] } }>(
        "{ libraryFigures(days: 28) { missedSearches { text people } } }",
        {},
        { as: editor },
      )
    ).data!.libraryFigures.missedSearches;
  const people = await Promise.all(Array.from({ length: 5 }, () => server.member()));
  for (const person of people.slice(0, 4))
    for (const text of ["Xylo", "Xylophonic  Swing"]) await search(person, text);
  await search(people[0]!, "xylophonic swing");
  await search(people[0]!, "demo.ana@example.test");
  expect(await missed()).toEqual([]);
  await search(people[4]!, "xylophonic swing");
  expect(await missed()).toEqual([{ text: "xylophonic swing", people: 5 }]);
  const { rows } = await server.pool.query("select distinct text from catalog.missed_searches");
  expect(rows).toEqual([{ text: "xylophonic swing" }]);
});

test("pages through ten thousand classes by their figures, and joins old days into months", async () => {
  await createManyClasses(server.pool, 10_000);
  await server.pool.query("delete from practice.class_days");
  await server.pool.query(
    `insert into practice.class_days (day, class_id, plays, danced_ms)
     select current_date - days, id, 1, (random() * 1000000)::bigint from catalog.classes, unnest(array[1, 8, 200, 201]) as days`,
  );
  const seen = new Set<string>();
  let after: string | null = null;
  for (let page = 0; page < 3; page += 1) {
    const answer: Awaited<ReturnType<typeof server.graphql<FiguresPage>>> = await server.graphql<FiguresPage>(
      "query ($after: String) { figuresOfClasses(days: 28, pagination: { first: 50, after: $after }) { items { classId } nextCursor } }",
      { after },
      { as: editor },
    );
    for (const { classId } of answer.data!.figuresOfClasses.items) seen.add(classId);
    after = answer.data!.figuresOfClasses.nextCursor;
  }
  expect(seen.size).toBe(150);
  await server.pool.query("analyze practice.class_days");
  const { rows: plan } = await server.pool.query<{ "QUERY PLAN": string }>(
    "explain select class_id, sum(plays) from practice.class_days where day >= current_date - 7 and class_id = (select id from catalog.classes limit 1) group by class_id",
  );
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toMatch(/Index Scan.*class_days/);
  const before = new Date(Date.now() - 92 * 86_400_000).toISOString().slice(0, 10);
  await joinOldDays(server.ctx().db, before);
  await joinOldDays(server.ctx().db, before);
  const { rows } = await server.pool.query<{ plays: number; days: number }>(
    "select sum(plays)::int as plays, count(distinct day)::int as days from practice.class_days where day < $1",
    [before],
  );
  const { rows: classes } = await server.pool.query("select count(*)::int as count from catalog.classes");
  expect(rows[0]!.plays).toBe(classes[0].count * 2);
  expect(rows[0]!.days).toBeLessThanOrEqual(2);
});

test("adds up people along a class", () => {
  expect(
    stretchesOf([
      { atMs: 0, change: 3 },
      { atMs: 1000, change: -3 },
      { atMs: 2000, change: 1 },
      { atMs: 2500, change: 1 },
      { atMs: 3000, change: -2 },
    ]),
  ).toEqual([
    { fromMs: 0, toMs: 1000, people: 3 },
    { fromMs: 2000, toMs: 2500, people: 1 },
    { fromMs: 2500, toMs: 3000, people: 2 },
  ]);
});
