import { join } from "node:path";
import { findUntruths } from "./check.ts";

const { files, untruths } = findUntruths(join(import.meta.dirname, "../.."));
for (const { file, line, says } of untruths) process.stderr.write(`${file}:${line}: there is no ${says}\n`);
process.stdout.write(`${files} documents name ${untruths.length} things that aren't there\n`);
process.exit(untruths.length === 0 ? 0 : 1);
