import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

type Node = Record<string, unknown> & { type: string };

/** Names of the mutations that a file declares cache updates for. */
function declaredIn(file: string, text: string): string[] {
  const names: string[] = [];
  for (const statement of parseSync(file, text).program.body) {
    const call = (statement as unknown as { expression?: Node }).expression;
    if (call?.type !== "CallExpression" || (call["callee"] as Node)["name"] !== "defineCacheUpdates")
      continue;
    const [updates] = call["arguments"] as { properties: { key: { name: string } }[] }[];
    names.push(...updates!.properties.map(({ key }) => key.name));
  }
  return names;
}

const files = globSync("web/**/*.{ts,tsx}", { cwd: root, exclude: (path) => path.endsWith("node_modules") })
  .filter((file) => !file.endsWith(".d.ts"))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

const declared = files.flatMap(({ file, text }) =>
  declaredIn(file, text).map((mutation) => ({ file, mutation })),
);

test("declares each mutation's cache update once", () => {
  const names = declared.map(({ mutation }) => mutation);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test.each(declared)(
  "loads the cache update of $mutation with every document that uses it",
  ({ file, mutation }) => {
    const sends = new RegExp(`mutation\\b[^\`]*\\b${mutation}\\(`);
    const senders = files.filter(({ text }) => sends.test(text));
    expect(senders).not.toEqual([]);
    const base = file.split("/").at(-1)!;
    for (const sender of senders)
      expect(
        sender.file === file || sender.text.includes(`/${base}";`),
        `${sender.file} must import ${file}`,
      ).toBe(true);
  },
);
