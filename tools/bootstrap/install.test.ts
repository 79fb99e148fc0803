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

/** Runs a task as npm does, on a machine that has the programs of `programs` alone. */
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
  ["test", "ffmpeg and chromium", "them"],
])("%s without %s, where neither can be installed, says what to install", (task, missing, them) => {
  const { status, said } = run(task);
  expect(status).toBe(1);
  // How differs between Debian and macOS.
  expect(said).toMatch(
    new RegExp(
      String.raw`^Eightcount needs ${missing} on the PATH: install ${them} \(.+ install ffmpeg.*\) and start again\.\n$`,
    ),
  );
});

test("half of ffmpeg is not enough", () => {
  symlinkSync(findOnPath("ffmpeg")!, join(programs, "ffmpeg"));
  expect(run("start", "--role=worker").said).toMatch(/^Eightcount needs ffmpeg on the PATH/);
});

test("a task that isn't there is told with those that are", () => {
  const { status, said } = run("strat");
  expect(status).toBe(1);
  expect(said).toMatch(/^There is no task "strat"\. There are: start, dev, /);
});
