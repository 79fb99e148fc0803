import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";
import { dbOver } from "../db.ts";
import { jobsRevision, migrateJobs, startWorker } from "../jobs/worker.ts";
import { createBackfillJob } from "./backfill.ts";
import { readMigrations } from "./files.ts";
import { migrate } from "./migrate.ts";

const table = "202601020304-table.sql";
const fill = "202601020305-fill.sql";
const check = "202601020306-check.sql";
const files = {
  [table]: "create table numbers as select n, null::int as twice from generate_series(1, 1000) as n",
  [fill]:
    "-- backfill\nupdate numbers set twice = 2 * n where n in (select n from numbers where twice is null limit 300)",
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ isEmpty: true });
  pool = new pg.Pool(database.connection);
  pool.on("error", () => {});
  folder = await mkdtemp(join(tmpdir(), "eightcount-backfill-"));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  await migrateJobs(pool);
});
afterEach(async () => {
  await pool?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const count = async (condition: string) =>
  Number((await pool.query<{ n: number }>(`select count(*) as n from ${condition}`)).rows[0]!.n);
const missing = () => count("numbers where twice is null");
const jobs = () => count("graphile_worker._private_jobs");

test("a worker fills a table in batches after the migration", async () => {
  await migrate(pool, await readMigrations(folder));
  expect(await missing()).toBe(1000);
  await pool.query(
    "create table platform.workers (id text primary key, lock_ids text[], seen_at timestamptz default now())",
  );
  const server = await startTestServer({ roles: "api" });
  const worker = await startWorker({
    pool,
    jobs: [createBackfillJob(folder)],
    schedules: [],
    reactions: [],
    concurrency: { general: 1, renewals: 1, transcodes: 1, uploads: 1, background: 1 },
    log: server.ctx().log,
    metrics: null,
    ctxOf: () => ({ ...server.ctx(), db: dbOver(pool) }),
  });
  await expect.poll(jobs).toBe(0);
  expect(await missing()).toBe(0);
  expect(await count("numbers where twice = 2 * n")).toBe(1000);
  await worker.stop();
  await server.stop();
});

test("a migration that needs a backfill completes it first", async () => {
  await writeFile(
    join(folder, check),
    `-- after ${fill}\nalter table numbers add constraint filled check (twice is not null)`,
  );
  expect(await migrate(pool, await readMigrations(folder))).toEqual([table, fill, check]);
  expect([await missing(), await jobs()]).toEqual([0, 0]);
});

test("servers wait for the newest tables of the installed graphile-worker", async () => {
  const { rows } = await pool.query("select max(id) as id from graphile_worker.migrations");
  expect(rows).toEqual([{ id: jobsRevision }]);
});
