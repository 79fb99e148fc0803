import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { kindNames } from "./kinds.ts";
import type { Kind } from "./kinds.ts";

/** Whose mails of what a link ends. */
export interface Subscription {
  readonly personId: string;
  /** Every kind that comes in digests, or one kind. */
  readonly kind: Kind | "digest";
}

const shape = z.tuple([z.uuid(), z.enum(["digest", ...kindNames])]);
const signatureOf = (secret: string, body: string) =>
  createHmac("sha256", secret).update(`notifications.unsubscribe:${body}`).digest("base64url").slice(0, 32);

/** The path that ends such mails for whoever holds it, without signing in. It has no end: an old mail's link works too. */
export function unsubscribePath(secret: string, { personId, kind }: Subscription): string {
  const body = Buffer.from(JSON.stringify([personId, kind])).toString("base64url");
  return `/unsubscribe/${body}.${signatureOf(secret, body)}`;
}

/** What a link's token stands for; null for one that isn't ours. */
export function readUnsubscribe(secret: string, token: string): Subscription | null {
  const [body = "", signature = ""] = token.split(".");
  const wanted = signatureOf(secret, body);
  if (signature.length !== wanted.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(wanted)))
    return null;
  const [personId, kind] = shape.parse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
  return { personId, kind };
}
