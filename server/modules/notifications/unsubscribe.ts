import { z } from "zod";
import { seal, unseal } from "../../platform/signature.ts";
import { kindNames } from "./kinds.ts";
import type { Kind } from "./kinds.ts";

/** Whose mails of what a link ends. */
export interface Subscription {
  readonly personId: string;
  /** Every kind that comes in digests, or one kind. */
  readonly kind: Kind | "digest";
}

const use = "notifications.unsubscribe";
const shape = z.tuple([z.uuid(), z.enum(["digest", ...kindNames])]);

/** The path that ends such mails for whoever holds it, without signing in. It has no end: an old mail's link works too. */
export const unsubscribePath = (secret: string, { personId, kind }: Subscription): string =>
  `/unsubscribe/${seal(secret, use, [personId, kind])}`;

/** What a link's token stands for; null for one that isn't ours. */
export function readUnsubscribe(secret: string, token: string): Subscription | null {
  const found = unseal(secret, use, token, shape);
  return found && { personId: found[0], kind: found[1] };
}
