#!/usr/bin/env node
// Entry point of every task: `node tools/run.mjs start|dev|test|…`. Plain JavaScript without dependencies, for Node 20 or later.
// Installs everything that is missing, then runs the task's steps under the pinned Node.
import { install } from "./bootstrap/install.mjs";
import { runSteps } from "./bootstrap/supervise.mjs";
import { fail } from "./bootstrap/terminal.mjs";

/**
 * @typedef {object} Task
 * @property {string[][]} steps scripts in order, each with its arguments; those of the command line go to the last one
 * @property {import("./bootstrap/programs.mjs").Program[]} [programs] required system programs
 * @property {Record<string, import("./bootstrap/programs.mjs").Program[]>} [programsOf] those that only this first argument needs as well
 */

/** @type {(isNeeded: boolean, program: import("./bootstrap/programs.mjs").Program) => import("./bootstrap/programs.mjs").Program[]} */
const onlyIf = (isNeeded, program) => (isNeeded ? [program] : []);

/** @type {Record<string, Task>} */
const tasks = {
  start: { steps: [["tools/build.ts"], ["server/main.ts"]], programs: ["ffmpeg"] },
  dev: { steps: [["tools/dev.ts"]], programs: ["ffmpeg"] },
  build: { steps: [["tools/build.ts"]] },
  test: {
    steps: [["tools/test.ts"]],
    programs: [
      "ffmpeg",
      "chromium",
      "headless-shell",
      "pgbouncer",
      "redis",
      "nginx",
      "promtool",
      "caddy",
      "clickhouse",
    ],
  },
  check: { steps: [["tools/test.ts", "--static"]] },
  types: { steps: [["tools/test.ts", "--only=types"]] },
  lint: { steps: [["tools/test.ts", "--only=lint,boundaries"]] },
  format: { steps: [["node_modules/oxfmt/bin/oxfmt"]] },
  unit: {
    steps: [["node_modules/vitest/vitest.mjs", "run"]],
    programs: ["ffmpeg", "chromium", "pgbouncer", "redis", "nginx", "promtool", "caddy", "clickhouse"],
  },
  e2e: {
    steps: [
      ["tools/build.ts", "--pseudo"],
      ["node_modules/@playwright/test/cli.js", "test"],
    ],
    programs: [
      "ffmpeg",
      "chromium",
      "headless-shell",
      // As e2e/server.ts reads these.
      ...onlyIf(process.env["EIGHTCOUNT_E2E_POOLED"] === "on", "pgbouncer"),
      ...onlyIf(process.env["EIGHTCOUNT_E2E_EVENTS"] === "clickhouse", "clickhouse"),
    ],
  },
  bench: {
    steps: [["tools/build.ts"], ["bench/main.ts"]],
    programs: ["ffmpeg", "chromium"],
    programsOf: { cdn: ["nginx"], events: ["clickhouse"], faults: ["pgbouncer"], image: ["debootstrap"] },
  },
  look: { steps: [["tools/look/main.ts"]], programs: ["chromium"] },
  "rebuild-achievements": { steps: [["server/app/rebuild-achievements.ts"]] },
  migrate: { steps: [["server/app/migrate.ts"]] },
  backup: { steps: [["server/app/backup.ts"]] },
  restore: { steps: [["server/app/restore.ts"]] },
  "check-media": { steps: [["server/app/check-media.ts"]] },
  "move-files": { steps: [["server/app/move-files.ts"]] },
  "move-database": { steps: [["server/app/move-database.ts"]] },
  "provider-prices": { steps: [["server/app/provider-prices.ts"]] },
  role: { steps: [["server/app/set-role.ts"]] },
  attack: {
    steps: [["tools/build.ts"], ["tools/attack/main.ts"]],
    programs: ["ffmpeg", "sqlmap", "ffuf", "slowhttptest", "wapiti"],
  },
  changeset: { steps: [["node_modules/@changesets/cli/bin.js"]] },
  messages: { steps: [["tools/messages/main.ts"]] },
  schema: { steps: [["tools/schema.ts"], ["tools/graphql/main.ts"]] },
};

const [name = "start", ...rest] = process.argv.slice(2);
const task = tasks[name];
if (!task) fail(`Unknown task "${name}". Available: ${Object.keys(tasks).join(", ")}.`);

// The api role alone transcodes no videos.
const needsPrograms = !(name === "start" && rest.includes("--role=api"));
await install(needsPrograms ? [...(task.programs ?? []), ...(task.programsOf?.[rest[0] ?? ""] ?? [])] : []);
await runSteps(
  task.steps.map((step, index) => (index === task.steps.length - 1 ? [...step, ...rest] : step)),
);
