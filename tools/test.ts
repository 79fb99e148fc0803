/**
 * `npm test`: runs all checks one after another and prints a summary: `N passed, N failed`. `--static` skips checks that need a
 * database or a browser; `--only=types,lint` runs only the named checks.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const results = mkdtempSync(join(tmpdir(), "eightcount-results-"));

type Tally = { passed: number; failed: number };
/** Failures, repeated at the end: the output of twenty minutes is rarely read from the start. */
const failures: string[] = [];
type Check = { name: string; isStatic: boolean; run: () => Tally };

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

function unit(): Tally {
  const file = join(results, "vitest.json");
  const ended = run("node_modules/vitest/vitest.mjs", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const report = JSON.parse(readFileSync(file, "utf8")) as {
    numPassedTests: number;
    numFailedTests: number;
    numTotalTests: number;
    testResults: {
      name: string;
      status: string;
      message: string;
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
    }[];
  };
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((result) => result.status === "failed");
    for (const { fullName, failureMessages } of failed)
      failures.push(`${relative(root, name)} › ${fullName}\n${failureMessages.join("\n")}`);
    if (status === "failed" && failed.length === 0) failures.push(`${relative(root, name)}\n${message}`);
  }
  return tally("vitest", report.numPassedTests, report.numFailedTests, ended);
}

function journeys(): Tally {
  const file = join(results, "playwright.json");
  const ended = run("node_modules/@playwright/test/cli.js", ["test"], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { stats } = JSON.parse(readFileSync(file, "utf8")) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  // A flaky test counts as failed.
  return tally("playwright", stats.expected, stats.unexpected + stats.flaky, ended);
}

/** A runner that fails without a failed test, or runs none, counts as failed. */
function tally(name: string, passed: number, failed: number, ended: boolean): Tally {
  if (passed + failed === 0) process.stderr.write(`${name} ran no test\n`);
  return { passed, failed: failed === 0 && (!ended || passed === 0) ? 1 : failed };
}

const checks: Check[] = [
  single("types", "node_modules/typescript/bin/tsc", ["-b"]),
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
  ]),
  single("format", "node_modules/oxfmt/bin/oxfmt", ["--check"]),
  single("lockfile", "tools/lockfile.ts"),
  single("secrets", "node_modules/secretlint/bin/secretlint.js", ["**/*"]),
  single("migrations", "tools/migrations/main.ts"),
  single("boundaries", "tools/boundaries/main.ts"),
  single("unused", "node_modules/knip/bin/knip.js", ["--no-progress", "--treat-config-hints-as-errors"]),
  single("commits", "tools/commits/main.ts"),
  single("docs", "tools/docs/main.ts"),
  single("glossary", "tools/glossary/main.ts"),
  single("build", "tools/build.ts"),
  single("budgets", "tools/budgets.ts"),
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
for (const check of chosen) {
  process.stdout.write(`\n── ${check.name}\n`);
  const started = performance.now();
  const { passed, failed } = check.run();
  sum.passed += passed;
  sum.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  stages.push(`${check.name.padEnd(12)} ${seconds.padStart(7)} s  ${passed} passed, ${failed} failed`);
  process.stdout.write(`── ${check.name}: ${failed === 0 ? "holds" : "FAILED"} (${seconds} s)\n`);
}
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`);
process.stdout.write(`\n${stages.join("\n")}\n`);
rmSync(results, { recursive: true, force: true });
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);
