/** Checks that everything that documents mention exists: repository paths, links between files, and scripts of package.json. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Untruth = { file: string; line: number; says: string };

/** Top-level folders of repository paths. */
const folders = ["bench", "contract", "demo", "docs", "e2e", "ops", "server", "tools", "web"];
const places = new RegExp(`^(?:${folders.join("|")})/[\\w./@$-]*$`);
/** Scripts that npm has without an entry in package.json. */
const ownScripts = new Set(["start", "test"]);

/** All mentions below `root` of paths and scripts that don't exist. @throws when there are no documents */
export function findUntruths(root: string): { files: number; untruths: Untruth[] } {
  const files = globSync("{*,docs/**/*,demo/**/*,ops/**/*,server/**/*,web/**/*,tools/**/*}.md", {
    cwd: root,
    exclude: (name) => name.includes("node_modules"),
  });
  if (files.length === 0) throw new Error("There is no document to check");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const untruths: Untruth[] = [];
  for (const file of files) {
    for (const [at, text] of readFileSync(join(root, file), "utf8").split("\n").entries()) {
      const say = (says: string): void => void untruths.push({ file, line: at + 1, says });
      for (const [, quoted = ""] of text.matchAll(/`([^`]+)`/g)) {
        const path = quoted.replace(/:\d+$/, "");
        if (places.test(path) && !existsSync(join(root, path))) say(path);
      }
      for (const [, target = ""] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
        if (!/^[a-z]+:/i.test(target) && !existsSync(join(root, dirname(file), target))) say(target);
      }
      for (const [, run, script = ""] of text.matchAll(/\bnpm (run )?([a-z][\w-]*)/g)) {
        if ((run || ownScripts.has(script)) && !scripts[script]) say(`npm run ${script}`);
      }
    }
  }
  return { files: files.length, untruths };
}
