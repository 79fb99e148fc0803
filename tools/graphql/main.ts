/** `npm run graphql`: validates the web app's documents against contract/schema.graphql and the cache's keys, and writes their types. */
import { join } from "node:path";
import { buildSchema, parse } from "graphql";
import { readFileSync } from "node:fs";
import { cacheKeys } from "../../web/graphql/cache-keys.ts";
import { embeddedKeys } from "../../web/graphql/embedded-types.ts";
import { cacheSchema, collectDocuments } from "./documents.ts";
import { findMissingKeys } from "./keys.ts";
import { writeTypes } from "./types.ts";

const root = join(import.meta.dirname, "../..");
const schemaPath = join(root, "contract/schema.graphql");
// Types first: they help to fix the documents that the check refuses.
writeTypes(buildSchema(readFileSync(schemaPath, "utf8")), join(root, "web/graphql/introspection.d.ts"));
const { byName, schema, used } = collectDocuments(join(root, "web"), schemaPath);
const keys = { ...embeddedKeys(), ...cacheKeys };
const missing = [...byName.values()].flatMap(({ name, file, body }) =>
  findMissingKeys(schema, parse(body), keys).map((sentence) => `${file}: ${name}: ${sentence}`),
);
const selected = new Set(cacheSchema({ schema, used }).__schema.types.map(({ name }) => name));
for (const name of Object.keys(keys))
  if (!selected.has(name))
    missing.push(`web/graphql/: no operation selects a ${name}, which the cache is told of`);
if (missing.length > 0) {
  console.error(missing.join("\n"));
  process.exit(1);
}
console.log(`${byName.size} operations match the schema: ${[...byName.keys()].sort().join(", ")}`);
