import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { proposeGrid } from "./beat.ts";

let server: TestServer;
let teacher: TestPerson;
let id: string;
let assetId: string;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  teacher = await server.member({ name: "Demo Ana" });
});
afterAll(() => server?.stop());
const span = { startMs: 0, endMs: 60_000, bpm: 96, firstBeatMs: 120 };
beforeEach(async () => {
  id = (await createClass(server.pool, { isPlayable: true, durationMs: 60_000 })).id;
  const { rows } = await server.pool.query<{ asset_id: string }>(
    "select asset_id from catalog.classes where id = $1",
    [id],
  );
  assetId = rows[0]!.asset_id;
  await server.pool.query("insert into media.beats (asset_id, spans) values ($1, $2)", [
    assetId,
    JSON.stringify([{ ...span, confidence: 0.6 }]),
  ]);
  await server.pool.query(
    "update catalog.instructors set person_id = $1 where id = (select instructor_id from catalog.classes where id = $2)",
    [teacher.id, id],
  );
});

const proposal = (as: TestPerson) =>
  server.graphql<{ beatProposal: object[] }>(
    "query ($id: ID!) { beatProposal(classId: $id) { startMs endMs bpm firstBeatMs confidence } }",
    { id },
    { as },
  );
const set = (as: TestPerson, spans: object[]) =>
  server.graphql<{ setBeatGrid: { beatGrid: object[] } }>(
    `mutation ($id: ID!, $spans: [TempoSpanInput!]!) {
      setBeatGrid(classId: $id, spans: $spans) { id beatGrid { startMs endMs bpm firstBeatMs } } }`,
    { id, spans },
    { as },
  );
const grid = async () =>
  (
    await server.graphql<{ studioClass: { beatGrid: object[] } }>(
      "query ($id: ID!) { studioClass(id: $id) { beatGrid { startMs endMs bpm firstBeatMs } } }",
      { id },
    )
  ).data!.studioClass.beatGrid;

test("lets the instructor read the proposed beat grid and overwrite it", async () => {
  expect((await proposal(teacher)).data?.beatProposal).toEqual([{ ...span, confidence: 0.6 }]);
  const mine = [
    { ...span, endMs: 30_000, firstBeatMs: -400 },
    { startMs: 30_000, endMs: 60_000, bpm: 120, firstBeatMs: 30_010 },
  ];
  expect((await set(teacher, mine)).data?.setBeatGrid.beatGrid).toEqual(mine);
  expect(await grid()).toEqual(mine);
});

test("lets an editor read the proposal and hides it from everyone else", async () => {
  const editor = await server.member({ role: "editor" });
  expect((await set(editor, [span])).errors).toEqual([]);
  const { rows } = await server.pool.query("select action from identity.staff_acts where actor_id = $1", [
    editor.id,
  ]);
  expect(rows).toEqual([{ action: "catalog.beat_grid_set" }]);
  for (const other of [await server.anonymous(), await server.member()]) {
    expect((await proposal(other)).errors[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await set(other, [span])).errors[0]?.extensions.code).toBe("NOT_FOUND");
  }
});

test.each([
  ["stretches that overlap", [span, { ...span, startMs: 50_000 }]],
  ["a stretch after the end", [{ ...span, endMs: 90_000 }]],
  ["no tempo", [{ ...span, bpm: 0 }]],
  ["a first beat far before", [{ ...span, firstBeatMs: -20_000 }]],
])("rejects a beat grid with %s", async (_what, spans) => {
  expect((await set(teacher, spans)).errors[0]?.extensions.code).toBe("BAD_INPUT");
});

test("fills in the proposed beat grid only for a class that has none", async () => {
  await set(teacher, []);
  await proposeGrid(server.ctx(), assetId);
  expect(await grid()).toEqual([span]);
  await set(teacher, [{ ...span, bpm: 100 }]);
  await proposeGrid(server.ctx(), assetId);
  expect(await grid()).toEqual([{ ...span, bpm: 100 }]);
});
