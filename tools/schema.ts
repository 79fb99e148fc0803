/**
 * `npm run schema`: prints the schema of the server's modules to contract/schema.graphql. With --check it only compares. Both
 * refuse a schema that breaks a client of contract/fixed.graphql.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, findBreakingChanges } from "graphql";
import { printContract } from "../server/app/schema.ts";

const file = join(import.meta.dirname, "../contract/schema.graphql");
const printed = printContract();
if (!process.argv.includes("--check")) writeFileSync(file, printed);
else if (readFileSync(file, "utf8") !== printed) {
  process.stderr.write(
    "contract/schema.graphql is out of date. Run `npm run schema` and review the difference.\n",
  );
  process.exit(1);
}

const fixed = readFileSync(join(import.meta.dirname, "../contract/fixed.graphql"), "utf8");
const breaks = findBreakingChanges(buildSchema(fixed), buildSchema(printed));
if (breaks.length > 0) {
  const lines = breaks.map(({ description }) => `  ${description}`).join("\n");
  process.stderr.write(`Clients of contract/fixed.graphql would break:\n${lines}\n`);
  process.exit(1);
}
