import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { enabledComponents, namedComponents } from "./components.ts";

const root = join(import.meta.dirname, "../..");

test("the image's ffmpeg has each part that the server and the demo name, and no other", () => {
  const list = execFileSync("ffmpeg", ["-hide_banner", "-filters"], { encoding: "utf8" });
  const filters = new Set([...list.matchAll(/^ \S+ (\w+) +\S+->\S+ /gm)].map(([, name]) => name!));
  expect(filters.size).toBeGreaterThan(200);
  const enabled = enabledComponents(root);
  const named = namedComponents(root, filters);
  const sorted = (components: typeof named) =>
    Object.fromEntries(Object.entries(components).map(([kind, names]) => [kind, [...names].toSorted()]));
  expect(sorted(enabled)).toEqual(sorted(named));
});

test.each([
  ["after an option", `["-vf", "hflip", "-an"]`],
  ["in a text of words", `"-i a.mp4 -vf hflip -an".split(" ")`],
])("a filter that stands alone %s is found", (_, args) => {
  const folder = mkdtempSync(join(tmpdir(), "eightcount-components-"));
  try {
    mkdirSync(join(folder, "demo"));
    writeFileSync(join(folder, "demo/a.ts"), `export const args = ${args};\n`);
    expect([...namedComponents(folder, new Set(["hflip", "vflip"])).filter]).toEqual(["hflip"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
