import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { applySchedulesJob } from "../editing/schedule.ts";
import { proposeGrid } from "./beat.ts";

let server: TestServer;
let editor: TestPerson;
let now = new Date("2026-03-20T09:00:00Z");
let id: string;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => now } });
  await createLibrary(server.pool);
  editor = await server.member({ role: "editor" });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  id = (await createClass(server.pool, { isPlayable: true, publishedAt: null, durationMs: 60_000 })).id;
  await server.pool.query("update catalog.classes set beat_grid = '[]' where id = $1", [id]);
});

const span = { startMs: 0, endMs: 60_000, bpm: 96, firstBeatMs: 120 };
/** Has the analysis propose counts for the class. */
const analyzed = async (confidence: number) => {
  await server.pool.query("insert into media.beats (asset_id, spans) values ($1, $2)", [
    id,
    JSON.stringify([{ ...span, confidence }]),
  ]);
  await proposeGrid(server.ctx(), id);
};
interface Found {
  publishedAt: string | null;
  state: string;
  lacks: string[];
  counts: { key: string; certainty: number | null; heardAt: string | null; mustBeHeard: boolean } | null;
}
const read = async () =>
  (
    await server.graphql<{ editedClass: Found }>(
      "query ($id: ID!) { editedClass(classId: $id) { publishedAt state lacks counts { key certainty heardAt mustBeHeard } } }",
      { id },
      { as: editor },
    )
  ).data!.editedClass;
/** Calls a mutation of the class. @returns the codes of its errors, each with what the class lacks */
const call = async (mutation: string, variables: object = {}) => {
  const { errors } = await server.graphql(mutation, { id, ...variables }, { as: editor });
  return errors.map(({ extensions: { code, lack } }) => [code, lack]);
};
const publish = () => call("mutation ($id: ID!) { publishClass(classId: $id) { id } }");
const schedule = (publishAt: string) =>
  call(
    "mutation ($id: ID!, $publishAt: String!) { scheduleClass(classId: $id, publishAt: $publishAt) { id } }",
    {
      publishAt,
    },
  );
const confirm = async (key?: string) =>
  call("mutation ($id: ID!, $key: String!) { confirmCounts(classId: $id, key: $key) { id } }", {
    key: key ?? (await read()).counts!.key,
  });
const correct = (spans: object[]) =>
  call(
    "mutation ($id: ID!, $spans: [TempoSpanInput!]!) { setDraftBeatGrid(classId: $id, spans: $spans) { id } }",
    {
      spans,
    },
  );
const publishAll = async () =>
  (
    await server.graphql<{ actOnClasses: object }>(
      `mutation ($id: ID!) { actOnClasses(ids: [$id], act: { kind: publish }) { changed refused { reason } } }`,
      { id },
      { as: editor },
    )
  ).data!.actOnClasses;

test("refuses to publish or schedule a class whose counts are unsure, until someone has heard them", async () => {
  await analyzed(0.91);
  expect(await read()).toMatchObject({
    state: "draft",
    lacks: ["counts"],
    counts: { certainty: 0.91, heardAt: null, mustBeHeard: true },
  });
  expect(await publish()).toEqual([["NOT_READY", "counts"]]);
  expect(await schedule("2026-03-21T18:00")).toEqual([["NOT_READY", "counts"]]);
  expect(await publishAll()).toEqual({ changed: 0, refused: [{ reason: "counts" }] });
  expect(await confirm()).toEqual([]);
  expect(await read()).toMatchObject({ state: "ready", lacks: [], counts: { heardAt: now.toISOString() } });
  expect(await publish()).toEqual([]);
  const { rows } = await server.pool.query(
    "select actor_id, action from identity.staff_acts where subject = $1 and action like 'catalog.counts%'",
    [`class:${id}`],
  );
  expect(rows).toEqual([{ actor_id: editor.id, action: "catalog.counts_heard" }]);
});

test("publishes a class unheard if the analysis is sure, and one of which nothing is known", async () => {
  await analyzed(0.95);
  expect(await publishAll()).toEqual({ changed: 1, refused: [] });
  id = (await createClass(server.pool, { isPlayable: true, publishedAt: null })).id;
  expect((await read()).counts).toMatchObject({ certainty: null, mustBeHeard: false });
  expect(await publish()).toEqual([]);
});

test("asks again after a correction and for another video, but not for the counts that were heard", async () => {
  await analyzed(0.5);
  await confirm();
  expect(await correct([{ ...span, firstBeatMs: 745 }])).toEqual([]);
  expect(await read()).toMatchObject({ lacks: ["counts"], counts: { certainty: 0 } });
  expect(await correct([span])).toEqual([]);
  expect(await read()).toMatchObject({ lacks: [], counts: { certainty: 0.5 } });
  await server.pool.query("update media.assets set version = $2 where id = $1", [id, randomUUID()]);
  expect((await read()).lacks).toEqual(["counts"]);
});

test("refuses to confirm counts that have changed since they were heard", async () => {
  await analyzed(0.5);
  const { key } = (await read()).counts!;
  await correct([{ ...span, firstBeatMs: 745 }]);
  expect(await confirm(key)).toEqual([["CHANGED_MEANWHILE", undefined]]);
  expect((await read()).lacks).toEqual(["counts"]);
  await correct([]);
  expect(await confirm(key)).toEqual([["NOT_READY", undefined]]);
});

test("publishes a scheduled class once its counts are heard", async () => {
  expect(await schedule("2026-03-21T18:00")).toEqual([]);
  await analyzed(0.5);
  now = new Date("2026-03-21T18:00:00Z");
  const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await applySchedulesJob.run(server.ctx(), {}, run);
  expect(await read()).toMatchObject({ publishedAt: null, state: "scheduled", lacks: ["counts"] });
  await confirm();
  await applySchedulesJob.run(server.ctx(), {}, run);
  expect((await read()).publishedAt).not.toBeNull();
});
