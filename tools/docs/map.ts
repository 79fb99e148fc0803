/** Compares docs/map.md with the tree: every folder of code is named, and every folder of a module that is named exists. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Untruth } from "./check.ts";

const file = "docs/map.md";
/** Folders that the map names. A trailing slash leaves out files. */
const mapped = ["server/*/", "server/{app,modules,platform}/*/", "server/modules/*/*/"].concat([
  "web/*/",
  "web/{app,features,lib}/*/",
  "web/features/*/*/",
  "{contract,demo,tools}/*/",
]);

/** Differences between the map and the folders below `root`. */
export function compareMap(root: string): Untruth[] {
  const text = readFileSync(join(root, file), "utf8");
  const untruths: Untruth[] = [];
  for (const folder of mapped.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()) {
    const name = folder.replace(/\/$/, "").split("/").at(-1)!;
    const isModule = /^(server\/modules|web\/features)\/[^/]+\/?$/.test(folder);
    if (name === "node" || text.includes(`\`${name}/`) || text.includes(`/${name}/`)) continue;
    if (isModule && text.includes(`\`${name}\``)) continue;
    untruths.push({ file, line: 1, says: `${folder} in it` });
  }
  for (const [at, line] of text.split("\n").entries()) {
    const row = /^\| `(\w+)` \|[^|]*\|[^|]*\|$/.exec(line)?.[1];
    if (!row || !existsSync(join(root, "server/modules", row))) continue;
    for (const [, name = ""] of line.matchAll(/`([\w-]+)\/`/g))
      if (!existsSync(join(root, "server/modules", row, name)))
        untruths.push({ file, line: at + 1, says: `server/modules/${row}/${name}` });
  }
  return untruths;
}
