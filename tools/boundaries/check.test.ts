import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { patterns } from "../../contract/urls.ts";
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
    "a page formats a date by itself",
    "web/lib/a.ts",
    'export const day = (at: Date) => at.toLocaleDateString("en");',
    /contract\/formats/,
  ],
  [
    "a module names countries by itself",
    "server/modules/media/a.ts",
    'export const names = new Intl.DisplayNames("en", { type: "region" });',
    /contract\/formats/,
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
    'import { x } from "../catalog/components/x.ts";',
    /public/,
  ],
  [
    "a resolver of another name touches the store",
    "server/modules/media/graphql/films.ts",
    'import { type Row, x } from "../store-films.ts";',
    /doesn't touch the store/,
  ],
  [
    "an import of several lines goes round a door",
    "server/modules/practice/a.ts",
    'import {\n  x,\n} from "../media/store.ts";',
    /through its index/,
  ],
  [
    "a lazy import goes round a door",
    "web/features/home/a.ts",
    'const later = () => import("../catalog/components/x.ts");',
    /public/,
  ],
  [
    "a module takes a manifest",
    "server/modules/media/a.ts",
    'import { x } from "./manifest.ts";',
    /manifests/,
  ],
  ["a page's path is a literal", "server/modules/media/a.ts", 'const to = "/library";', /contract\/urls.ts/],
  [
    "a page's path with a parameter is a template",
    "web/features/home/a.ts",
    "const to = (id) => `/class/${id}/play?from=${id}`;",
    /contract\/urls.ts/,
  ],
  [
    "a page's path stands after an origin",
    "server/modules/media/a.ts",
    "const to = (url, name) => `${url}/@${name}`;",
    /contract\/urls.ts/,
  ],
  [
    "a page's path is completed elsewhere",
    "server/modules/media/a.ts",
    'const to = (id) => "/post/" + id;',
    /contract\/urls.ts/,
  ],
  [
    "a page's path is in HTML",
    "server/modules/media/a.ts",
    `const html = '<a href="/account/settings">';`,
    /contract\/urls.ts/,
  ],
  ["a library of the web knows data", "web/lib/a.ts", 'import { x } from "../graphql/client.ts";', /no data/],
  [
    "a page would load urql before its first paint",
    "web/features/home/a.ts",
    'import { useQuery } from "urql";',
    /graphql\/hooks.ts/,
  ],
  ["the design system knows data", "web/ui/a.ts", 'import { x } from "../graphql/client.ts";', /no data/],
];

test.each(planted)("reports a breach when %s", (_name, file, text, rule) => {
  const root = mkdtempSync(join(tmpdir(), "eightcount-breach-"));
  try {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), `${text}\n`);
    expect(findBreaches(root).breaches).toContainEqual({ file, line: 1, rule: expect.stringMatching(rule) });
  } finally {
    rmSync(root, { recursive: true });
  }
});

/** Checks the given files. @returns the rules that they break */
function rulesOf(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), "eightcount-breach-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(file)), { recursive: true });
      writeFileSync(join(root, file), `${text}\n`);
    }
    return findBreaches(root).breaches.map(({ rule }) => rule);
  } finally {
    rmSync(root, { recursive: true });
  }
}

test("finds an import cycle at run time through a third file", () => {
  const rules = rulesOf({
    "server/a.ts": 'import { b } from "./b.ts";\nexport const a = b;',
    "server/b.ts": 'export { c as b } from "./c.ts";',
    "server/c.ts": 'import { a } from "./a.ts";\nexport const c = () => a;',
  });
  expect(rules).toEqual([expect.stringMatching(/at run time: server\/a.ts, server\/b.ts, server\/c.ts/)]);
});

test("allows cycles of types and of dynamic imports", () => {
  expect(
    rulesOf({
      "server/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;\nexport const a = 1;',
      "server/b.ts":
        'import { a } from "./a.ts";\nexport type B = typeof a;\nexport const b = () => import("./c.ts");',
      "server/c.ts": 'import { b } from "./b.ts";\nexport const c = b;',
    }),
  ).toEqual([]);
});

test("allows adapters only in the composition root and in a port's test", () => {
  const adapter = "server/modules/billing/providers/acme/gateway.ts";
  const files = {
    [adapter]: "export const acme = 1;",
    "server/modules/billing/providers/index.ts": 'export { acme } from "./acme/gateway.ts";',
    "server/app/adapters.ts": 'export { acme } from "../modules/billing/providers/index.ts";',
  };
  expect(rulesOf(files)).toEqual([]);
  expect(
    rulesOf({
      ...files,
      "server/modules/billing/http.ts": 'export { acme } from "./providers/acme/gateway.ts";',
    }),
  ).toEqual([expect.stringMatching(/Only app\/ imports adapters/)]);
});

test("allows paths that are no page's", () => {
  expect(
    rulesOf({
      "server/modules/media/http.ts":
        'export const routes = ["/pictures", "/sign-in/password", "/studio/classes/:id/captions", "/libraryx"];',
    }),
  ).toEqual([]);
});

test("declares the path of every route, and has a route for every path", async () => {
  const root = join(import.meta.dirname, "../..");
  const declared = await Promise.all(
    globSync("web/features/*/routes.ts", { cwd: root }).map(async (file) =>
      ((await import(join(root, file))) as { routes: { path: string }[] }).routes.map(({ path }) => path),
    ),
  );
  // The router shows the page for unknown paths without a route.
  const expected = Object.entries(patterns).flatMap(([name, path]) => (name === "notFound" ? [] : [path]));
  expect(declared.flat().toSorted()).toEqual(expected.toSorted());
});

test("fails if there are no files to check", () => {
  const root = mkdtempSync(join(tmpdir(), "eightcount-breach-"));
  try {
    expect(() => findBreaches(root)).toThrow();
  } finally {
    rmSync(root, { recursive: true });
  }
});
