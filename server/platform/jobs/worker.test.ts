import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Ctx } from "../../ctx.ts";
import { createTestDatabase } from "../../testing/harness.ts";
import { createPool, dbOver } from "../db.ts";
import { defineEvent, defineReaction } from "../events.ts";
import { createLog } from "../log.ts";
import { defineJob, JobFailed, JobPostponed } from "./job.ts";
import { startWorker } from "./worker.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof createPool>;
let worker: { stop(): Promise<void> };

/** What ran, in order. */
const runs: string[] = [];
/** Ends a run, by its text. */
const ends = new Map<string, (error: Error | null) => void>();
const job = defineJob({
  name: "tests.job",
  schema: z.object({ text: z.string() }),
  maxAttempts: 3,
  run: async (_ctx, { text }, { signal }) => {
    runs.push(text);
    if (text.startsWith("quick")) return;
    await new Promise<void>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("It was stopped.")));
      ends.set(text, (error) => (error ? reject(error) : resolve()));
    });
  },
});
const scheduled = defineJob({
  name: "tests.scheduled",
  schema: z.object({}),
  maxAttempts: 1,
  run: async () => {
    runs.push("scheduled");
    throw new JobPostponed(new Error("The store is away."), 3_600_000);
  },
});
/** Runs until the worker stops, and ends at once when it runs again. */
const long = defineReaction(
  "tests.take_long",
  defineEvent("tests.happened", z.object({})),
  async (_ctx, _payload, { signal }) => {
    runs.push("reaction");
    if (runs.filter((text) => text === "reaction").length > 1) return;
    await new Promise<void>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("It was stopped.")));
    });
  },
);
const start = () => {
  const log = createLog("silent");
  return startWorker({
    pool,
    jobs: [job, scheduled],
    schedules: [],
    reactions: [long],
    concurrency: { general: 2, renewals: 1, transcodes: 1, uploads: 1, background: 1 },
    log,
    metrics: null,
    // The jobs need a log and the database alone.
    ctxOf: () => ({ log, db: dbOver(pool) }) as unknown as Ctx,
  });
};
const add = (text: string, key: string | null = null) =>
  pool.query(
    "select graphile_worker.add_job('tests.job', json_build_object('text', $1::text), job_key => $2::text)",
    [text, key],
  );
const left = async () =>
  (
    await pool.query<{ text: string }>(
      "select payload->>'text' as text from graphile_worker._private_jobs where payload->>'text' is not null order by id",
    )
  ).rows.map(({ text }) => text);
const begun = (text: string) => expect.poll(() => runs).toContain(text);

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(
    { connection: database.connection, size: 12, statementTimeoutMs: 10_000, applicationName: "tests" },
    () => {},
  );
  worker = await start();
});
afterAll(async () => {
  await worker.stop();
  await pool.end();
  await database.drop();
});

test.each([
  ["fails", (text: string) => ends.get(text)!(new Error("It failed."))],
  ["fails for good", (text: string) => ends.get(text)!(new JobFailed(new Error("It failed."), null))],
  ["is postponed", (text: string) => ends.get(text)!(new JobPostponed(new Error("The store is away."), 0))],
  [
    "is stopped by a shutdown",
    async () => {
      await worker.stop();
      worker = await start();
    },
  ],
])("runs the newer of two jobs with one key, when the older one %s while it runs", async (how, end) => {
  const older = `older, ${how}`;
  const newer = `quick, newer than the one that ${how}`;
  await add(older, how);
  await begun(older);
  await add(newer, how);
  await end(older);
  await begun(newer);
  await expect.poll(left).toEqual([]);
  expect(runs.filter((text) => text === older)).toHaveLength(1);
});

test("a job that is postponed keeps the attempts that it has had", async () => {
  const text = "fails, then is postponed";
  await add(text);
  await begun(text);
  ends.get(text)!(new Error("It failed."));
  const jobs = async () =>
    (
      await pool.query<{ attempts: number; waits: boolean }>(
        `select attempts, locked_at is null and run_at > now() as waits from graphile_worker._private_jobs
         where payload->>'text' = $1`,
        [text],
      )
    ).rows;
  await expect.poll(jobs).toEqual([{ attempts: 1, waits: true }]);
  await pool.query("update graphile_worker._private_jobs set run_at = now() where payload->>'text' = $1", [
    text,
  ]);
  await expect.poll(() => runs.filter((one) => one === text).length, { timeout: 15_000 }).toBe(2);
  ends.get(text)!(new JobPostponed(new Error("The store is away.")));
  await expect.poll(jobs).toEqual([{ attempts: 1, waits: true }]);
  await pool.query("delete from graphile_worker._private_jobs where payload->>'text' = $1", [text]);
});

test("stops a reaction by its signal, and runs it again without counting an attempt", async () => {
  await pool.query(
    `with event as (
       insert into platform.events (name, payload, request_id, occurred_at) values ('tests.happened', '{}', 'a request', now()) returning id)
     select graphile_worker.add_job('platform.react', json_build_object('eventId', id, 'reaction', 'tests.take_long'), max_attempts => 1) from event`,
  );
  await begun("reaction");
  await worker.stop();
  worker = await start();
  await expect.poll(() => runs.filter((text) => text === "reaction").length).toBe(2);
  const reactions = "select from graphile_worker.jobs where task_identifier = 'platform.react'";
  await expect.poll(async () => (await pool.query(reactions)).rowCount).toBe(0);
});

test("runs jobs again after the statement that records a failure is refused", async () => {
  await pool.query(
    `create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'No.'; end $$`,
  );
  await pool.query(
    `create trigger refuse before update of last_error on graphile_worker._private_jobs for each row
     when (new.last_error is not null) execute function public.refuse()`,
  );
  await add("failing");
  await begun("failing");
  ends.get("failing")!(new Error("It failed."));
  // The worker's pool of jobs has stopped and started again.
  await expect.poll(() => runs.filter((text) => text === "failing").length).toBe(2);
  await pool.query("drop trigger refuse on graphile_worker._private_jobs");
  ends.get("failing")!(null);
  await add("quick, after the stop");
  await begun("quick, after the stop");
  await expect.poll(left).toEqual([]);
});

test("leaves one copy of a scheduled job that waits, however often the schedule ran", async () => {
  const cron = JSON.stringify({ _cron: { ts: new Date().toISOString(), backfilled: false } });
  for (let minute = 1; minute <= 3; minute += 1) {
    await pool.query("select graphile_worker.add_job('tests.scheduled', $1::json)", [cron]);
    await expect.poll(() => runs.filter((text) => text === "scheduled").length).toBe(minute);
  }
  const waiting = async () =>
    (await pool.query("select from graphile_worker.jobs where task_identifier = 'tests.scheduled'")).rowCount;
  await expect.poll(waiting).toBe(1);
});
