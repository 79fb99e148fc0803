import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compareMap } from "./map.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "eightcount-map-"));
  mkdirSync(join(root, "docs"));
  mkdirSync(join(root, "server/modules/billing/plans"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ["nothing where all folders are named", "`server/modules/`\n| `billing` | `plans/` | |", []],
  [
    "a folder that isn't named",
    "`server/modules/`\n| `billing` | invoices | |",
    ["server/modules/billing/plans"],
  ],
  [
    "a module's folder that isn't there",
    "`server/modules/`\n| `billing` | `plans/`, `gone/` | |",
    ["server/modules/billing/gone"],
  ],
])("reports %s", (_what, text, expected) => {
  writeFileSync(join(root, "docs/map.md"), text);
  expect(compareMap(root).map(({ says }) => says.replace(/\/? in it$/, ""))).toEqual(expected);
});
