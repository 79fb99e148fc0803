import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findBreaches } from "./check.ts";

const planted: [string, string, string, RegExp][] = [
  [
    "the platform knows a module",
    "server/platform/a.ts",
    'import { x } from "../modules/media/index.ts";',
    /knows no module/,
  ],
  [
    "a module imports the app",
    "server/modules/media/a.ts",
    'import { x } from "../../app/modules.ts";',
    /composition root/,
  ],
  [
    "the web imports the server",
    "web/lib/a.ts",
    'import { x } from "../../server/ctx.ts";',
    /nothing of the server/,
  ],
  [
    "a module goes round a door",
    "server/modules/practice/a.ts",
    'import { x } from "../media/store.ts";',
    /through its index/,
  ],
  [
    "a module calls upwards",
    "server/modules/media/a.ts",
    'import { x } from "../practice/index.ts";',
    /publish an event/,
  ],
  [
    "graphql touches the store",
    "server/modules/media/graphql.ts",
    'import { x } from "./store.ts";',
    /doesn't touch the store/,
  ],
  [
    "a store names another's schema",
    "server/modules/media/store.ts",
    "const q = `select 1 from identity.user`;",
    /own schema/,
  ],
  [
    "a feature goes into another",
    "web/features/home/a.ts",
    'import { x } from "../catalog/parts/x.ts";',
    /embeds/,
  ],
  ["the design system knows data", "web/ui/a.ts", 'import { x } from "../graphql/client.ts";', /no data/],
];

test.each(planted)("bites when %s", (_name, file, text, rule) => {
  const root = mkdtempSync(join(tmpdir(), "eightcount-breach-"));
  try {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), `${text}\n`);
    expect(findBreaches(root).breaches).toContainEqual({ file, line: 1, rule: expect.stringMatching(rule) });
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("doesn't hold when it sees no file", () => {
  const root = mkdtempSync(join(tmpdir(), "eightcount-breach-"));
  try {
    expect(() => findBreaches(root)).toThrow();
  } finally {
    rmSync(root, { recursive: true });
  }
});
