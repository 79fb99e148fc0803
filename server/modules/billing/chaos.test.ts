import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workersOf } from "../../testing/billing-chaos-workers.ts";
import { liveThroughChaos } from "../../testing/billing-chaos.ts";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { createSharedClock } from "../../testing/shared-clock.ts";
import { startStripeServer, stripeSettings } from "../../testing/stripe-server.ts";
import type { StripeServer } from "../../testing/stripe-server.ts";

/** `npm run bench -- chaos` has more people and more deaths. */
const people = 10;
const kills = 2;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let stripe: StripeServer;
let server: TestServer;
let clock: ReturnType<typeof createSharedClock>;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "eightcount-chaos-"));
  clock = createSharedClock(join(dataDir, "clock"));
  stripe = await startStripeServer(clock);
  server = await startTestServer({
    database: database.connection,
    dataDir,
    roles: "api",
    clock,
    env: { ...stripeSettings(stripe.url), LOG_LEVEL: "silent" },
  });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  await stripe?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("after a day of bad answers, killed workers and lost webhooks, books and provider agree and no one is stuck", async () => {
  const seed = Date.now() % 2 ** 31;
  const outcome = await liveThroughChaos({
    server,
    stripe,
    clock,
    people,
    kills,
    seed,
    startWorker: workersOf({
      connection: database.connection,
      dataDir,
      clockFile: join(dataDir, "clock"),
      settings: { ...stripeSettings(stripe.url), LOG_LEVEL: "silent" },
    }),
  });
  expect(outcome.broken, `seed ${seed}`).toEqual([]);
  expect(outcome).toMatchObject({ kills, shown: { unknown_payment: 1 } });
});
