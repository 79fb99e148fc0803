import { isSameText, keyedHash } from "../../../platform/signature.ts";

/** Scope of a token: the whole asset, its first seconds, or a member's clip, which takes no screen of the account. */
export type Scope = "full" | "preview" | "clip";

export interface Grant {
  readonly personId: string;
  readonly assetId: string;
  readonly version: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, in whole seconds. */
  readonly expiresAt: number;
  /** Distinguishes the players of one person. */
  readonly streamId: string;
}

const scopeCodes: Record<Scope, string> = { full: "f", preview: "p", clip: "c" };
const scopes = new Map(Object.entries(scopeCodes).map(([scope, code]) => [code, scope as Scope]));

const secondsOf = (grant: Grant) => Math.floor(grant.expiresAt / 1000);

function sign(grant: Grant, secret: string): string {
  const { personId, assetId, version, scope, streamId } = grant;
  return keyedHash(secret, [personId, assetId, version, scope, secondsOf(grant), streamId].join("|"));
}

/** Encodes a grant as a path segment. Asset and version are part of the path, and the signature covers them. */
export function signGrant(grant: Grant, secret: string): string {
  return [
    scopeCodes[grant.scope],
    grant.personId,
    secondsOf(grant).toString(36),
    grant.streamId,
    sign(grant, secret),
  ].join(".");
}

const pattern = /^([fpc])\.([0-9a-f-]{36})\.([0-9a-z]{1,9})\.([\w-]{1,24})\.([\w-]{43})$/;

/** Returns the grant in a path; null if it is malformed, tampered with, for another asset, or expired. */
export function verifyGrant(
  token: string,
  asset: { assetId: string; version: string },
  secret: string,
  now: number,
): Grant | null {
  const [, scopeCode, personId, seconds, streamId, signature] = pattern.exec(token) ?? [];
  if (!scopeCode || !personId || !seconds || !streamId || !signature) return null;
  const grant: Grant = {
    ...asset,
    personId,
    streamId,
    scope: scopes.get(scopeCode)!,
    expiresAt: Number.parseInt(seconds, 36) * 1000,
  };
  return isSameText(signature, sign(grant, secret)) && grant.expiresAt > now ? grant : null;
}
