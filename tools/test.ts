/**
 * `npm test`: runs all checks one after another and prints a summary: `N passed, N failed`. `--static` skips checks that need a
 * database or a browser; `--only=types,lint` runs only the named checks.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const results = mkdtempSync(join(tmpdir(), "eightcount-results-"));

type Tally = { passed: number; failed: number };
/** Failures, repeated at the end: the output of twenty minutes is rarely read from the start. */
const failures: string[] = [];
/** Tests that failed beside others and passed alone: not a reason to stop, but each is a defect of its test or of the product. */
const flaky: string[] = [];
/** More failures than this are no coincidence and aren't rerun. */
const maxRerun = 5;
/** `begin` starts what `run` waits for, so that the checks before it run beside it. */
type Check = { name: string; isStatic: boolean; begin?: () => void; run: () => Tally | Promise<Tally> };

function run(script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** A check that passes or fails as a whole counts as one. */
function single(name: string, script: string, args: readonly string[] = []): Check {
  return {
    name,
    isStatic: true,
    run: () => {
      if (run(script, args)) return { passed: 1, failed: 0 };
      failures.push(name);
      return { passed: 0, failed: 1 };
    },
  };
}

/** Like `single`, with one core to itself from the start. Its output is printed when it is this check's turn. */
function besideOthers(name: string, script: string, args: readonly string[]): Check {
  const file = join(results, `${name}.txt`);
  let status: Promise<unknown[]> | null = null;
  return {
    name,
    isStatic: true,
    begin: () => {
      const output = openSync(file, "w");
      const child = spawn(process.execPath, [join(root, script), ...args], {
        cwd: root,
        stdio: ["ignore", output, output],
      });
      closeSync(output);
      status = once(child, "close");
    },
    run: async () => {
      const [code] = (await status) ?? [];
      process.stdout.write(readFileSync(file));
      if (code === 0) return { passed: 1, failed: 0 };
      failures.push(name);
      return { passed: 0, failed: 1 };
    },
  };
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

interface VitestRun {
  readonly report: VitestReport;
  /** Whether it succeeded as a whole. */
  readonly ended: boolean;
  /** What was printed of errors outside of tests, which the report doesn't have; empty without any. */
  readonly unhandled: string;
}

/** Runs the unit tests of `projects`, or only `files`. Prints at once, or after the end if `isQuiet`. */
async function vitest(
  projects: readonly string[],
  { files = [], isQuiet = false }: { files?: readonly string[]; isQuiet?: boolean } = {},
): Promise<VitestRun> {
  const file = join(results, `vitest-${projects.join("-")}.json`);
  const args = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const child = spawn(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...files,
      ...projects.map((project) => `--project=${project}`),
      ...args,
    ],
    { cwd: root, stdio: ["inherit", "pipe", "pipe"] },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      printed += part;
      if (!isQuiet) process.stdout.write(part);
    });
  const [status] = (await once(child, "close")) as [number | null];
  if (isQuiet) process.stdout.write(printed);
  const unhandledAt = printed.indexOf("Unhandled Error");
  return {
    report: JSON.parse(readFileSync(file, "utf8")) as VitestReport,
    ended: status === 0,
    unhandled: unhandledAt < 0 ? "" : printed.slice(unhandledAt),
  };
}

/** The failures of a run, by test; a file that didn't load counts as one. */
function failuresOf({ testResults }: VitestReport): Map<string, string> {
  return new Map(
    testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults
        .filter((result) => result.status === "failed")
        .map(({ fullName, failureMessages }): [string, string] => [
          `${file} › ${fullName}`,
          failureMessages.join("\n"),
        ]);
      return status === "failed" && failed.length === 0 ? [[file, message] as [string, string]] : failed;
    }),
  );
}

/** The components' tests use one page of one browser, and so run beside the others. */
async function unit(): Promise<Tally> {
  const runs = await Promise.all([vitest(["server", "web"]), vitest(["components"], { isQuiet: true })]);
  const passed = runs.reduce((sum, { report }) => sum + report.numPassedTests, 0);
  const failed = new Map(runs.flatMap(({ report }) => [...failuresOf(report)]));
  // An error outside of tests isn't tried again: alone, its file would pass.
  const unhandled = runs.map((each) => each.unhandled).join("");
  if (unhandled) failures.push(`vitest, outside of its tests\n${unhandled}`);
  const ended = unhandled === "" && runs.every((each) => each.ended);
  if (failed.size === 0) return tally("vitest", passed, 0, ended);
  if (failed.size <= maxRerun && !unhandled) {
    const files = [...new Set([...failed.keys()].map((name) => name.split(" › ")[0]!))];
    const alone = await vitest(["server", "web", "components"], { files });
    const again = failuresOf(alone.report);
    for (const [name, message] of failed) if (!again.has(name)) flaky.push(`${name}\n${message}`);
    for (const [name, message] of again) failures.push(`${name}\n${message}`);
    if (alone.unhandled) failures.push(`vitest, outside of its tests\n${alone.unhandled}`);
    const recovered = [...failed.keys()].filter((name) => !again.has(name)).length;
    return tally("vitest", passed + recovered, again.size, alone.ended);
  }
  for (const [name, message] of failed) failures.push(`${name}\n${message}`);
  return tally("vitest", passed, failed.size, ended);
}

type JourneyStats = { expected: number; unexpected: number };

function playwright(args: readonly string[]): { stats: JourneyStats; ended: boolean } {
  const file = join(results, "playwright.json");
  const ended = run("node_modules/@playwright/test/cli.js", ["test", ...args], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return { stats: (JSON.parse(readFileSync(file, "utf8")) as { stats: JourneyStats }).stats, ended };
}

function journeys(): Tally {
  const { stats, ended } = playwright([]);
  if (stats.unexpected === 0 || stats.unexpected > maxRerun)
    return tally("playwright", stats.expected, stats.unexpected, ended);
  const alone = playwright(["--last-failed", "--workers=1"]);
  if (alone.ended && alone.stats.expected === stats.unexpected)
    flaky.push(`${stats.unexpected} journeys, named after the first run of the stage`);
  const failed = alone.ended ? 0 : Math.max(alone.stats.unexpected, 1);
  return tally("playwright", stats.expected + stats.unexpected - failed, failed, failed === 0);
}

/** A runner that fails without a failed test, or runs none, counts as failed. */
function tally(name: string, passed: number, failed: number, ended: boolean): Tally {
  if (passed + failed === 0) process.stderr.write(`${name} ran no test\n`);
  return { passed, failed: failed === 0 && (!ended || passed === 0) ? 1 : failed };
}

const checks: Check[] = [
  single("schema", "tools/schema.ts", ["--check"]),
  single("documents", "tools/graphql/main.ts"),
  single("lint", "node_modules/oxlint/bin/oxlint", [
    "--deny-warnings",
    "server",
    "web",
    "demo",
    "tools",
    "contract",
    "e2e",
    "bench",
  ]),
  single("format", "node_modules/oxfmt/bin/oxfmt", ["--check"]),
  single("lockfile", "tools/lockfile.ts"),
  single("secrets", "node_modules/secretlint/bin/secretlint.js", ["**/*"]),
  single("migrations", "tools/migrations/main.ts"),
  single("boundaries", "tools/boundaries/main.ts"),
  single("unused", "node_modules/knip/bin/knip.js", ["--no-progress", "--treat-config-hints-as-errors"]),
  single("commits", "tools/commits/main.ts"),
  single("docs", "tools/docs/main.ts"),
  single("messages", "tools/messages/main.ts", ["--check"]),
  single("glossary", "tools/glossary/main.ts"),
  single("styles", "tools/styles/main.ts"),
  single("build", "tools/build.ts", ["--pseudo"]),
  single("budgets", "tools/budgets.ts"),
  // With more builders and checkers, each checks the same imports again: three times the processor time and 7 GB of memory.
  besideOthers("types", "node_modules/typescript/bin/tsc", ["-b", "--builders", "1", "--checkers", "1"]),
  { name: "unit", isStatic: false, run: unit },
  { name: "journeys", isStatic: false, run: journeys },
];

const only = process.argv
  .find((argument) => argument.startsWith("--only="))
  ?.slice("--only=".length)
  .split(",");
const chosen = checks.filter((check) =>
  only ? only.includes(check.name) : !process.argv.includes("--static") || check.isStatic,
);
const sum: Tally = { passed: 0, failed: 0 };
const stages: string[] = [];
for (const check of chosen) check.begin?.();
for (const check of chosen) {
  process.stdout.write(`\n── ${check.name}\n`);
  const started = performance.now();
  const { passed, failed } = await check.run();
  sum.passed += passed;
  sum.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  stages.push(`${check.name.padEnd(12)} ${seconds.padStart(7)} s  ${passed} passed, ${failed} failed`);
  process.stdout.write(`── ${check.name}: ${failed === 0 ? "holds" : "FAILED"} (${seconds} s)\n`);
}
for (const test of flaky) process.stdout.write(`\nFLAKY ${test}\n`);
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`);
process.stdout.write(`\n${stages.join("\n")}\n`);
rmSync(results, { recursive: true, force: true });
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);
