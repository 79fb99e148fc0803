import { execFileSync } from "node:child_process";
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
