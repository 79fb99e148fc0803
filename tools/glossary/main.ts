/** `npm run check -- --only=glossary`: refuses names and words that docs/glossary.md replaces. */
import { join } from "node:path";
import { checkGlossary } from "./check.ts";

const { files, findings, unneeded } = checkGlossary(join(import.meta.dirname, "../.."));
for (const { file, line, text, use } of findings)
  process.stderr.write(`${file}:${line} "${text}": use ${use}\n`);
for (const exception of unneeded)
  process.stderr.write(`tools/glossary/terms.ts: nothing needs the exception for ${exception}\n`);
process.stdout.write(`${files} files, ${findings.length} names or words that docs/glossary.md replaces\n`);
process.exitCode = findings.length + unneeded.length === 0 ? 0 : 1;
