/** Checks what documents name, the map of the code, and the form of decisions; `--write` writes the index of decisions. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { indexOf, isIndexed, readDecisions } from "./adr.ts";
import { findUntruths } from "./check.ts";
import { compareMap } from "./map.ts";

const root = join(import.meta.dirname, "../..");
const { decisions, faults } = readDecisions(root);
if (process.argv.includes("--write")) writeFileSync(join(root, "docs/adr/README.md"), indexOf(decisions));
if (!isIndexed(root, decisions))
  faults.push({
    file: "docs/adr/README.md",
    line: 1,
    says: "current list: run node tools/docs/main.ts --write",
  });
const { files, untruths } = findUntruths(root);
const all = [...untruths, ...compareMap(root), ...faults];
for (const { file, line, says } of all) process.stderr.write(`${file}:${line}: there is no ${says}\n`);
process.stdout.write(`${files} documents name ${all.length} things that aren't there\n`);
process.exit(all.length === 0 ? 0 : 1);
