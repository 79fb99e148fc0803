import { isSameText, keyedHash } from "../../../platform/signature.ts";

/** What a token opens: the whole asset, or its first seconds. */
export type Scope = "full" | "preview";

export interface Grant {
  readonly personId: string;
  readonly assetId: string;
  readonly version: string;
  readonly scope: Scope;
  /** Milliseconds since 1970; counts in whole seconds. */
  readonly expiresAt: number;
  /** Tells one player of a person from another. */
  readonly streamId: string;
}

const letters: Record<Scope, string> = { full: "f", preview: "p" };

const secondsOf = (grant: Grant) => Math.floor(grant.expiresAt / 1000);

function sign(grant: Grant, secret: string): string {
  const { personId, assetId, version, scope, streamId } = grant;
  return keyedHash(secret, [personId, assetId, version, scope, secondsOf(grant), streamId].join("|"));
}

/** The grant as a part of a path. It names neither asset nor version: the path does, and the signature covers them. */
export function signGrant(grant: Grant, secret: string): string {
  return [
    letters[grant.scope],
    grant.personId,
    secondsOf(grant).toString(36),
    grant.streamId,
    sign(grant, secret),
  ].join(".");
}

const pattern = /^([fp])\.([0-9a-f-]{36})\.([0-9a-z]{1,9})\.([\w-]{1,24})\.([\w-]{43})$/;

/** The grant that a path shows, or null when it is made up, tampered with, for something else or expired. */
export function verifyGrant(
  token: string,
  asset: { assetId: string; version: string },
  secret: string,
  now: number,
): Grant | null {
  const [, letter, personId, seconds, streamId, signature] = pattern.exec(token) ?? [];
  if (!letter || !personId || !seconds || !streamId || !signature) return null;
  const grant: Grant = {
    ...asset,
    personId,
    streamId,
    scope: letter === "f" ? "full" : "preview",
    expiresAt: Number.parseInt(seconds, 36) * 1000,
  };
  return isSameText(signature, sign(grant, secret)) && grant.expiresAt > now ? grant : null;
}
