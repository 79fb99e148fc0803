import type { initGraphQLTada, readFragment as readMasked } from "gql.tada";
import type { introspection } from "./introspection.d.ts";

export type { FragmentOf, ResultOf, VariablesOf } from "gql.tada";

type Tada = ReturnType<
  typeof initGraphQLTada<{ introspection: introspection; scalars: { DateTime: string } }>
>;

type Types = introspection["types"];
/** The values of an enum of the schema, for maps that must have every one: `Record<EnumValue<"AccessType">, …>`. */
export type EnumValue<
  Name extends { [Key in keyof Types]: Types[Key] extends { enumValues: string } ? Key : never }[keyof Types],
> = Types[Name] extends { enumValues: infer Value extends string } ? Value : never;

/**
 * A GraphQL document: called with a template literal and the list of child fragments that the document
 * spreads. Fragments are masked: read one with `readFragment(Fragment, data)`.
 * The build replaces every call of an operation with the text of its trusted document, so the argument must be a template
 * without `${}`.
 */
export const graphql: Tada = unbuilt as unknown as Tada;

function unbuilt(): never {
  throw new Error("graphql() must be called with a plain template literal, which the build replaces");
}

/** The data of a fragment: called with the fragment and the masked data, or with the data alone. */
export const readFragment = ((...values: unknown[]) => values.at(-1)) as typeof readMasked;
