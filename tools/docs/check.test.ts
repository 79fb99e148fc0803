import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findUntruths } from "./check.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "eightcount-docs-"));
  mkdirSync(join(root, "server"));
  writeFileSync(join(root, "server/main.ts"), "");
  writeFileSync(join(root, "package.json"), JSON.stringify({ scripts: { unit: "vitest" } }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ["a path that is there", "`server/main.ts`", []],
  ["a path with its line", "`server/main.ts:12`", []],
  ["a path that isn't", "`server/gone.ts`", ["server/gone.ts"]],
  ["a pattern of paths", "`server/*/gone.ts` and `server/<module>/store.ts`", []],
  ["a link", "[it](server/main.ts#top) and [far](https://example.test)", []],
  ["a link to nothing", "[it](server/gone.md)", ["server/gone.md"]],
  ["a script", "`npm run unit` after `npm install`", []],
  ["a script that isn't", "run `npm run gone`", ["npm run gone"]],
])("%s", (_what, text, expected) => {
  writeFileSync(join(root, "README.md"), text);
  expect(findUntruths(root)).toEqual({
    files: 1,
    untruths: expected.map((says) => ({ file: "README.md", line: 1, says })),
  });
});

test("fails if there are no documents to check", () => {
  expect(() => findUntruths(root)).toThrow("no document");
});
