import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { moveClass } from "./moves.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

const rowsOf = async (query: string, classId: string) =>
  (await server.pool.query<Record<string, unknown>>(query, [classId])).rows;

/** A class of a minute that two people practiced. */
async function createPracticed() {
  const [me, other] = [await server.member({}), await server.member({})];
  const { id } = await createClass(server.pool, { durationMs: 60_000 });
  await server.pool.query(
    `insert into practice.records (person_id, class_id, played, played_ms, position_ms, viewed_at)
     values ($1, $3, '{[0,30000),[40000,50000)}', 40000, 45000, now()), ($2, $3, '{[0,5000)}', 5000, 0, now())`,
    [me.id, other.id, id],
  );
  await server.pool.query(
    `insert into practice.notes (id, person_id, class_id, at_ms, text, created_at, changed_at)
     values (gen_random_uuid(), $1, $2, 5000, 'early', now(), now()), (gen_random_uuid(), $1, $2, 30000, 'middle', now(), now()),
       (gen_random_uuid(), $1, $2, 59000, 'late', now(), now())`,
    [me.id, id],
  );
  await server.pool.query(
    "insert into practice.loops (class_id, person_id, looped) values ($1, $2, '{[8000,16000)}')",
    [id, me.id],
  );
  await server.pool.query(
    "insert into practice.mastery (person_id, class_id, part_index, reached) select $1, $2, part, part from generate_series(1, 4) as part",
    [me.id, id],
  );
  return { id, me };
}
async function stateOf({ id, me }: Awaited<ReturnType<typeof createPracticed>>) {
  const { data } = await server.graphql<{ studioClass: { notes: { text: string; atMs: number }[] } }>(
    "query ($id: ID!) { studioClass(id: $id) { notes { text atMs } } }",
    { id },
    { as: me },
  );
  return {
    records: await rowsOf(
      "select played::text, played_ms, position_ms from practice.records where class_id = $1 order by played_ms desc",
      id,
    ),
    notes: data!.studioClass.notes,
    loops: await rowsOf("select looped::text from practice.loops where class_id = $1", id),
    mastery: await rowsOf(
      "select part_index, reached from practice.mastery where class_id = $1 order by part_index",
      id,
    ),
  };
}

test("moves progress, notes and loops of a class to the same moments, once for an event, and hides what lies outside", async () => {
  const [practiced, untouched] = [await createPracticed(), await createPracticed()];
  const { id } = practiced;
  const before = await stateOf(practiced);
  const untouchedBefore = await stateOf(untouched);
  const moved = { classId: id, byMs: -10_000, durationMs: 45_000, removedParts: 0 };
  const event = { id: randomUUID() };
  await moveClass(server.ctx(), moved, event);
  await moveClass(server.ctx(), moved, event);
  expect(await stateOf(practiced)).toEqual({
    records: [
      { played: "{[0,20000),[30000,40000)}", played_ms: 30_000, position_ms: 35_000 },
      { played: "{}", played_ms: 0, position_ms: 0 },
    ],
    notes: [{ text: "middle", atMs: 20_000 }],
    loops: [{ looped: "{[0,6000)}" }],
    mastery: before.mastery,
  });
  expect(await stateOf(untouched)).toEqual(untouchedBefore);

  // A video that ends earlier hides what is beyond its end, and the one that has it all brings everything back.
  await moveClass(server.ctx(), { ...moved, byMs: 0, durationMs: 15_000 }, { id: randomUUID() });
  expect((await stateOf(practiced)).notes).toEqual([]);
  await moveClass(server.ctx(), { ...moved, byMs: 10_000, durationMs: 60_000 }, { id: randomUUID() });
  const after = await stateOf(practiced);
  expect(after.records.map(({ played }) => played)).toEqual(before.records.map(({ played }) => played));
  expect({ ...after, records: [] }).toEqual({ ...before, records: [] });
});

test("moves mastery as an event of the previous release says", async () => {
  const practiced = await createPracticed();
  const moved = { classId: practiced.id, byMs: 0, durationMs: 60_000, removedParts: 1 };
  await moveClass(server.ctx(), moved, { id: randomUUID() });
  expect((await stateOf(practiced)).mastery).toEqual([
    { part_index: 1, reached: 2 },
    { part_index: 2, reached: 3 },
    { part_index: 3, reached: 4 },
  ]);
});
