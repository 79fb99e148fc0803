import type { CombinedError } from "urql";

/** The code of a refused call: the server's own, or NETWORK when it never answered. */
export function codeOf(error: CombinedError): string {
  const code = error.graphQLErrors[0]?.extensions["code"];
  return typeof code === "string" ? code : error.networkError ? "NETWORK" : "INTERNAL";
}

/** Whether the server refused a call, or a field of it, with this code. */
export function hasCode(error: CombinedError | undefined, code: string): boolean {
  return error?.graphQLErrors.some(({ extensions }) => extensions["code"] === code) ?? false;
}
