import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { z } from "zod";
import type { Statement } from "../db.ts";
import { defineJob } from "../jobs/job.ts";
import type { Job } from "../jobs/job.ts";
import { readMigrations } from "./files.ts";
import type { Migration } from "./files.ts";

/** The product's migrations. */
export const migrationsDir = join(import.meta.dirname, "../../migrations");

const task = "platform.backfill";
const maxAttempts = 20;
/** While a worker runs a backfill, this much time of each second is left to others. */
const restShare = 0.5;

const keyOf = (name: string): string => `backfill:${name}`;

/** Enqueues the job of a backfill in the migration's transaction. */
export async function enqueueBackfill(client: pg.PoolClient, name: string): Promise<void> {
  await client.query(
    "select graphile_worker.add_job($1, json_build_object('name', $2::text), job_key => $3, max_attempts => $4, priority => 10)",
    [task, name, keyOf(name), maxAttempts],
  );
}

/** Completes a backfill, if its job hasn't, for a migration that needs all rows filled. */
export async function completeBackfill(
  client: pg.PoolClient,
  name: string,
  migrations: readonly Migration[],
): Promise<void> {
  // A job that is done is gone.
  const { rowCount } = await client.query("select from graphile_worker._private_jobs where key = $1", [
    keyOf(name),
  ]);
  if (rowCount === 0) return;
  const { sql } = findBackfill(name, migrations);
  await client.query("set lock_timeout = 0");
  while ((await client.query(sql)).rowCount! > 0);
  // Of a job that runs this takes the key: it finds nothing to do, and ends.
  await client.query("select graphile_worker.remove_job($1)", [keyOf(name)]);
}

/** The job that runs one backfill, in batches that are transactions of their own. A stopped one goes on where it was. */
export const createBackfillJob = (folder: string): Job<{ name: string }> =>
  defineJob({
    name: task,
    schema: z.object({ name: z.string() }),
    maxAttempts,
    run: async (ctx, { name }, { signal }) => {
      const { sql } = findBackfill(name, await readMigrations(folder));
      const batch: Statement<object, unknown> = { name: "", text: sql, keys: [] };
      for (;;) {
        const startedAt = performance.now();
        const changed = await ctx.db.change(batch, {});
        if (changed === 0) return;
        await sleep(((performance.now() - startedAt) * restShare) / (1 - restShare), undefined, { signal });
      }
    },
  });

function findBackfill(name: string, migrations: readonly Migration[]): Migration {
  const found = migrations.find((migration) => migration.name === name);
  if (!found) throw new Error(`This release doesn't have the backfill ${name}.`);
  return found;
}
