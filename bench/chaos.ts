/**
 * A day of chaos: people subscribe, change and leave while the provider answers badly, the worker is killed, and webhooks are lost,
 * doubled and late. Prints what happened, and fails if books and provider differ or someone is stuck.
 *
 *     npm run bench -- chaos [people, default 300] [kills, default 20] [seed]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workersOf } from "../server/testing/billing-chaos-workers.ts";
import { liveThroughChaos } from "../server/testing/billing-chaos.ts";
import { createTestDatabase, startTestDatabase, startTestServer } from "../server/testing/harness.ts";
import { createSharedClock } from "../server/testing/shared-clock.ts";
import { startStripeServer, stripeSettings } from "../server/testing/stripe-server.ts";

const [people = 300, kills = 20, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const stopDatabase = await startTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), "eightcount-chaos-"));
const clock = createSharedClock(join(dataDir, "clock"));
const stripe = await startStripeServer(clock);
const settings = stripeSettings(stripe.url);
const database = await createTestDatabase();
const server = await startTestServer({
  database: database.connection,
  dataDir,
  roles: "api",
  clock,
  env: { ...settings, LOG_LEVEL: "silent", DATABASE_CONNECTIONS: "12" },
});
const began = performance.now();
try {
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
      settings: { ...settings, LOG_LEVEL: "silent" },
    }),
  });
  const { broken, ...happened } = outcome;
  process.stdout.write(`${JSON.stringify({ seed, people, ...happened }, null, 2)}\n`);
  process.stdout.write(
    `${((performance.now() - began) / 1000).toFixed(0)} s, ${broken.length} rules broken\n`,
  );
  for (const sentence of broken) process.stdout.write(`${sentence}\n`);
  if (broken.length > 0) process.exitCode = 1;
} finally {
  await server.stop();
  await database.drop();
  await stripe.stop();
  await rm(dataDir, { recursive: true, force: true });
  await stopDatabase();
}
