/**
 * Checks the messages of commits since .ci/commits-checked-since changed, the 50 newest at most. Where there is no history, as in an
 * archive, there is nothing to check.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { checkCommits } from "./check.ts";

const maxCommits = 50;

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync("git", args, {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  return status === 0 ? stdout : null;
}

// In a shallow clone the oldest commit seems to have made every file, and so becomes the base.
const base = git("log", "-1", "--format=%H", "--", ".ci/commits-checked-since")?.trim();
const log = base
  ? git("log", "--no-merges", `--max-count=${maxCommits}`, "--format=%H%n%B%x00", `${base}..HEAD`)
  : null;
if (log === null) {
  process.stdout.write("There is no history to check\n");
  process.exit(0);
}
const commits = log
  .split("\0")
  .map((entry) => entry.trimStart())
  .filter((entry) => entry !== "")
  .map((entry) => ({
    sha: entry.slice(0, entry.indexOf("\n")),
    message: entry.slice(entry.indexOf("\n") + 1),
  }));
const faults = checkCommits(commits);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${commits.length} commits, ${faults.length} faults\n`);
process.exit(faults.length === 0 ? 0 : 1);
