import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRelease } from "./release.ts";

let folder: string;
const git = (...args: string[]): string =>
  execFileSync(
    "git",
    ["-c", "user.name=a", "-c", "user.email=a@example.test", "-c", "commit.gpgsign=false", ...args],
    { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  ).trim();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "eightcount-release-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.2.3" }));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("is the version alone where no commit is known", () => {
  expect(readRelease(folder)).toBe("1.2.3");
});

test("names the commit of a clone, also packed, detached, and in a work tree", () => {
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "--message=one");
  const named = `1.2.3+${git("rev-parse", "HEAD").slice(0, 7)}`;
  expect(readRelease(folder)).toBe(named);
  git("pack-refs", "--all");
  expect(readRelease(folder)).toBe(named);
  git("worktree", "add", "--quiet", "beside");
  mkdirSync(join(folder, "beside"), { recursive: true });
  writeFileSync(join(folder, "beside/package.json"), JSON.stringify({ version: "1.2.3" }));
  expect(readRelease(join(folder, "beside"))).toBe(named);
  git("checkout", "--quiet", "--detach");
  expect(readRelease(folder)).toBe(named);
});

test("names the commit that an image was built from", () => {
  writeFileSync(join(folder, "COMMIT"), "0123456789abcdef0123456789abcdef01234567\n");
  expect(readRelease(folder)).toBe("1.2.3+0123456");
  writeFileSync(join(folder, "COMMIT"), "unknown\n");
  expect(readRelease(folder)).toBe("1.2.3");
});
