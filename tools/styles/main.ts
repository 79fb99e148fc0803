/** `npm run check -- --only=styles`: refuses left and right in stylesheets where a logical property exists. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { physicalSidesOf } from "./check.ts";

const root = join(import.meta.dirname, "../..");
const files = globSync("web/**/*.css", { cwd: root }).sort();
let findings = 0;
for (const file of files)
  for (const { line, text, use } of physicalSidesOf(readFileSync(join(root, file), "utf8"))) {
    findings += 1;
    process.stderr.write(`${file}:${line} "${text}": use ${use}\n`);
  }
process.stdout.write(`${files.length} stylesheets, ${findings} declarations of a side of the screen\n`);
process.exitCode = findings === 0 ? 0 : 1;
