import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("every guarantee of billing names a test that exists", () => {
  const text = readFileSync(join(root, "docs/billing-guarantees.md"), "utf8");
  const named = [...text.matchAll(/^\|.*\| `([^`]+)`: (.+) \|$/gmu)].map(([, file, name]) => ({
    file: file!,
    name: name!,
  }));
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter(({ file, name }) => !readFileSync(join(root, file), "utf8").includes(name));
  expect(missing).toEqual([]);
});
