import type { IncomingHttpHeaders } from "node:http";
import { DomainError } from "../errors.ts";
import { msg } from "../i18n/messages.ts";

/** The client that the request headers name; null where a header is missing or malformed. */
export interface Client {
  readonly name: string | null;
  readonly version: string | null;
}

/** The minimum web version, and the release of this server. */
export interface ClientRules {
  /** Three numbers; null: any version. */
  readonly minWebVersion: string | null;
  readonly release: string;
}

/** The web app is too old for the server. The client must reload. */
export class ClientOutdated extends DomainError {
  constructor() {
    super("CLIENT_OUTDATED", msg("This page was updated. Reload it and try again."));
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
 * The error for a web app that has to reload, or null. Other clients, and those without a readable version, are served.
 * @param isDocumentRefused the server doesn't know the document, as expected of another release
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

/** Negative if `one` is older. Compares only the numbers: a build's suffix after + or - doesn't show its age. */
function compareVersions(one: string, other: string): number {
  const numbers = (text: string) => text.split(/[+-]/)[0]!.split(".").map(Number);
  const [these, those] = [numbers(one), numbers(other)];
  for (let at = 0; at < Math.max(these.length, those.length); at += 1) {
    const difference = (these[at] ?? 0) - (those[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
