/**
 * `npm run bench -- <name> [options]`: runs one benchmark, which prints its table. Reference systems are installed here, on first
 * use, and never by `npm start` or `npm test`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const benchmarks: Readonly<Record<string, string>> = {
  api: "api/main.ts",
  web: "web/main.ts",
  transcode: "transcode.ts",
  player: "player/main.ts",
  together: "together/main.ts",
  stretch: "stretch.ts",
  billing: "billing.ts",
  chaos: "chaos.ts",
  faults: "faults.ts",
  av1: "av1.ts",
  memory: "memory.ts",
  "charge-once": "charge-once.ts",
  renewals: "renewals.ts",
  challenges: "challenges.ts",
  popular: "popular.ts",
  live: "live.ts",
  collector: "collector.ts",
  overload: "overload/main.ts",
  events: "events.ts",
  reports: "reports.ts",
  feed: "feed.ts",
  "fan-out": "fan-out/main.ts",
  search: "search.ts",
  merges: "merges.ts",
  enumeration: "enumeration.ts",
  identity: "identity.ts",
  cdn: "cdn.ts",
  image: "image/main.ts",
  compose: "compose/main.ts",
};

const [name = "", ...rest] = process.argv.slice(2);
const script = benchmarks[name];
if (!script) {
  process.stderr.write(
    `There is no benchmark "${name}". There are: ${Object.keys(benchmarks).join(", ")}.\n`,
  );
  process.exit(1);
}

const lock = readFileSync(join(here, "package-lock.json"), "utf8");
const installed = join(here, "node_modules/.installed");
if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: here, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(installed, lock);
}
const { status } = spawnSync(process.execPath, [join(here, script), ...rest], {
  cwd: join(here, ".."),
  stdio: "inherit",
});
process.exit(status ?? 1);
