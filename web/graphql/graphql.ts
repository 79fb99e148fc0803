import { createRequest } from "@urql/core";
import type { initGraphQLTada } from "gql.tada";
import type { introspection } from "./introspection.d.ts";

export { readFragment } from "gql.tada";
export type { FragmentOf, ResultOf, VariablesOf } from "gql.tada";

type Tada = ReturnType<
  typeof initGraphQLTada<{ introspection: introspection; scalars: { DateTime: string } }>
>;

/**
 * A GraphQL document: a call with a template literal, and with the list of child fragments that it spreads. Fragments are masked; read one by `readFragment(Fragment, data)`.
 * The build replaces every call by the text that the server trusts, so that the argument must be a template without `${}`.
 */
export const graphql: Tada = unbuilt as unknown as Tada;

function unbuilt(): never {
  throw new Error("graphql() must be called with a plain template literal, which the build replaces");
}

/**
 * An operation's text, parsed once. Called by what the build writes; not by hand.
 * @public
 */
export function trusted(text: string): unknown {
  return createRequest(text, {}).query;
}
