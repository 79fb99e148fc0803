import { lexicographicSortSchema, printSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { builder } from "../platform/graphql/builder.ts";
import "./modules.ts";

/** The schema of all modules. */
export const schema: GraphQLSchema = builder.toSchema();

/** Prints the schema as in `contract/schema.graphql`. */
export function printContract(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
