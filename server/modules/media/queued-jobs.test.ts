import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/harness.ts";
import { migrateJobs } from "../../platform/jobs/worker.ts";
import { migrationsDir } from "../../platform/migrations/backfill.ts";
import { readMigrations } from "../../platform/migrations/files.ts";
import { migrate } from "../../platform/migrations/migrate.ts";

const name = "202611281230-media-background-jobs.sql";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  pool = new pg.Pool(database.connection);
  pool.on("error", () => {});
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("an upgrade takes the jobs that follow publishing out of their queues, and delays the long ones for half an hour", async () => {
  const migrations = await readMigrations(migrationsDir);
  await migrateJobs(pool);
  await migrate(
    pool,
    migrations.filter((migration) => migration.name < name),
  );
  for (const [task, queue] of [
    ["media.encode_av1", "av1"],
    ["media.encode_av1", "av1"],
    ["media.render_slow_sounds", "slow-sounds"],
    ["media.analyze_sound", "sounds"],
    ["studio.import_members", "imports"],
  ])
    await pool.query("select graphile_worker.add_job($1, '{}', queue_name => $2)", [task, queue]);
  await migrate(pool, migrations);
  const { rows } = await pool.query(
    "select task_identifier as task, queue_name as queue, run_at > now() + interval '29 minutes' as later from graphile_worker.jobs where task_identifier <> 'platform.backfill' order by id",
  );
  expect(rows).toEqual([
    { task: "media.encode_av1", queue: null, later: true },
    { task: "media.encode_av1", queue: null, later: true },
    { task: "media.render_slow_sounds", queue: null, later: true },
    { task: "media.analyze_sound", queue: null, later: false },
    { task: "studio.import_members", queue: "imports", later: false },
  ]);
});
