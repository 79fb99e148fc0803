import { lexicographicSortSchema, printSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { builder } from "../platform/graphql/builder.ts";
import "./modules.ts";

/** The schema that the modules made together. */
export const schema: GraphQLSchema = builder.toSchema();

/** The schema as `contract/schema.graphql` holds it. */
export function printContract(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
