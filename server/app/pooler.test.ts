import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { send } from "../modules/notifications/testing.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { startPooler } from "../testing/pooler.ts";
import type { Pooler } from "../testing/pooler.ts";
import { startProgram, urlOfDatabase } from "../testing/program.ts";

/** Connections of the pooler to PostgreSQL: fewer than requests at once. */
const poolSize = 2;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pooler: Pooler;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startPooler(database.connection, poolSize);
  server = await startTestServer({
    database: database.connection,
    env: {
      DATABASE_URL: urlOfDatabase(database.connection),
      DATABASE_POOLED_URL: pooler.url,
      DATABASE_CONNECTIONS: "20",
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await pooler?.stop();
  await database?.drop();
});

test("serves twenty people at once over two connections, with transactions, jobs and live changes", async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => server.member()));
  const inboxes = await Promise.all(
    people.map((as) =>
      server.subscribe<{ inboxChanged: { unread: number } }>(
        "subscription { inboxChanged { unread } }",
        {},
        { as },
      ),
    ),
  );
  for (let round = 1; round <= 3; round += 1) {
    await Promise.all(
      people.map(async (as) => {
        const { errors } = await server.graphql(
          "mutation ($profile: ProfileInput!) { updateProfile(profile: $profile) { bio } }",
          { profile: { bio: `Round ${round}` } },
          { as },
        );
        expect(errors).toEqual([]);
        const { data } = await server.graphql<{ me: { id: string } }>("{ me { id } }", {}, { as });
        expect(data!.me.id).toBe(as.id);
      }),
    );
  }
  await send(server, people);
  for (const inbox of inboxes) {
    let shown = await inbox.next();
    while (shown && shown.data?.inboxChanged.unread !== 1) shown = await inbox.next();
    expect(shown?.data).toEqual({ inboxChanged: { unread: 1 } });
    inbox.close();
  }
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = $1 and application_name = 'eightcount-api'`,
    [database.connection.database],
  );
  expect(rows[0]!.count).toBeGreaterThan(0);
  expect(rows[0]!.count).toBeLessThanOrEqual(poolSize);
});

test("has the timeouts that the API can't set through it", async () => {
  const client = new pg.Client({ connectionString: pooler.url });
  await client.connect();
  const { rows } = await client.query("show statement_timeout");
  await client.end();
  expect(rows).toEqual([{ statement_timeout: "1700ms" }]);
});

test("doesn't start with a pooler before another database", async () => {
  const other = await createTestDatabase();
  const env = { DATABASE_URL: urlOfDatabase(other.connection), DATABASE_POOLED_URL: pooler.url };
  const { code, complained } = await startProgram(env).ended;
  expect(code).toBe(1);
  expect(complained).toBe("DATABASE_POOLED_URL must lead to the same database as DATABASE_URL.\n");
  await other.drop();
});
