/** Checks every import against the dependency rules of docs/map.md. A file's role follows from its name. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { patterns } from "../../contract/urls.ts";
import { findCycles, importsOf, isThere, linesImporting } from "./imports.ts";
import type { Import } from "./imports.ts";
import { literalsOf, localeUsesOf, pageMatcher } from "./literals.ts";

export type Breach = { file: string; line: number; rule: string };

/** Public APIs are called downwards only: a module may call those of a later rank, and never those of its own. */
const ranks = [
  ["studio"],
  ["notifications"],
  ["challenges"],
  ["courses"],
  ["practice", "community"],
  ["catalog"],
  ["profiles"],
  ["billing", "onboarding"],
  ["media", "growth"],
  ["site"],
  ["identity"],
];
const rankOf = (module: string): number => ranks.findIndex((rank) => rank.includes(module));

interface Place {
  readonly path: string;
  /** server, web or contract. */
  readonly side: string;
  /** app, modules, platform; app, features, ui … */
  readonly area: string;
  /** The module or feature. */
  readonly part: string;
  readonly base: string;
}

function placeOf(path: string): Place {
  const [side = "", area = "", part = ""] = path.split("/");
  return { path, side, area, part, base: path.split("/").at(-1) ?? "" };
}

const isStore = ({ side, path }: Place): boolean =>
  side === "server" && /\/store(-[a-z-]+)?\.ts$|\/store\//.test(path);
/** Entry points from outside (GraphQL, HTTP, jobs), which leave decisions to domain functions. */
const isEntrance = ({ side, area, path }: Place): boolean =>
  side === "server" &&
  area === "modules" &&
  /\/(graphql|http|jobs|reactions)(-[a-z-]+)?\.ts$|\/graphql\//.test(path);

/** All breaches below `root`. @throws when there are no files, so that a check of nothing never passes */
export function findBreaches(root: string): { files: number; breaches: Breach[] } {
  const files = globSync("{server,web,contract}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !file.endsWith(".d.ts"),
  );
  if (files.length === 0) throw new Error("There is no file to check");
  const isTest = (file: string) => /\.(test|stories)\.tsx?$|\/testing(\/|\.ts$)/.test(file);
  const imports = new Map(files.filter((file) => !isTest(file)).map((file) => [file, importsOf(root, file)]));
  const adapters = adapterPaths(imports);
  const breaches: Breach[] = [];
  for (const [file, found] of imports) {
    const from = placeOf(file);
    for (const one of found) {
      const rules = [
        ...sideRules(from, placeOf(one.target)),
        ...serverRules(from, placeOf(one.target), one, adapters),
        ...webRules(from, placeOf(one.target)),
      ];
      if (!isThere(root, one.target)) rules.push(`There is no file ${one.target}.`);
      for (const rule of rules) breaches.push({ file, line: one.line, rule });
    }
    if (isStore(from) && from.area === "modules") {
      for (const { line, schema } of foreignSchemas(root, from))
        breaches.push({ file, line, rule: `A store names its own schema alone, not ${schema}.` });
    }
  }
  for (const file of files.filter((file) => !isTest(file) && !isUrlException(file))) {
    for (const { line, text } of literalsOf(root, file))
      if (isPage(text)) breaches.push({ file, line, rule: "Build the path of a page by contract/urls.ts." });
  }
  for (const file of files.filter((file) => !isTest(file) && !file.startsWith("contract/formats/"))) {
    for (const line of localeUsesOf(root, file))
      breaches.push({ file, line, rule: "Format dates, numbers and names by contract/formats/." });
  }
  for (const file of imports.keys()) {
    if (!file.startsWith("web/") || file.startsWith("web/graphql/")) continue;
    for (const line of linesImporting(root, file, /\burql\b/))
      breaches.push({
        file,
        line,
        rule: "Import the hooks of web/graphql/hooks.ts: urql is loaded after the first paint.",
      });
  }
  for (const cycle of findCycles(imports)) {
    const [file = ""] = cycle;
    breaches.push({ file, line: 1, rule: `These import one another at run time: ${cycle.join(", ")}.` });
  }
  return { files: files.length, breaches };
}

const isPage = pageMatcher(Object.values(patterns));
/** Files that may write the path of a page. */
const urlExceptions = [
  "contract/urls.ts",
  // /register is an endpoint here.
  "server/modules/identity/http.ts",
  "server/modules/identity/sign-in/auth-limits.ts",
  "server/modules/identity/endpoints/register.ts",
  "server/modules/identity/endpoints/security-events.ts",
  "server/modules/identity/endpoints/security-notices.ts",
];
const isUrlException = (file: string): boolean => urlExceptions.some((path) => file.startsWith(path));

/** Adapters of the composition root: a folder with an index, or a single file. */
function adapterPaths(imports: ReadonlyMap<string, readonly Import[]>): readonly string[] {
  return (imports.get("server/app/adapters.ts") ?? [])
    .filter(({ target, isType }) => !isType && target.startsWith("server/modules/"))
    .map(({ target }) => target.replace(/index\.ts$/, ""));
}

function sideRules(from: Place, to: Place): string[] {
  if (from.side === "web" && to.side === "server")
    return ["The web imports nothing of the server: put what both know into contract/."];
  if (from.side === "server" && to.side === "web")
    return ["The server imports nothing of the web: put what both know into contract/."];
  return from.side === "contract" && to.side !== "contract" ? ["The contract imports neither side."] : [];
}

function serverRules(from: Place, to: Place, { isType }: Import, adapters: readonly string[]): string[] {
  if (from.side !== "server" || to.side !== "server") return [];
  const rules: string[] = [];
  if (from.area === "platform" && to.area === "modules")
    rules.push("The platform knows no module: pass in what it needs.");
  if (from.area !== "app" && to.area === "app" && from.path !== "server/main.ts")
    rules.push("Only main.ts imports the composition root.");
  if (from.area === "modules" && to.area === "modules" && from.part !== to.part) {
    if (!/\/(index|events|refs)\.ts$/.test(to.path))
      rules.push(`Reach ${to.part} through its index, events or refs.`);
    else if (!isType && to.base !== "events.ts" && rankOf(to.part) <= rankOf(from.part))
      rules.push(`${from.part} may not call the door of ${to.part}: publish an event instead.`);
  }
  if (isEntrance(from) && isStore(to) && !isType)
    rules.push("Go through a domain function: this file doesn't touch the store.");
  if (from.area !== "app" && to.base === "manifest.ts") rules.push("Only app/ imports manifests.");
  const adapter = adapters.find((path) => to.path.startsWith(path));
  // The demo's histories are created with the test provider.
  const mayUse = from.area === "app" || from.base.startsWith("seed") || from.path.startsWith(adapter ?? "");
  if (adapter && !isType && !mayUse) rules.push("Only app/ imports adapters: speak through the port.");
  return rules;
}

function webRules(from: Place, to: Place): string[] {
  if (from.side !== "web" || to.side !== "web") return [];
  if (from.area === "ui" && to.area !== "ui") return ["The design system knows no data and no feature."];
  if (["graphql", "lib", "layouts"].includes(from.area) && ["features", "app"].includes(to.area))
    return ["Features use this, not the other way round."];
  if (from.area === "lib" && ["graphql", "layouts"].includes(to.area)) return ["What is pure knows no data."];
  if (from.area !== "features") return [];
  if (to.area === "app") return ["A feature doesn't import the app around it."];
  if (to.area === "features" && from.part !== to.part && !/\/public\//.test(to.path))
    return [`Show what is ${to.part}'s through its public/.`];
  return [];
}

function foreignSchemas(root: string, { path, part }: Place): { line: number; schema: string }[] {
  return readFileSync(join(root, path), "utf8")
    .split("\n")
    .flatMap((text, at) =>
      [...text.matchAll(schemas)].flatMap(([, schema = ""]) =>
        // A module's views for other modules are named after their content.
        schema === part || /catalog\.(published|followed)_classes/.test(text)
          ? []
          : [{ line: at + 1, schema }],
      ),
    );
}
const schemas = new RegExp(String.raw`\b(?:from|join|into|update)\s+(${ranks.flat().join("|")})\.`, "g");
