/** The dependency rules of docs/map.md, checked over every import. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

export type Breach = { file: string; line: number; rule: string };

/** Doors are called downwards alone: a module may call those of a later rank, and never those of its own. */
const ranks = [
  ["admin"],
  ["notifications"],
  ["challenges"],
  ["practice", "community"],
  ["catalog", "profiles"],
  ["billing", "onboarding"],
  ["media", "growth"],
  ["identity"],
];
const rankOf = (module: string): number => ranks.findIndex((rank) => rank.includes(module));

type Import = { line: number; target: string; isType: boolean };

function importsOf(root: string, file: string): Import[] {
  return readFileSync(join(root, file), "utf8")
    .split("\n")
    .flatMap((text, at) => {
      const found =
        /(?:^|\s)(?:import|export)\s+(type\s)?[^"']*?from\s+["'](\.[^"']+)["']/.exec(text) ??
        /^()import\s+["'](\.[^"']+)["']/.exec(text) ??
        /^}()\s+from\s+["'](\.[^"']+)["']/.exec(text);
      return found?.[2]
        ? [{ line: at + 1, target: normalize(join(dirname(file), found[2])), isType: Boolean(found[1]) }]
        : [];
    });
}

/**
 * All breaches below `root`. @throws when it was given fewer files than there are, so that a check that sees nothing never holds
 */
export function findBreaches(root: string): { files: number; breaches: Breach[] } {
  const files = globSync("{server,web,contract}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !file.endsWith(".d.ts"),
  );
  if (files.length === 0) throw new Error("There is no file to check");
  const breaches: Breach[] = [];
  for (const file of files) {
    const isTest = /\.test\.tsx?$|\/testing\//.test(file);
    const say = (line: number, rule: string): void => void breaches.push({ file, line, rule });
    const [side, area = "", module = ""] = file.split("/");
    for (const { line, target, isType } of importsOf(root, file)) {
      if (isTest) continue;
      const [otherSide, otherArea = "", otherModule = ""] = target.split("/");
      const base = target.split("/").at(-1) ?? "";
      if (side === "web" && otherSide === "server")
        say(line, "The web imports nothing of the server: put what both know into contract/.");
      if (side === "server" && otherSide === "web")
        say(line, "The server imports nothing of the web: put what both know into contract/.");
      if (side === "contract" && otherSide !== "contract") say(line, "The contract imports neither side.");
      if (side === "server" && area === "platform" && otherArea === "modules")
        say(line, "The platform knows no module: pass in what it needs.");
      if (
        side === "server" &&
        area !== "app" &&
        otherSide === "server" &&
        otherArea === "app" &&
        file !== "server/main.ts"
      )
        say(line, "Only main.ts imports the composition root.");
      if (side === "server" && area === "modules" && otherArea === "modules" && module !== otherModule) {
        if (!/\/(index|events|refs)\.ts$/.test(target))
          say(line, `Reach ${otherModule} through its index, events or refs.`);
        else if (!isType && !target.endsWith("/events.ts") && rankOf(otherModule) <= rankOf(module))
          say(line, `${module} may not call the door of ${otherModule}: publish an event instead.`);
      }
      if (
        side === "server" &&
        area === "modules" &&
        /\/(graphql|http|jobs|reactions)\.ts$/.test(file) &&
        /^store(-[a-z]+)?\.ts$/.test(base)
      )
        say(line, "Go through a domain function: this file doesn't touch the store.");
      if (side === "server" && area === "modules" && base === "manifest.ts")
        say(line, "Only app/ imports manifests.");
      if (side === "web" && area === "ui" && otherSide === "web" && !["ui"].includes(otherArea))
        say(line, "The design system knows no data and no feature.");
      if (
        side === "web" &&
        ["graphql", "lib", "shells"].includes(area) &&
        ["features", "app"].includes(otherArea)
      )
        say(line, "Features use this, not the other way round.");
      if (side === "web" && area === "features" && otherArea === "app")
        say(line, "A feature doesn't import the app around it.");
      if (
        side === "web" &&
        area === "features" &&
        otherArea === "features" &&
        module !== otherModule &&
        !target.includes("/embeds/")
      )
        say(line, `Show what is ${otherModule}'s through its embeds/.`);
      if (!existsSync(join(root, target)))
        say(line, `There is no file ${relative(root, join(root, target))}.`);
    }
    if (side === "server" && area === "modules" && /\/store(-[a-z]+)?\.ts$/.test(file) && !isTest) {
      for (const [at, text] of readFileSync(join(root, file), "utf8").split("\n").entries()) {
        for (const [, schema] of text.matchAll(
          /\b(?:from|join|into|update)\s+(identity|catalog|practice|billing|media|growth|onboarding|challenges|community|profiles|notifications|admin)\./g,
        )) {
          // Views that a module publishes for others are named for what they show.
          if (schema !== module && !/catalog\.(published|followed)_classes/.test(text))
            say(at + 1, `A store names its own schema alone, not ${schema}.`);
        }
      }
    }
  }
  return { files: files.length, breaches };
}
