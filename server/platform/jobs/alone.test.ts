import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Ctx } from "../../ctx.ts";
import { createTestDatabase } from "../../testing/harness.ts";
import { createPool, dbOver } from "../db.ts";
import { createLog } from "../log.ts";
import { doAlone } from "./alone.ts";
import { defineJob, JobPostponed } from "./job.ts";
import { startWorker } from "./worker.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof createPool>;
const workers: { stop(): Promise<void> }[] = [];

/** What has begun, in order. */
const begun: string[] = [];
/** Ends a job, by its text. */
const ends = new Map<string, () => void>();
const payload = z.object({ text: z.string(), subject: z.string() });
const job = defineJob({
  name: "tests.background",
  pool: "background",
  schema: payload,
  maxAttempts: 3,
  aloneFor: ({ subject }) => subject,
  run: async (_ctx, { text }, { signal }) => {
    begun.push(text);
    await new Promise<void>((resolve, reject) => {
      ends.set(text, resolve);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  },
});
const quick = defineJob({
  name: "tests.quick",
  schema: payload,
  maxAttempts: 1,
  run: async (_ctx, { text }) => void begun.push(text),
});
const start = async () => {
  const log = createLog("silent");
  workers.push(
    await startWorker({
      pool,
      jobs: [job, quick],
      schedules: [],
      reactions: [],
      concurrency: { general: 1, renewals: 1, transcodes: 1, uploads: 1, background: 1 },
      log,
      metrics: null,
      // The jobs need a log and the database alone.
      ctxOf: () => ({ log, db: dbOver(pool) }) as unknown as Ctx,
    }),
  );
};
const add = (
  { name }: { readonly name: string },
  text: string,
  options: { subject?: string; key?: string } = {},
) =>
  pool.query("select graphile_worker.add_job($1, $2::json, job_key => $3::text)", [
    name,
    JSON.stringify({ text, subject: options.subject ?? text }),
    options.key ?? null,
  ]);
const hasBegun = (text: string) => expect.poll(() => begun, { timeout: 15_000 }).toContain(text);
const end = (text: string) => ends.get(text)!();

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(
    { connection: database.connection, size: 24, statementTimeoutMs: 10_000, applicationName: "tests" },
    () => {},
  );
  await start();
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await pool.end();
  await database.drop();
});

test("a worker runs one background job at a time, and two workers run two at once", async () => {
  await add(job, "first");
  await add(job, "second");
  await hasBegun("first");
  await add(quick, "another job");
  await hasBegun("another job");
  expect(begun).not.toContain("second");
  await start();
  await hasBegun("second");
  await add(job, "third");
  await add(quick, "yet another job");
  await hasBegun("yet another job");
  expect(begun).not.toContain("third");
  end("first");
  await hasBegun("third");
  end("second");
  end("third");
});

test("a job that ends gives its connection back, and holds the lock no longer", async () => {
  const holders = async () =>
    (
      await pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and objsubid = 1 and database = (
           select oid from pg_database where datname = current_database())`,
      )
    ).rows.map(({ pid }) => pid);
  // Of the jobs of the test before.
  await expect.poll(holders, { timeout: 15_000 }).toEqual([]);
  await add(job, "fourth");
  await hasBegun("fourth");
  const [holder, ...others] = await holders();
  expect(holder).toBeDefined();
  expect(others).toEqual([]);
  end("fourth");
  await expect.poll(holders).toEqual([]);
  expect((await pool.query("select from pg_stat_activity where pid = $1", [holder])).rowCount).toBe(1);
});

test("two workers don't run two jobs for one subject at once, also when the newer one takes the key", async () => {
  await add(job, "older", { subject: "a class", key: "sound" });
  await hasBegun("older");
  await add(job, "newer", { subject: "a class", key: "sound" });
  const waiting = async () =>
    (
      await pool.query(
        "select from graphile_worker._private_jobs where payload->>'text' = 'newer' and locked_at is null and run_at > now()",
      )
    ).rowCount;
  await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
  await add(job, "of another class", { subject: "another class" });
  await hasBegun("of another class");
  expect(begun).not.toContain("newer");
  end("older");
  end("of another class");
  // Both jobs are done when they are no longer in the table.
  const texts = async () =>
    (
      await pool.query(
        "select payload->>'text' as text from graphile_worker._private_jobs where payload->>'text' is not null",
      )
    ).rows;
  await expect.poll(texts, { timeout: 15_000 }).toEqual([{ text: "newer" }]);
  await pool.query("update graphile_worker._private_jobs set run_at = now()");
  await hasBegun("newer");
  end("newer");
  await expect.poll(texts, { timeout: 15_000 }).toEqual([]);
});

test("a database that is away before the work begins postpones it", async () => {
  const away = createPool(
    {
      connection: { host: "127.0.0.1", port: 1 },
      size: 1,
      statementTimeoutMs: 1_000,
      applicationName: "tests",
    },
    () => {},
  );
  await expect(doAlone(away, "a class", async () => {})).rejects.toThrow(JobPostponed);
  await away.end();
});
