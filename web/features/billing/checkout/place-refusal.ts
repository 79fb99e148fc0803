import type { CombinedError } from "../../../graphql/hooks.ts";

/** The country whose prices can be charged, if a payment was rejected for that; otherwise null. */
export function countryOf(error: CombinedError): string | null {
  const country = error.graphQLErrors[0]?.extensions["countryCode"];
  return typeof country === "string" ? country : null;
}
