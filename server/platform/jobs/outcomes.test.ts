import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Ctx } from "../../ctx.ts";
import { startDatabaseSwitch } from "../../testing/database-switch.ts";
import type { DatabaseSwitch } from "../../testing/database-switch.ts";
import { createTestDatabase } from "../../testing/harness.ts";
import { createPool } from "../db.ts";
import { createLog } from "../log.ts";
import { defineJob } from "./job.ts";
import { startWorker } from "./worker.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let toDatabase: DatabaseSwitch;
/** The worker's, through the switch, and the test's. */
let pool: ReturnType<typeof createPool>;
let direct: ReturnType<typeof createPool>;
let worker: { stop(): Promise<void> };

const begun: string[] = [];
let endJobs = (): void => {};
const jobsEnd = new Promise<void>((resolve) => (endJobs = resolve));
const outcome = defineJob({
  name: "tests.outcome",
  schema: z.object({ outcome: z.enum(["succeeds", "fails", "is quick"]) }),
  maxAttempts: 3,
  run: async (_ctx, payload) => {
    begun.push(payload.outcome);
    if (payload.outcome === "is quick") return;
    await jobsEnd;
    if (payload.outcome === "fails") throw new Error("It failed by itself.");
  },
});
const add = (given: string) =>
  direct.query("select graphile_worker.add_job('tests.outcome', json_build_object('outcome', $1::text))", [
    given,
  ]);
const jobs = async () =>
  (
    await direct.query<{ outcome: string; error: string | null; isRunning: boolean }>(
      `select payload->>'outcome' as outcome, last_error as error, locked_by is not null as "isRunning"
      from graphile_worker._private_jobs where payload->>'outcome' is not null order by outcome`,
    )
  ).rows;

beforeAll(async () => {
  database = await createTestDatabase();
  toDatabase = await startDatabaseSwitch(database.connection);
  const settings = { size: 8, statementTimeoutMs: 10_000, applicationName: "tests" };
  pool = createPool({ ...settings, connection: toDatabase.connection }, () => {});
  direct = createPool({ ...settings, connection: database.connection }, () => {});
  const log = createLog("silent");
  worker = await startWorker({
    pool,
    jobs: [outcome],
    schedules: [],
    reactions: [],
    concurrency: { general: 3, renewals: 1, transcodes: 1, uploads: 1, background: 1 },
    log,
    metrics: null,
    // The jobs need a log alone.
    ctxOf: () => ({ log }) as unknown as Ctx,
  });
});
afterAll(async () => {
  await worker.stop();
  await pool.end();
  await direct.end();
  await toDatabase.close();
  await database.drop();
});

test("records how jobs ended while the database was away, and goes on with the next one", async () => {
  await add("succeeds");
  await add("fails");
  await expect.poll(() => begun.toSorted()).toEqual(["fails", "succeeds"]);
  toDatabase.setAway(true);
  endJobs();
  // As long as several tries take.
  for (let refused = 0; refused < 3; refused += 1) await expect(pool.query("select 1")).rejects.toThrow();
  expect((await jobs()).map(({ isRunning }) => isRunning)).toEqual([true, true]);
  toDatabase.setAway(false);
  await expect.poll(jobs).toEqual([{ outcome: "fails", error: "It failed by itself.", isRunning: false }]);
  await add("is quick");
  await expect.poll(() => begun).toContain("is quick");
});
