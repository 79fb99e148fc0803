/** `npm run graphql`: checks the web's documents against contract/schema.graphql and writes their types. */
import { join } from "node:path";
import { buildSchema } from "graphql";
import { readFileSync } from "node:fs";
import { collectDocuments } from "./documents.ts";
import { writeTypes } from "./types.ts";

const root = join(import.meta.dirname, "../..");
const schemaPath = join(root, "contract/schema.graphql");
// Types first: they help to mend the documents that the check refuses.
writeTypes(buildSchema(readFileSync(schemaPath, "utf8")), join(root, "web/graphql/introspection.d.ts"));
const { byName } = collectDocuments(join(root, "web"), schemaPath);
console.log(`${byName.size} operations match the schema: ${[...byName.keys()].sort().join(", ")}`);
