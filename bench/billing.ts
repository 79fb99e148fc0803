/**
 * Lives through random histories of people who subscribe, change, pay, dispute with their bank and leave, and checks the ledger
 * after each batch. Stops at the first account that breaks a rule, and prints its history.
 *
 *     npm run bench -- billing [--histories 10000] [--from 1] [--minutes 120]
 *
 * Each batch of 200 histories has a seed of its own, counted from `--from`. A run that ends early, by time or by SIGTERM, prints the
 * seeds that passed and where to go on, so that many short runs add up to one long one.
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { liveThroughBilling, movableClock } from "../server/testing/billing-histories.ts";
import { billingBatches } from "../server/testing/billing-steps.ts";
import { startTestDatabase, startTestServer } from "../server/testing/harness.ts";

const perBatch = 200;
const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "10000" },
    from: { type: "string", default: "1" },
    minutes: { type: "string", default: "120" },
  },
});
const [count, from, maxMinutes] = [values.histories, values.from, values.minutes].map(Number) as [
  number,
  number,
  number,
];
const print = (line: string) => process.stdout.write(`${line}\n`);

const stopDatabase = await startTestDatabase();
const began = performance.now();
const secondsPassed = () => (performance.now() - began) / 1000;
let [done, charges, refunds] = [0, 0, 0];
const transitions: Record<string, number> = {};
let isStopping = false;
process.once("SIGTERM", () => (isStopping = true));
try {
  const last = from + Math.ceil(count / perBatch);
  // A new database now and then, so that accounts that renew for ever don't slow the later ones down.
  for (let seed = from; seed < last && !isStopping && secondsPassed() < maxMinutes * 60; seed += 1) {
    const clock = movableClock();
    const env = { LOG_LEVEL: "silent", DATABASE_CONNECTIONS: "12" };
    const server = await startTestServer({ roles: "api", clock, env });
    try {
      const [sample] = fc.sample(billingBatches(perBatch), { numRuns: 1, seed });
      const outcome = await liveThroughBilling(server, clock, sample!);
      charges += outcome.charges;
      refunds += outcome.refunds;
      for (const [trigger, times] of Object.entries(outcome.transitions))
        transitions[trigger] = (transitions[trigger] ?? 0) + times;
    } catch (error) {
      print(`seed ${seed}: ${String(error)} ${error instanceof Error ? String(error.cause ?? "") : ""}`);
      process.exitCode = 1;
      break;
    } finally {
      await server.stop();
    }
    done += perBatch;
    if (done % (5 * perBatch) === 0) print(`${done} histories in ${secondsPassed().toFixed(0)} s`);
  }
  const next = from + done / perBatch;
  print("| Histories | Charges | Paid back | Seconds | Seeds |\n|---|---|---|---|---|");
  print(`| ${done} | ${charges} | ${refunds} | ${secondsPassed().toFixed(0)} | ${from} to ${next - 1} |`);
  if (next < last) print(`To go on: --from ${next} --histories ${(last - next) * perBatch}`);
  print(JSON.stringify(transitions));
} finally {
  await stopDatabase();
}
