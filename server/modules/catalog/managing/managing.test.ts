import { beforeAll, expect, test } from "vitest";
import { createClass, createSong } from "../../../testing/factories.ts";
import type { TestPerson } from "../../../testing/harness.ts";
import { linkInstructor } from "../index.ts";
import { call, draft, editor, read, server, startEditing } from "../editing/testing.ts";

startEditing();

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day);
const localIn = (days: number) => inDays(days).toISOString().slice(0, 16);
/** Classes by what became of them. */
const made: Record<string, string> = {};

beforeAll(async () => {
  const { pool } = server;
  const make = async (name: string, set: string, isPlayable = true) => {
    const { id } = await createClass(pool, { title: `Sway ${name}`, isPlayable, categories: ["grooves"] });
    await pool.query(
      `update catalog.classes set ${set}, drafted_at = now() - interval '1 hour' * $2 where id = $1`,
      [id, Object.keys(made).length],
    );
    made[name] = id;
  };
  await make("in_library", "first_published_at = published_at");
  await make("leaving", "first_published_at = published_at, leaves_at = now() + interval '5 days'");
  await make("archived", "first_published_at = published_at, published_at = null");
  await make("scheduled", "published_at = null, publish_at = now() + interval '3 days'");
  await make("ready", "published_at = null");
  await make("draft", "published_at = null", false);
});

interface Listed {
  id: string;
  state: string;
}
const list = async (filter: object, more: object = {}, as: TestPerson = editor) => {
  const { data, codes } = await call<{ managedClasses: { items: Listed[]; nextCursor: string | null } }>(
    `query ($filter: ManagedClassFilter!, $sort: ManagedClassSort, $pagination: Pagination) {
      managedClasses(filter: $filter, sort: $sort, pagination: $pagination) { items { id state } nextCursor } }`,
    { filter, ...more },
    as,
  );
  return { page: data?.managedClasses, codes };
};
const idsOf = async (filter: object, as?: TestPerson) =>
  (await list(filter, {}, as)).page.items.map(({ id }) => id);

test("lists classes of every state, each by its filter and counted", async () => {
  const found = await list({ search: "sway" });
  expect(Object.fromEntries(found.page.items.map(({ id, state }) => [id, state]))).toEqual(
    Object.fromEntries(Object.entries(made).map(([state, id]) => [id, state])),
  );
  for (const [state, id] of Object.entries(made))
    expect(await idsOf({ search: "sway", state })).toEqual([id]);
  const { data } = await call<{ managedClassCounts: { state: string; count: number }[] }>(
    "{ managedClassCounts { state count } }",
    {},
  );
  const counted = Object.fromEntries(data.managedClassCounts.map(({ state, count }) => [state, count]));
  for (const state of Object.keys(made)) expect(counted[state]).toBe((await idsOf({ state })).length);
});

test("filters by what a class is and by what it is without", async () => {
  const { id } = await draft({
    title: "Glide alone",
    level: "advanced",
    style: "latin",
    accessType: "premium",
  });
  const with_ = { search: "glide" };
  for (const filter of [
    { level: "advanced" },
    { style: "latin" },
    { instructor: "demo-kofi" },
    { category: "grooves" },
    { accessType: "premium" },
    ...["video", "poster", "parts", "counts", "captions", "songs"].map((without) => ({ without })),
  ])
    expect(await idsOf({ ...with_, ...filter })).toEqual([id]);
  for (const filter of [
    { level: "beginner" },
    { style: "house" },
    { instructor: "demo-ana" },
    { category: "sweat" },
    { accessType: "free" },
    { state: "ready" },
  ])
    expect(await idsOf({ ...with_, ...filter })).toEqual([]);
  for (const without of ["video", "poster", "parts", "counts"])
    expect(await idsOf({ search: "sway", state: "ready", without })).toEqual([]);
  expect(await idsOf({ search: "?!" })).toEqual([]);
});

test("pages every sort without gaps, and finds all ids at once", async () => {
  for (const sort of ["newest", "title", "danced", "finished"]) {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const { page }: Awaited<ReturnType<typeof list>> = await list(
        { search: "sway" },
        { sort, pagination: { first: 4, after } },
      );
      ids.push(...page.items.map(({ id }) => id));
      after = page.nextCursor;
    } while (after);
    expect(ids.toSorted()).toEqual(Object.values(made).toSorted());
  }
  const first = await list({}, { sort: "title", pagination: { first: 1 } });
  const other = await list({}, { sort: "newest", pagination: { first: 1, after: first.page.nextCursor } });
  expect(other.codes).toEqual(["BAD_INPUT"]);
  const { data } = await call<{ managedClassIds: string[] }>(
    `query ($filter: ManagedClassFilter!) { managedClassIds(filter: $filter) }`,
    { filter: { search: "sway" } },
  );
  expect(data.managedClassIds.toSorted()).toEqual(Object.values(made).toSorted());
});

test("lists a teacher's own classes, and for an instructor who isn't staff what is published", async () => {
  const teacher = await server.member({ role: "teacher" });
  await server.ctx().transact((tx) => linkInstructor(tx, "demo-ana", teacher.id));
  const { id: foreign } = await draft({ title: "Sway of another" });
  expect((await idsOf({ search: "sway" }, teacher)).toSorted()).toEqual(Object.values(made).toSorted());
  expect(await idsOf({ search: "sway", instructor: "demo-kofi" }, teacher)).not.toContain(foreign);
  const member = await server.member();
  await server.ctx().transact((tx) => linkInstructor(tx, "demo-ana", member.id));
  expect((await idsOf({ search: "sway" }, member)).toSorted()).toEqual(
    [made["in_library"], made["leaving"]].toSorted(),
  );
  expect((await list({}, {}, await server.member())).codes).toEqual(["NOT_FOUND"]);
});

interface Result {
  changed: number;
  unchanged: number;
  refused: { classId: string; reason: string }[];
}
const result = "{ changed unchanged refused { classId reason } }";
const preview = async (ids: string[], act: object) =>
  (
    await call<{ previewClassAct: Result }>(
      `query ($ids: [ID!]!, $act: ClassAct!) { previewClassAct(ids: $ids, act: $act) ${result} }`,
      { ids, act },
    )
  ).data.previewClassAct;
const act = async (ids: string[], what: object) =>
  call<{ actOnClasses: Result }>(
    `mutation ($ids: [ID!]!, $act: ClassAct!) { actOnClasses(ids: $ids, act: $act) ${result} }`,
    { ids, act: what },
  );
const statesOf = async (ids: string[]) => {
  const { page } = await list({ search: "act" });
  return ids.map((id) => page.items.find((one) => one.id === id)?.state);
};
/** A class in the library, one that is ready, and a draft without a video. */
async function three() {
  const { pool } = server;
  const classes = await Promise.all(
    [true, true, false].map((isPlayable) => createClass(pool, { title: "Act", isPlayable })),
  );
  const ids = classes.map(({ id }) => id);
  await pool.query("update catalog.classes set first_published_at = published_at where id = $1", [ids[0]]);
  await pool.query("update catalog.classes set published_at = null where id = any($1)", [ids.slice(1)]);
  return ids;
}

test("does to each class what the preview said, says why it can't, and repeats nothing", async () => {
  const ids = [...(await three()), crypto.randomUUID()];
  const [published, ready, empty, none] = ids as [string, string, string, string];
  for (const [kind, more, expected, states] of [
    [
      "schedule",
      { publishAt: localIn(20) },
      { changed: 1, unchanged: 0, refused: { [published]: "published", [empty]: "video" } },
      ["in_library", "scheduled", "draft"],
    ],
    [
      "publish",
      {},
      { changed: 1, unchanged: 1, refused: { [empty]: "video" } },
      ["in_library", "in_library", "draft"],
    ],
    [
      "archive",
      {},
      { changed: 2, unchanged: 0, refused: { [empty]: "never_published" } },
      ["archived", "archived", "draft"],
    ],
    ["set_level", { to: "advanced" }, { changed: 3, unchanged: 0, refused: {} }, null],
    ["set_instructor", { to: "demo-kofi" }, { changed: 3, unchanged: 0, refused: {} }, null],
    ["set_plan", { accessType: "premium" }, { changed: 3, unchanged: 0, refused: {} }, null],
    ["add_category", { to: "sweat" }, { changed: 3, unchanged: 0, refused: {} }, null],
    ["remove_category", { to: "sweat" }, { changed: 3, unchanged: 0, refused: {} }, null],
  ] as const) {
    const what = { kind, ...more };
    const foreseen = await preview(ids, what);
    const refused = Object.fromEntries(foreseen.refused.map(({ classId, reason }) => [classId, reason]));
    expect({ ...foreseen, refused }).toEqual({
      ...expected,
      refused: { ...expected.refused, [none]: "deleted" },
    });
    expect((await act(ids, what)).data.actOnClasses).toEqual(foreseen);
    if (states) expect(await statesOf([published, ready, empty])).toEqual(states);
    const again = (await act(ids, what)).data.actOnClasses;
    expect(again).toEqual({
      changed: 0,
      unchanged: foreseen.changed + foreseen.unchanged,
      refused: foreseen.refused,
    });
  }
  const { rows } = await server.pool.query<{ action: string }>(
    "select action from identity.staff_acts where subject = $1 order by happened_at, id",
    [`class:${ready}`],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "catalog.class_scheduled",
    "catalog.class_published",
    "catalog.class_unpublished",
    ...Array.from({ length: 5 }, () => "catalog.class_changed"),
  ]);
});

test("refuses an act that isn't complete", async () => {
  const [id] = await three();
  for (const what of [
    { kind: "schedule" },
    { kind: "schedule", publishAt: localIn(-1) },
    { kind: "set_level", to: "zzz" },
    { kind: "set_instructor", to: "zzz" },
    { kind: "set_plan" },
    { kind: "add_category" },
  ])
    expect((await act([id!], what)).codes).toEqual(["BAD_INPUT"]);
  expect((await act(["zzz"], { kind: "publish" })).codes).toEqual(["BAD_INPUT"]);
  const many = Array.from({ length: 101 }, () => crypto.randomUUID());
  expect((await act(many, { kind: "publish" })).codes).toEqual(["BAD_INPUT"]);
});

test("copies a class as a draft, without its video, once per key", async () => {
  const { pool } = server;
  const source = await createClass(pool, {
    title: "Template",
    isPlayable: true,
    level: "advanced",
    categories: ["grooves"],
  });
  const song = await createSong(pool, { title: "Demo song", classIds: [source.id] });
  const key = crypto.randomUUID();
  const copy = async () => {
    const { data } = await call<{ copyClass: { id: string } }>(
      `mutation ($id: ID!, $key: String!) { copyClass(classId: $id, idempotencyKey: $key) { id } }`,
      { id: source.id, key },
    );
    return data.copyClass.id;
  };
  const id = await copy();
  expect(await copy()).toBe(id);
  const copied = await read(id);
  expect(copied).toMatchObject({
    title: "Template (copy)",
    publishedAt: null,
    durationInMs: null,
    thumbnailImageUrl: null,
    categories: ["grooves"],
    sourceVideos: [],
    lacks: ["film", "transcode"],
  });
  expect(copied.parts.map(({ title }) => title)).toEqual(["Warm up", "Full out"]);
  const { rows } = await pool.query("select song_id from catalog.class_songs where class_id = $1", [id]);
  expect(rows).toEqual([{ song_id: song.id }]);
  const { data } = await call<{ managedClasses: { items: object[] } }>(
    `{ managedClasses(filter: { search: "Template copy" }) { items { id state lastEdit { name isMine } } } }`,
    {},
  );
  expect(data.managedClasses.items).toContainEqual({
    id,
    state: "draft",
    lastEdit: { name: expect.any(String), isMine: true },
  });
});
