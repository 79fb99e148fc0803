import { z } from "zod";
import { seal, unseal } from "../../platform/signature.ts";
import { kindNames } from "./kinds/index.ts";
import type { Kind } from "./kinds/index.ts";

/** The person and kind of an unsubscribe link. */
export interface Subscription {
  readonly personId: string;
  /** One kind, or every kind sent as digests. */
  readonly kind: Kind | "digest";
}

const use = "notifications.unsubscribe";
const shape = z.tuple([z.uuid(), z.enum(["digest", ...kindNames])]);

/** Path that turns off such emails without signing in. It never expires: links in old emails keep working. */
export const unsubscribePath = (secret: string, { personId, kind }: Subscription): string =>
  `/unsubscribe/${seal(secret, use, [personId, kind])}`;

/** Verifies and decodes a link's token; null if it isn't valid. */
export function readUnsubscribe(secret: string, token: string): Subscription | null {
  const found = unseal(secret, use, token, shape);
  return found && { personId: found[0], kind: found[1] };
}
