import type { CombinedError } from "@urql/core";

/** Whether a call failed, as opposed to a fault in our code. urql's class itself is loaded later. */
export function isCombinedError(error: unknown): error is CombinedError {
  return error instanceof Error && error.name === "CombinedError";
}

/** Error code of a failed call: the server's code, or NETWORK if there was no response. */
export function codeOf(error: CombinedError): string {
  const code = error.graphQLErrors[0]?.extensions["code"];
  return typeof code === "string" ? code : error.networkError ? "NETWORK" : "INTERNAL";
}

/** Whether the server rejected a call, or a field of the call, with this code. */
export function hasCode(error: CombinedError | undefined, code: string): boolean {
  return error?.graphQLErrors.some(({ extensions }) => extensions["code"] === code) ?? false;
}

/** The argument that the server rejected, such as `profile.name`; null if the error isn't about one. */
export function faultFieldOf(error: CombinedError): string | null {
  const field = error.graphQLErrors[0]?.extensions["field"];
  return typeof field === "string" ? field : null;
}
