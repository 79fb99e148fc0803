import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "../testing/harness.ts";
import { createJobCtx } from "./ctx-factory.ts";
import { readConfig } from "./config/index.ts";
import { createPool, statement } from "./db.ts";
import { defineEvent, defineReaction } from "./events.ts";
import type { Reaction } from "./events.ts";
import { defineJob } from "./jobs/job.ts";
import { startWorker } from "./jobs/worker.ts";
import { createLive } from "./live/live.ts";
import { byPostgres } from "./live/postgres.ts";
import { createLog } from "./log.ts";
import type { Ctx } from "../ctx.ts";

const greeted = defineEvent("tests.greeted", z.object({ name: z.string() }));
const insertGreeting = statement<{ name: string }, never>(
  "test.insert",
  (p) => sql`insert into platform.greetings (name) values (${p.name})`,
);
const listGreetings = statement<Record<string, never>, { name: string }>(
  "test.list",
  () => sql`select name from platform.greetings order by name`,
);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof createPool>;
let ctx: Ctx;
let failures = 0;
const seen: string[] = [];
const jobsSeen: string[] = [];
let worker: { stop(): Promise<void> };

const note = defineReaction("tests.note", greeted, async (_ctx, payload, event) => {
  if (payload.name === "twice" && failures++ === 0) throw new Error("the first attempt fails");
  seen.push(`${payload.name} ${event.id}`);
});
const count = defineReaction("tests.count", greeted, async () => {});
const greet = defineJob({
  name: "tests.greet",
  schema: z.object({ name: z.string() }),
  maxAttempts: 2,
  run: async (_ctx, payload) => {
    if (payload.name === "watched") {
      const { rows } = await pool.query<{ known: boolean }>(
        "select locked_by = any(array(select unnest(lock_ids) from platform.workers)) as known from graphile_worker._private_jobs where payload->>'name' = 'watched'",
      );
      if (!rows[0]?.known) throw new Error("Other workers would take this job for an orphan.");
    }
    jobsSeen.push(payload.name);
  },
});
let endWave = (): void => {};
const waveEnds = new Promise<void>((resolve) => (endWave = resolve));
const wave = defineJob({
  name: "tests.wave",
  schema: z.object({ number: z.number() }),
  maxAttempts: 1,
  pool: "renewals",
  run: () => waveEnds,
});
const reactions: Reaction[] = [note, count];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(
    { connection: database.connection, size: 8, statementTimeoutMs: 10_000, applicationName: "tests" },
    () => {},
  );
  await pool.query("create table platform.greetings (name text primary key)");
  const log = createLog("silent");
  const config = readConfig(
    { NODE_ENV: "test", AUTH_SECRET: "x".repeat(32), MEDIA_SECRET: "x".repeat(32) },
    [],
  );
  const clock = { now: () => new Date() };
  // A reaction and a job need no ports.
  const live = createLive(byPostgres(database.connection, log), log);
  const studio = { current: () => ({}) as Ctx["studio"], refresh: async () => {} };
  const shared = {
    pool,
    ports: {} as Ctx["ports"],
    config,
    log,
    clock,
    live,
    studio,
    reactions,
    metrics: null,
    replica: null,
  };
  ctx = createJobCtx(shared, "test");
  worker = await startWorker({
    pool,
    jobs: [greet, wave],
    schedules: [],
    reactions,
    concurrency: { general: 2, renewals: 1, transcodes: 1, uploads: 1, background: 1 },
    log,
    metrics: null,
    ctxOf: (requestId) => createJobCtx(shared, requestId),
  });
});
afterAll(async () => {
  await worker.stop();
  await pool.end();
  await database.drop();
});

test("commits writes, events and jobs of a transaction together", async () => {
  await ctx.transact(async (tx) => {
    await tx.db.change(insertGreeting, { name: "hello" });
    await tx.publish(greeted, { name: "hello" });
    await tx.enqueue(greet, { name: "hello" });
  });
  await expect.poll(() => seen.filter((entry) => entry.startsWith("hello "))).toHaveLength(1);
  await expect.poll(() => jobsSeen).toContain("hello");
});

test("discards writes, events and jobs of a transaction that rolled back", async () => {
  await expect(
    ctx.transact(async (tx) => {
      await tx.db.change(insertGreeting, { name: "never" });
      await tx.publish(greeted, { name: "never" });
      await tx.enqueue(greet, { name: "never" });
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  expect(await ctx.db.many(listGreetings, {})).not.toContainEqual({ name: "never" });
  const { rows } = await pool.query("select from platform.events where payload->>'name' = 'never'");
  expect(rows).toHaveLength(0);
  const { rows: jobs } = await pool.query(
    "select from graphile_worker._private_jobs where payload->>'name' = 'never'",
  );
  expect(jobs).toHaveLength(0);
});

test("retries a failed reaction alone, with the same event", async () => {
  await ctx.transact((tx) => tx.publish(greeted, { name: "twice" }));
  // The second attempt waits for graphile-worker's back-off, which is shortened here.
  await expect.poll(() => failures).toBe(1);
  await expect
    .poll(async () => {
      await pool.query("update graphile_worker._private_jobs set run_at = now() where locked_at is null");
      return seen.filter((entry) => entry.startsWith("twice "));
    })
    .toHaveLength(1);
  const { rows } = await pool.query<{ id: string }>(
    "select id from platform.events where payload->>'name' = 'twice'",
  );
  expect(seen).toContain(`twice ${rows[0]?.id}`);
});

test("takes over the jobs of a killed worker", async () => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from graphile_worker.add_job('tests.greet', json_build_object('name', 'orphan'), run_at => now() + interval '1 hour')`,
  );
  await pool.query(
    "update graphile_worker._private_jobs set run_at = now(), locked_by = 'worker-of-the-dead', locked_at = now() - interval '1 minute', attempts = 1 where id = $1",
    [rows[0]?.id],
  );
  await expect.poll(() => jobsSeen).toContain("orphan");
});

test("marks a running job as its worker's, so that no one takes it over", async () => {
  await ctx.transact((tx) => tx.enqueue(greet, { name: "watched" }));
  await expect.poll(() => jobsSeen).toContain("watched");
});

test("runs other jobs while a wave of renewals is under way", async () => {
  await ctx.transact(async (tx) => {
    for (let number = 0; number < 8; number += 1) await tx.enqueue(wave, { number }, { priority: -5 });
  });
  const running = async () =>
    (
      await pool.query<{ count: number }>(
        "select count(*)::int as count from graphile_worker.jobs where task_identifier = 'tests.wave' and locked_at is not null",
      )
    ).rows[0]!.count;
  await expect.poll(running).toBeGreaterThan(0);
  await ctx.transact((tx) => tx.enqueue(greet, { name: "in the wave" }));
  await expect.poll(() => jobsSeen).toContain("in the wave");
  expect(await running()).toBeGreaterThan(0);
  endWave();
});
