/**
 * Starts one server for all journeys: its own PostgreSQL, a small library, and three real classes, transcoded by the pipeline
 * from generated source videos. Playwright calls this before the first journey, and the returned function after the last. With
 * `EIGHTCOUNT_E2E_POOLED=on`, requests reach PostgreSQL through PgBouncer in transaction mode. With `EIGHTCOUNT_E2E_EVENTS=clickhouse`,
 * analytics events are stored in ClickHouse.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webDir } from "../server/app/start.ts";
import { startOpenIdProvider } from "../server/testing/open-id-provider.ts";
import { createTestDatabase, startTestDatabase, startTestServer } from "../server/testing/harness.ts";
import type { TestServer } from "../server/testing/harness.ts";
import { startClickHouse } from "../server/testing/clickhouse.ts";
import { startPooler } from "../server/testing/pooler.ts";
import { urlOfDatabase } from "../server/testing/program.ts";
import { rankedClasses, realClass, seedStudio, shortClasses, teacherUsername } from "./library.ts";

/** Connections of PgBouncer to PostgreSQL. */
const poolerConnections = 10;

/** Seeds a failed job for the studio's page. */
async function failForGood(server: TestServer): Promise<void> {
  const { rows } = await server.pool.query(
    "select id from graphile_worker.add_job('journeys.nothing', run_at => now() + interval '1 day')",
  );
  await server.pool.query(
    "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'Nobody answered' where id = $1",
    [rows[0].id],
  );
}

/** Ranks two classes as if the job had just counted them: it leaves them alone for a day. */
async function rankClasses(server: TestServer): Promise<void> {
  await server.pool.query(
    `with ranked as (
       update catalog.classes set plays_lately = 1000 - 100 * place, finished_score = 700 + 100 * place
       from unnest($1::text[]) with ordinality as given (slug, place) where classes.slug = given.slug returning classes.id, plays_lately
     )
     insert into practice.class_summaries (class_id, dancers, finished, too_easy, found_right, too_hard, loved, plays, counted_at)
     select id, 100, 80, 0, 0, 0, 0, plays_lately, now() from ranked`,
    [rankedClasses],
  );
}

async function untilClassPlays(server: TestServer, id: string): Promise<void> {
  for (let waited = 0; ; waited += 1) {
    const { data } = await server.graphql<{ studioClass: { video: { encodingStatus: string } } }>(
      `query ($id: ID!) { studioClass(id: $id) { video { encodingStatus } } }`,
      { id },
    );
    const status = data?.studioClass.video.encodingStatus;
    if (status === "available") return;
    if (status === "error" || waited > 240) throw new Error(`The journeys' class ${id} is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** A database behind PgBouncer in transaction mode, which requests share. */
async function startPooledDatabase() {
  const { connection, drop } = await createTestDatabase();
  const pooler = await startPooler(connection, poolerConnections);
  return {
    connection,
    env: { DATABASE_URL: urlOfDatabase(connection), DATABASE_POOLED_URL: pooler.url },
    stop: async () => {
      await pooler.stop();
      await drop();
    },
  };
}

export default async function setup(): Promise<() => Promise<void>> {
  const stopDatabase = await startTestDatabase();
  const google = await startOpenIdProvider({ clientId: "journeys" });
  google.become({
    sub: randomUUID(),
    email: "demo.google@example.test",
    email_verified: true,
    name: "Demo Gee",
  });
  const pooled = process.env["EIGHTCOUNT_E2E_POOLED"] === "on" ? await startPooledDatabase() : null;
  const clickHouse = process.env["EIGHTCOUNT_E2E_EVENTS"] === "clickhouse" ? await startClickHouse() : null;
  const server = await startTestServer({
    webDir,
    ...(pooled ? { database: pooled.connection } : {}),
    env: {
      ...pooled?.env,
      ...(clickHouse ? { EVENTS_URL: clickHouse.url } : {}),
      IP_COUNTRY_HEADER: "x-test-country",
      GOOGLE_CLIENT_ID: "journeys",
      GOOGLE_CLIENT_SECRET: "secret",
      GOOGLE_ISSUER: google.issuer,
      CAST_APP_ID: "CC1AD845",
    },
  });
  const folder = await mkdtemp(join(tmpdir(), "eightcount-film-"));
  try {
    await seedStudio(server.ctx(), folder);
    await rankClasses(server);
    await failForGood(server);
    for (const id of [realClass, ...shortClasses]) await untilClassPlays(server, id);
  } finally {
    await rm(folder, { recursive: true });
  }
  const admin = await server.member({ role: "admin", name: "Demo Admin" });
  process.env["EIGHTCOUNT_E2E_ADMIN"] = admin.cookie;
  const support = await server.member({ role: "support", name: "Demo Help Desk" });
  process.env["EIGHTCOUNT_E2E_SUPPORT"] = support.cookie;
  const teacher = await server.member({ role: "teacher", username: teacherUsername, name: "Demo Lock" });
  process.env["EIGHTCOUNT_E2E_TEACHER"] = teacher.cookie;
  process.env["EIGHTCOUNT_E2E_URL"] = server.url;
  process.env["EIGHTCOUNT_E2E_DATA"] = server.dataDir;
  return async () => {
    await server.stop();
    await clickHouse?.stop();
    await pooled?.stop();
    await google.stop();
    await stopDatabase();
  };
}
