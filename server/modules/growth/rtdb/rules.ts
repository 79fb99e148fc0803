import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { DomainError } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

const maxEntryKey = 64;
const timestamp = z.int().positive().max(8.64e15);
// Landing page URLs contain campaign parameters, some of them long.
const landingUrl = z
  .string()
  .max(4096)
  .refine((url) => URL.canParse(url) && /^https?:/i.test(url));

/** Lists of a person's record, and the schema of their entries. */
const entryShapes = new Map<string, z.ZodType>([
  [
    "facebookClicks",
    z.strictObject({
      fbc: z.string().min(1).max(1024),
      timestamp,
      landing_url: landingUrl,
      source: z.enum(["cookie", "url_generated"]),
    }),
  ],
  [
    "googleClicks",
    z.strictObject({ gclid: z.string().min(1).max(1024), timestamp, landing_url: landingUrl }),
  ],
]);

/** Refusal by the rules, in Firebase's format. */
export class PermissionDenied extends DomainError {
  constructor() {
    super("FORBIDDEN", inEnglish("Permission denied"), { status: 401 });
  }
}

export const isAdmin = (ctx: Pick<Ctx, "viewer">): boolean => ctx.viewer?.role === "admin";

/** Whether the viewer may read a path: their own record; admins everything. */
export const mayRead = (ctx: Pick<Ctx, "viewer">, keys: readonly string[]): boolean =>
  isAdmin(ctx) || (ctx.viewer !== null && keys[0] === "subscriptions" && keys[1] === ctx.viewer.accountId);

/**
 * Checks a write by the rules. Admins may write anything; a person may append ad clicks to the lists of their own
 * record. Rewriting an entry unchanged is allowed, since clients retry.
 * @param before current value at the path
 * @param value new value
 * @throws PermissionDenied
 */
export function checkWrite(
  ctx: Pick<Ctx, "viewer">,
  keys: readonly string[],
  before: unknown,
  value: unknown,
): void {
  if (isAdmin(ctx)) return;
  const [, , list = "", entryKey = ""] = keys;
  if (!mayRead(ctx, keys) || keys.length !== 4 || entryKey.length > maxEntryKey) throw new PermissionDenied();
  if (!entryShapes.get(list)?.safeParse(value).success) throw new PermissionDenied();
  if (before !== null && !isDeepStrictEqual(before, value)) throw new PermissionDenied();
}
