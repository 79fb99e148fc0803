/** Part of `npm run lint`: prints every breach of the dependency rules. */
import { join } from "node:path";
import { findBreaches } from "./check.ts";

const { files, breaches } = findBreaches(join(import.meta.dirname, "../.."));
for (const { file, line, rule } of breaches) process.stderr.write(`${file}:${line} ${rule}\n`);
process.stdout.write(`${files} files, ${breaches.length} breaches\n`);
process.exit(breaches.length === 0 ? 0 : 1);
