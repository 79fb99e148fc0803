import pg from "pg";
import { expect, test } from "vitest";
import { createClass, createLibrary, letPass } from "../../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";

const saves = 60;
const everyMs = 10_000;

test("while a class is danced, saves change no index", async () => {
  const database = await createTestDatabase();
  const server = await startTestServer({ roles: "api", database: database.connection });
  await createLibrary(server.pool);
  const { id } = await createClass(server.pool, { isPlayable: true, durationMs: 3_600_000 });
  const member = await server.member();
  await server.graphql(
    "query ($id: ID!) { studioClass(id: $id) { video { playback { hlsUrl } } } }",
    { id },
    { as: member },
  );
  await letPass(server.pool, member.id, saves * everyMs);
  for (let save = 0; save < saves; save += 1) {
    const played = [{ fromMs: save * everyMs, toMs: (save + 1) * everyMs }];
    const { errors } = await server.graphql(
      `mutation ($id: ID!, $played: [PlayedRange!]!, $positionMs: Int!) {
        recordPractice(classId: $id, played: $played, positionMs: $positionMs) { percent } }`,
      { id, played, positionMs: (save + 1) * everyMs },
      { as: member },
    );
    expect(errors).toEqual([]);
  }
  // Sessions write their statistics when they end.
  await server.stop();
  const pool = new pg.Pool(database.connection);
  const { rows } = await pool.query<{ updates: number; hot: number; ms: number }>(
    `select n_tup_upd::int as updates, n_tup_hot_upd::int as hot, (select played_ms from practice.records) as ms
     from pg_stat_user_tables where relid = 'practice.records'::regclass`,
  );
  await pool.end();
  await database.drop();
  const [{ updates, hot, ms }] = rows as [{ updates: number; hot: number; ms: number }];
  expect(ms).toBe(saves * everyMs);
  expect(updates).toBeGreaterThanOrEqual(saves);
  expect(hot / updates).toBeGreaterThan(0.9);
});
