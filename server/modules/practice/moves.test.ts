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

test("moves progress, notes, loops and mastery of a class to the same moments, once for an event", async () => {
  const [me, other] = [await server.member({}), await server.member({})];
  const { id } = await createClass(server.pool, { durationMs: 60_000 });
  const untouched = await createClass(server.pool, { durationMs: 60_000 });
  for (const classId of [id, untouched.id]) {
    await server.pool.query(
      `insert into practice.records (person_id, class_id, played, played_ms, position_ms, viewed_at)
       values ($1, $3, '{[0,30000),[40000,50000)}', 40000, 45000, now()), ($2, $3, '{[0,5000)}', 5000, 0, now())`,
      [me.id, other.id, classId],
    );
    await server.pool.query(
      `insert into practice.notes (id, person_id, class_id, at_ms, text, created_at, changed_at)
       values (gen_random_uuid(), $1, $2, 5000, 'early', now(), now()), (gen_random_uuid(), $1, $2, 30000, 'middle', now(), now()),
         (gen_random_uuid(), $1, $2, 59000, 'late', now(), now())`,
      [me.id, classId],
    );
    await server.pool.query(
      "insert into practice.loops (class_id, person_id, looped) values ($1, $2, '{[8000,16000)}')",
      [classId, me.id],
    );
    await server.pool.query(
      "insert into practice.mastery (person_id, class_id, part_index, reached) select $1, $2, part, part from generate_series(1, 4) as part",
      [me.id, classId],
    );
  }
  const state = async (classId: string) => ({
    records: await rowsOf(
      "select played::text, played_ms, position_ms from practice.records where class_id = $1 order by played_ms desc",
      classId,
    ),
    notes: await rowsOf("select text, at_ms from practice.notes where class_id = $1 order by at_ms", classId),
    loops: await rowsOf("select looped::text from practice.loops where class_id = $1", classId),
    mastery: await rowsOf(
      "select part_index, reached from practice.mastery where class_id = $1 order by part_index",
      classId,
    ),
  });
  const before = await state(untouched.id);
  const event = { id: randomUUID() };
  const moved = { classId: id, byMs: -10_000, durationMs: 45_000, removedParts: 1 };
  await moveClass(server.ctx(), moved, event);
  await moveClass(server.ctx(), moved, event);
  expect(await state(id)).toEqual({
    records: [
      { played: "{[0,20000),[30000,40000)}", played_ms: 30_000, position_ms: 35_000 },
      { played: "{}", played_ms: 0, position_ms: 0 },
    ],
    notes: [
      { text: "early", at_ms: 0 },
      { text: "middle", at_ms: 20_000 },
      { text: "late", at_ms: 45_000 },
    ],
    loops: [{ looped: "{[0,6000)}" }],
    mastery: [
      { part_index: 1, reached: 2 },
      { part_index: 2, reached: 3 },
      { part_index: 3, reached: 4 },
    ],
  });
  expect(await state(untouched.id)).toEqual(before);
});
