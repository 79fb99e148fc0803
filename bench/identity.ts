/**
 * Searches for any order of sign-ups, verifications, links, resets, email changes and deletions by which two people get into each
 * other's accounts, or lose their own. Stops at the first history that violates a rule, and prints it.
 *
 *     npm run bench -- identity [histories, default 10000] [maximum minutes, default 120] [seed]
 */
import fc from "fast-check";
import { histories, liveThroughHistory } from "../server/testing/email-histories.ts";
import { startTestDatabase, startTestServer } from "../server/testing/harness.ts";

/** Number of concurrent histories. */
const lanes = 4;
const [count = 10_000, maxMinutes = 120, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const print = (line: string) => process.stdout.write(`${line}\n`);

const stopDatabase = await startTestDatabase();
const server = await startTestServer({ roles: "api", env: { LOG_LEVEL: "silent" } });
try {
  const waiting = fc.sample(histories, { numRuns: count, seed });
  let [done, steps] = [0, 0];
  const began = performance.now();
  const isOver = () => performance.now() - began > maxMinutes * 60_000;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let history = waiting.pop(); history && !isOver(); history = waiting.pop()) {
        try {
          await liveThroughHistory(server, history);
        } catch (error) {
          waiting.length = 0;
          print(`${String(error)}\n${JSON.stringify(history, null, 1)}`);
          process.exitCode = 1;
          return;
        }
        done += 1;
        steps += history.length;
        if (done % 100 === 0) print(`${done} histories`);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  print(`| Histories | Steps | Seconds | Seed |\n|---|---|---|---|`);
  print(`| ${done} | ${steps} | ${seconds.toFixed(0)} | ${seed} |`);
} finally {
  await server.stop();
  await stopDatabase();
}
