/** `npm run schema`: prints the schema that the server's modules make into contract/schema.graphql. With --check it only compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { printContract } from "../server/app/schema.ts";

const file = join(import.meta.dirname, "../contract/schema.graphql");
const printed = printContract();
if (!process.argv.includes("--check")) writeFileSync(file, printed);
else if (readFileSync(file, "utf8") !== printed) {
  process.stderr.write(
    "contract/schema.graphql is not what the server makes: run `npm run schema` and look at the difference.\n",
  );
  process.exit(1);
}
