import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary, createSong } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let editor: TestPerson;
let teacher: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  editor = await server.member({ role: "editor" });
  teacher = await server.member({ role: "teacher" });
  member = await server.member();
  await server.pool.query("update catalog.instructors set person_id = $1 where slug = 'demo-ana'", [
    teacher.id,
  ]);
});
afterAll(() => server?.stop());

interface EditedSong {
  id: string;
  slug: string;
  title: string;
  isrc: string | null;
  rightsHolder: string | null;
  usedBy: number;
  hasDouble: boolean;
}
const selection =
  "{ id slug title artist isrc writers iswc rightsHolder rights isExplicit usedBy hasDouble }";
const input = { title: "Night Kitchen", artist: "Loftwerk", rights: "licensed", isExplicit: false };
const call = <Data>(query: string, variables: object = {}, as: TestPerson = editor) =>
  server.graphql<Data>(query, { ...variables }, { as });
const create = async (more: object = {}, as = editor) => {
  const { data, errors } = await call<{ createSong: EditedSong }>(
    `mutation ($input: SongInput!) { createSong(input: $input) ${selection} }`,
    { input: { ...input, ...more } },
    as,
  );
  return { song: data?.createSong, error: errors[0] };
};
const setSongs = (classId: string, songs: object[], as = editor) =>
  call<{ setClassSongs: { isExplicit: boolean; songs: { song: { title: string } }[] } }>(
    "mutation ($classId: ID!, $songs: [ClassSongInput!]!) { setClassSongs(classId: $classId, songs: $songs) { isExplicit songs { startMs endMs song { title } } } }",
    { classId, songs },
    as,
  );
const songsOf = async (classId: string, as: TestPerson = member) =>
  (
    await call<{ studioClass: { isExplicit: boolean; songs: { song: { slug: string; title: string } }[] } }>(
      "query ($classId: ID!) { studioClass(id: $classId) { isExplicit songs { startMs endMs song { slug title artist classCount } } } }",
      { classId },
      as,
    )
  ).data!.studioClass;
const songs = async (variables: object = {}, as: TestPerson = member) =>
  (
    await call<{ songs: { items: { title: string }[]; total: number; nextCursor: string | null } }>(
      `query ($search: String, $initial: String, $sort: SongSort, $pagination: Pagination) {
        songs(search: $search, initial: $initial, sort: $sort, pagination: $pagination) { items { title } total nextCursor } }`,
      variables,
      as,
    )
  ).data!.songs;

test("adds a song once, and shows dancers the songs of a class in order", async () => {
  const { song: first } = await create({
    isrc: "de-a12-26-00001",
    writers: " Ada Line, Bo Rest ",
    iswc: "T-034.524.680-1",
    rightsHolder: " Loft Records ",
  });
  expect(first).toMatchObject({
    slug: "night-kitchen-loftwerk",
    isrc: "DEA122600001",
    writers: "Ada Line, Bo Rest",
    iswc: "T0345246801",
    rightsHolder: "Loft Records",
  });
  const { song: again } = await create({ isrc: "DEA122600001", title: "night kitchen" });
  expect(again?.id).toBe(first!.id);
  const { error } = await create({ title: "Other", isrc: "DEA122600001" });
  expect(error?.extensions).toMatchObject({ code: "ISRC_TAKEN", field: "isrc", songId: first!.id });
  expect((await create({ isrc: "nope" })).error?.extensions).toMatchObject({
    code: "BAD_INPUT",
    field: "isrc",
  });

  const { song: second } = await create({ title: "Late Bus" });
  const { id: classId } = await createClass(server.pool, { durationMs: 600_000 });
  const { data } = await setSongs(classId, [
    { songId: second!.id, startMs: 0, endMs: 60_000 },
    { songId: first!.id, startMs: 60_000, endMs: 600_000 },
  ]);
  expect(data?.setClassSongs.songs.map(({ song }) => song.title)).toEqual(["Late Bus", "Night Kitchen"]);
  expect((await songsOf(classId)).songs).toMatchObject([
    { startMs: 0, endMs: 60_000, song: { title: "Late Bus", artist: "Loftwerk", classCount: 1 } },
    { song: { title: "Night Kitchen" } },
  ]);
  const { rows } = await server.pool.query(
    "select action from identity.staff_acts where subject = any($1) order by happened_at",
    [[`song:${first!.id}`, `class:${classId}`]],
  );
  expect(rows.map(({ action }) => action)).toEqual(["catalog.song_created", "catalog.class_songs_set"]);
});

test("refuses stretches that overlap, end beyond the class or are half given", async () => {
  const { song } = await create();
  const { id: classId } = await createClass(server.pool, { durationMs: 100_000 });
  for (const stretches of [
    [
      { startMs: 0, endMs: 50_000 },
      { startMs: 40_000, endMs: 60_000 },
    ],
    [{ startMs: 0, endMs: 100_001 }],
    [{ startMs: 0 }],
    [{ startMs: 20, endMs: 20 }],
  ]) {
    const { errors } = await setSongs(
      classId,
      stretches.map((stretch) => ({ songId: song!.id, ...stretch })),
    );
    expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "songs" });
  }
  const { errors } = await setSongs(classId, [{ songId: classId }]);
  expect(errors[0]?.extensions.code).toBe("BAD_INPUT");
  expect((await songsOf(classId)).songs).toEqual([]);
});

test("maps the eights of a song: how many it has, and when classes dance which", async () => {
  const { song } = await create({ title: "In Eights", durationMs: 120_000 });
  const { id: classId } = await createClass(server.pool, { durationMs: 300_000 });
  const { id: untold } = await createClass(server.pool, {});
  await server.pool.query(
    `update catalog.classes set beat_grid = '[{"startMs": 0, "endMs": 300000, "bpm": 120, "firstBeatMs": 0}]' where id = any($1)`,
    [[classId, untold]],
  );
  await setSongs(classId, [{ songId: song!.id, startMs: 0, endMs: 300_000, firstEight: 3, lastEight: 10 }]);
  await setSongs(untold, [{ songId: song!.id }]);
  const { data } = await call<{ song: { dancedIn: { moments: number[] }[] } }>(
    "query ($slug: String!) { song(slug: $slug) { durationMs bpm energy eights dancedIn { firstEight lastEight moments studioClass { id } } } }",
    { slug: song!.slug },
    member,
  );
  expect(data?.song).toMatchObject({
    durationMs: 120_000,
    bpm: 120,
    energy: "steady",
    eights: 30,
    dancedIn: [{ firstEight: 3, lastEight: 10, studioClass: { id: classId } }],
  });
  // Its part at full tempo is 16 eights long, from 100 s to 300 s.
  expect(data!.song.dancedIn[0]!.moments.slice(0, 2)).toEqual([100_000, 112_500]);
  expect(data!.song.dancedIn[0]!.moments).toHaveLength(8);
  for (const eights of [
    { firstEight: 3 },
    { firstEight: 3, lastEight: 2 },
    { firstEight: 0, lastEight: 2 },
  ]) {
    const { errors } = await setSongs(classId, [{ songId: song!.id, ...eights }]);
    expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "songs" });
  }
  expect((await create({ title: "Brief", durationMs: 9_999 })).error?.extensions).toMatchObject({
    code: "BAD_INPUT",
    field: "durationMs",
  });
});

test("makes a class explicit with an explicit song, and clean only when an editor says so", async () => {
  const { song: rough } = await create({ title: "Rough Words", isExplicit: true });
  const { song: clean } = await create({ title: "Clean Words" });
  const { id: classId } = await createClass(server.pool, {});
  expect((await setSongs(classId, [{ songId: rough!.id }])).data?.setClassSongs.isExplicit).toBe(true);
  const edited = async () =>
    (
      await call<{ editedClass: { revision: number; isExplicit: boolean } }>(
        "query ($classId: ID!) { editedClass(classId: $classId) { revision isExplicit } }",
        { classId },
      )
    ).data!.editedClass;
  const markClean = async () =>
    call<{ changeClass: { isExplicit: boolean } }>(
      "mutation ($classId: ID!, $input: ClassInput!, $revision: Int!) { changeClass(classId: $classId, input: $input, revision: $revision) { isExplicit } }",
      {
        classId,
        revision: (await edited()).revision,
        input: {
          title: "Any",
          description: "",
          level: "beginner",
          type: "drill",
          accessType: "free",
          isExplicit: false,
          energy: "steady",
          space: "steps",
          usesFloor: false,
          style: "hip-hop",
          instructor: "demo-ana",
          section: "learn",
          categories: [],
          parts: [{ title: "All", kind: "full_out", startMs: 0, endMs: 1000 }],
        },
      },
    );
  expect((await markClean()).errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "isExplicit" });
  // An older server doesn't know the rule.
  await server.pool.query("update catalog.classes set is_explicit = false where id = $1", [classId]);
  expect((await edited()).isExplicit).toBe(true);
  expect((await setSongs(classId, [{ songId: clean!.id }])).data?.setClassSongs.isExplicit).toBe(true);
  expect((await markClean()).data?.changeClass.isExplicit).toBe(false);
  await call("mutation ($id: ID!, $input: SongInput!) { changeSong(id: $id, input: $input) { id } }", {
    id: clean!.id,
    input: { ...input, title: "Clean Words", isExplicit: true },
  });
  expect((await edited()).isExplicit).toBe(true);
});

test("merges doubles: classes and links go to the song that stays, with what it lacked", async () => {
  const { song: target } = await create({ title: "Two Of A Kind" });
  const { song: double } = await create({
    title: "two of a kind",
    isrc: "DEA122600009",
    writers: "Ada Line",
    rightsHolder: "Loft",
  });
  const { id: classId } = await createClass(server.pool, {});
  const { id: draftId } = await createClass(server.pool, { publishedAt: null });
  for (const id of [classId, draftId]) await setSongs(id, [{ songId: double!.id }]);
  const listed = async (check: string) =>
    (
      await call<{ editedSongs: { items: EditedSong[] } }>(
        `query ($check: SongCheck) { editedSongs(search: "two kind", check: $check) { items ${selection} } }`,
        { check },
      )
    ).data!.editedSongs.items;
  expect((await listed("double")).map(({ usedBy }) => usedBy).toSorted()).toEqual([0, 2]);
  expect((await listed("without_isrc")).map(({ id }) => id)).toEqual([target!.id]);
  const { data } = await call<{ mergeSongs: EditedSong }>(
    `mutation ($from: [ID!]!, $into: ID!) { mergeSongs(from: $from, into: $into) ${selection} }`,
    { from: [double!.id], into: target!.id },
  );
  expect(data?.mergeSongs).toMatchObject({
    usedBy: 2,
    hasDouble: false,
    isrc: "DEA122600009",
    writers: "Ada Line",
    iswc: null,
    rightsHolder: "Loft",
  });
  const { data: linked } = await call<{ song: { id: string; classCount: number } }>(
    "query ($slug: String!) { song(slug: $slug) { id classCount } }",
    { slug: double!.slug },
    member,
  );
  expect(linked?.song).toEqual({ id: target!.id, classCount: 1 });
  const used = await call("mutation ($id: ID!) { deleteSong(id: $id) }", { id: target!.id });
  expect(used.errors[0]?.extensions.code).toBe("SONG_IN_USE");
  for (const id of [classId, draftId]) await setSongs(id, []);
  expect((await call("mutation ($id: ID!) { deleteSong(id: $id) }", { id: target!.id })).errors).toEqual([]);
});

test("lists songs of published classes by letter and by how many classes use them", async () => {
  const [one, two] = [await createClass(server.pool, {}), await createClass(server.pool, {})];
  const draft = await createClass(server.pool, { publishedAt: null });
  await createSong(server.pool, { title: "Zebra Émile", classIds: [one.id] });
  await createSong(server.pool, { title: "Zig", classIds: [one.id, two.id] });
  await createSong(server.pool, { title: "99 Steps", classIds: [two.id] });
  await createSong(server.pool, { title: "Zoo", classIds: [draft.id] });
  await createSong(server.pool, { title: "Zulu", isExplicit: true, classIds: [two.id] });
  const titles = async (variables: object, as?: TestPerson) =>
    (await songs(variables, as)).items.map(({ title }) => title);
  expect(await titles({ initial: "z" })).toEqual(["Zebra Émile", "Zig", "Zulu"]);
  expect(await titles({ initial: "z", sort: "popular" })).toEqual(["Zig", "Zebra Émile", "Zulu"]);
  expect(await titles({ initial: "#" })).toEqual(["99 Steps"]);
  expect(await titles({ search: "section emile" })).toEqual(["Zebra Émile"]);
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page = await songs({ initial: "z", sort: "popular", pagination: { first: 1, after } });
    expect(page.total).toBe(3);
    seen.push(...page.items.map(({ title }) => title));
    after = page.nextCursor;
  } while (after);
  expect(seen).toEqual(["Zig", "Zebra Émile", "Zulu"]);
  const { data } = await call<{ songInitials: string[] }>("{ songInitials }", {}, member);
  expect(data?.songInitials).toEqual(expect.arrayContaining(["#", "z"]));
});

test("lists and finds classes by song, artist and tempo", async () => {
  const found = await createClass(server.pool, { title: "Jack" });
  await createClass(server.pool, { title: "Jill" });
  const { slug } = await createSong(server.pool, {
    title: "Quixotic Dreams",
    artist: "James Vondrak",
    classIds: [found.id],
  });
  const ids = async (filters: object) =>
    (
      await call<{ studioClasses: { items: { id: string }[]; total: number } }>(
        "query ($filters: StudioClassFilters) { studioClasses(filters: $filters) { items { id } total } }",
        { filters },
        member,
      )
    ).data!.studioClasses.items.map(({ id }) => id);
  for (const search of ["quixotic", "vondrak", "james jack", "quixotic dream", "qixotic dreams"])
    expect(await ids({ search })).toEqual([found.id]);
  expect(await ids({ songSlug: slug })).toEqual([found.id]);
  expect(await ids({ songSlug: slug, style: ["house"] })).toEqual([]);
  await server.pool.query(
    `update catalog.classes set beat_grid = '[{"startMs":0,"endMs":1,"bpm":70,"firstBeatMs":0},{"startMs":1,"endMs":9,"bpm":173.6,"firstBeatMs":1}]'
     where id = $1`,
    [found.id],
  );
  expect(await ids({ minBpm: 170, maxBpm: 180 })).toEqual([found.id]);
  expect(await ids({ minBpm: 175 })).toEqual([]);
});

test("lets teachers set the songs of their own drafts, and editors alone change songs", async () => {
  const { id: own } = await createClass(server.pool, { publishedAt: null, instructor: "demo-ana" });
  const { id: other } = await createClass(server.pool, { publishedAt: null, instructor: "demo-kofi" });
  const { song } = await create({ title: "Teachers Pet" }, teacher);
  expect((await setSongs(own, [{ songId: song!.id }], teacher)).errors).toEqual([]);
  expect((await setSongs(other, [{ songId: song!.id }], teacher)).errors[0]?.extensions.code).toBe(
    "NOT_FOUND",
  );
  const { errors } = await call(
    "mutation ($id: ID!, $input: SongInput!) { changeSong(id: $id, input: $input) { id } }",
    { id: song!.id, input },
    teacher,
  );
  expect(errors[0]?.extensions.code).toBe("NOT_FOUND");
  expect((await create({}, member)).error?.extensions.code).toBe("NOT_FOUND");
});
