import type { CombinedError } from "urql";

/** The country whose prices can be charged, where a payment was refused for that; null otherwise. */
export function countryOf(error: CombinedError): string | null {
  const country = error.graphQLErrors[0]?.extensions["countryCode"];
  return typeof country === "string" ? country : null;
}
