/** Writes the types that gql.tada infers from. Run it after the schema has changed: `npm run graphql`. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { minifyIntrospection, outputIntrospectionFile } from "@gql.tada/internal";
import { introspectionFromSchema, type GraphQLSchema } from "graphql";

/** Writes `path` only if its text would change, so that watchers aren't triggered. */
export function writeTypes(schema: GraphQLSchema, path: string): void {
  const introspection = introspectionFromSchema(schema, { descriptions: false });
  const text = outputIntrospectionFile(minifyIntrospection(introspection as never), {
    fileType: ".d.ts",
    shouldPreprocess: true,
  });
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}
