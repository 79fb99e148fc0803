import type { IncomingHttpHeaders } from "node:http";
import { DomainError } from "../errors.ts";

/** The client that a request names; null where a header is missing or malformed. */
export interface Client {
  readonly name: string | null;
  readonly version: string | null;
}

/** The oldest web that is served, and the release that this server hands out. */
export interface ClientRules {
  /** Three numbers; null: any. */
  readonly minWebVersion: string | null;
  readonly release: string;
}

/** The web is older than the server: only a reload helps. */
export class ClientOutdated extends DomainError {
  constructor() {
    super("CLIENT_OUTDATED", "Eightcount was updated. Reload the page, then try again.");
  }
}

const namePattern = /^[A-Za-z][\w.-]{0,39}$/;
const versionPattern = /^\d{1,6}(\.\d{1,6}){0,3}([+-][\w.+-]{1,60})?$/;

/** Reads `x-client-name` and `x-client-version`. */
export function clientOf(headers: IncomingHttpHeaders): Client {
  const read = (value: string | string[] | undefined, pattern: RegExp): string | null =>
    typeof value === "string" && pattern.test(value) ? value : null;
  return {
    name: read(headers["x-client-name"], namePattern),
    version: read(headers["x-client-version"], versionPattern),
  };
}

/**
 * Why a web has to be reloaded; null where it needn't. Other clients, and those without a readable version, are served.
 * @param isDocumentRefused the server doesn't know what it asks: expected of a web of another release
 */
export function outdatedClient(
  headers: IncomingHttpHeaders,
  { minWebVersion, release }: ClientRules,
  isDocumentRefused: boolean,
): ClientOutdated | null {
  const { name, version } = clientOf(headers);
  if (name !== "web" || version === null) return null;
  const isTooOld = minWebVersion !== null && compareVersions(version, minWebVersion) < 0;
  return isTooOld || (isDocumentRefused && version !== release) ? new ClientOutdated() : null;
}

/** Negative where `one` is older. Only the numbers count: a build's name after + or - says nothing of its age. */
function compareVersions(one: string, other: string): number {
  const numbers = (text: string) => text.split(/[+-]/)[0]!.split(".").map(Number);
  const [these, those] = [numbers(one), numbers(other)];
  for (let at = 0; at < Math.max(these.length, those.length); at += 1) {
    const difference = (these[at] ?? 0) - (those[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
