import type { CombinedError } from "urql";

/** The code of a refused call: the server's own, or NETWORK when it never answered. */
export function codeOf(error: CombinedError): string {
  const code = error.graphQLErrors[0]?.extensions["code"];
  return typeof code === "string" ? code : error.networkError ? "NETWORK" : "INTERNAL";
}
