import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findOnPath } from "./programs.mjs";

let programs: string;
beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), "eightcount-programs-"));
});
afterEach(() => rmSync(programs, { recursive: true }));

/** Runs a task like npm, on a machine that has only the programs in `programs`. */
function run(...args: string[]) {
  const { PATH: _, CHROMIUM_PATH: __, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ["tools/run.mjs", ...args], {
    env: { ...env, PATH: programs },
    encoding: "utf8",
  });
  return { status, said: stderr };
}

test.each([
  ["start", "ffmpeg", "it"],
  [
    "test",
    "ffmpeg, chromium, (?:pgbouncer, )?redis, (?:nginx, )?(?:promtool, caddy, and clickhouse|promtool, and caddy)",
    "them",
  ],
  ["e2e", "ffmpeg and chromium", "them"],
])("%s without %s tells what to install if neither can be installed", (task, missing, them) => {
  const { status, said: errorOutput } = run(task);
  expect(status).toBe(1);
  // The hint differs between Debian and macOS.
  expect(errorOutput).toMatch(
    new RegExp(
      String.raw`^${missing} not found\. Install ${them} \(.+ install ffmpeg.*\), then try again\.\n$`,
    ),
  );
});

test("ffmpeg without ffprobe is not enough", () => {
  symlinkSync(findOnPath("ffmpeg")!, join(programs, "ffmpeg"));
  expect(run("start", "--role=worker").said).toMatch(/^ffmpeg not found/);
});

test("an unknown task is refused with a list of the known ones", () => {
  const { status, said: errorOutput } = run("strat");
  expect(status).toBe(1);
  expect(errorOutput).toMatch(/^Unknown task "strat"\. Available: start, dev, /);
});
