/**
 * `npm run attack`: runs public attack tools against a fresh local server without the demo, with production settings, and with
 * documents of any client allowed. `npm run attack -- http://127.0.0.1:3000` attacks a running one. Prints a table. The exit code
 * is 1 if a tool found something or made no requests.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attackGraphql } from "./graphql.ts";
import { attackHttp } from "./http.ts";
import { isGood, tableOf } from "./result.ts";
import type { Result } from "./result.ts";
import { startVictim } from "./server.ts";
import { loopbackTarget } from "./target.ts";
import { runFfuf, runSlowhttptest, runSqlmap, runWapiti } from "./tools.ts";

const folder = await mkdtemp(join(tmpdir(), "eightcount-attack-"));
const given = process.argv[2];
const victim = given ? null : await startVictim(folder);
let isHeld = false;
try {
  const target = loopbackTarget(given ?? victim!.url);
  const results: Result[] = [];
  const runs = [attackHttp, attackGraphql, runFfuf, ...runSqlmap, ...runSlowhttptest, runWapiti];
  for (const run of runs) {
    const result = await run(target, folder);
    process.stderr.write(`${result.tool}: ${result.tried} … ${result.findings.length} findings\n`);
    results.push(result);
  }
  process.stdout.write(tableOf(results));
  isHeld = isGood(results);
} finally {
  await victim?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
}
process.exit(isHeld ? 0 : 1);
