/**
 * Lives through random histories of people who subscribe, change, pay, dispute with their bank and leave, and checks the ledger
 * after each batch. Stops at the first account that breaks a rule, and prints its history.
 *
 *     npm run bench -- billing [histories, default 10000] [seed] [maximum minutes, default 120]
 */
import fc from "fast-check";
import { liveThroughBilling, movableClock } from "../server/testing/billing-histories.ts";
import { billingBatches } from "../server/testing/billing-steps.ts";
import { startTestDatabase, startTestServer } from "../server/testing/harness.ts";

const perBatch = 200;
const [count = 10_000, seed = Date.now() % 2 ** 31, maxMinutes = 120] = process.argv.slice(2).map(Number);
const print = (line: string) => process.stdout.write(`${line}\n`);

const stopDatabase = await startTestDatabase();
const began = performance.now();
const secondsPassed = () => (performance.now() - began) / 1000;
let [done, charges, refunds] = [0, 0, 0];
const transitions: Record<string, number> = {};
try {
  const batches = Math.ceil(count / perBatch);
  // A new database now and then, so that accounts that renew for ever don't slow the later ones down.
  for (let batch = 0; batch < batches && secondsPassed() < maxMinutes * 60; batch += 1) {
    const clock = movableClock();
    const env = { LOG_LEVEL: "silent", DATABASE_CONNECTIONS: "12" };
    const server = await startTestServer({ roles: "api", clock, env });
    try {
      const [sample] = fc.sample(billingBatches(perBatch), { numRuns: 1, seed: seed + batch });
      const outcome = await liveThroughBilling(server, clock, sample!);
      charges += outcome.charges;
      refunds += outcome.refunds;
      for (const [trigger, times] of Object.entries(outcome.transitions))
        transitions[trigger] = (transitions[trigger] ?? 0) + times;
    } catch (error) {
      print(
        `seed ${seed + batch}: ${String(error)} ${error instanceof Error ? String(error.cause ?? "") : ""}`,
      );
      process.exitCode = 1;
      break;
    } finally {
      await server.stop();
    }
    done += perBatch;
    if (batch % 5 === 4) print(`${done} histories in ${secondsPassed().toFixed(0)} s`);
  }
  print("| Histories | Charges | Paid back | Seconds | Seed |\n|---|---|---|---|---|");
  print(`| ${done} | ${charges} | ${refunds} | ${secondsPassed().toFixed(0)} | ${seed} |`);
  print(JSON.stringify(transitions));
} finally {
  await stopDatabase();
}
