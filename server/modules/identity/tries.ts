import type { Ctx } from "../../ctx.ts";
import { RateLimited } from "../../platform/errors.ts";
import { keyedHash } from "../../platform/signature.ts";
import { countTry, deleteEnded, forgetTries } from "./store-keys.ts";

/** How often something may be tried within a window that begins with the first try. */
export interface TryLimit {
  readonly most: number;
  readonly windowSeconds: number;
}

/** What is counted: a name, and by what it is told apart (a mailbox, an address). */
export type TryKey = readonly [what: string, ...by: string[]];

type TryCtx = Pick<Ctx, "db" | "clock" | "config">;

const hashOf = (ctx: TryCtx, key: TryKey): string => keyedHash(ctx.config.authSecret, JSON.stringify(key));

/** Counts one try. @returns null when it is within the limit, else in how many seconds the next one is */
export async function countTryOf(ctx: TryCtx, key: TryKey, limit: TryLimit): Promise<number | null> {
  const now = ctx.clock.now();
  const endsAt = new Date(now.getTime() + limit.windowSeconds * 1000);
  const counted = await countTry(ctx.db, { key: hashOf(ctx, key), now, endsAt });
  if (counted.count <= limit.most) return null;
  return Math.max(1, Math.ceil((counted.endsAt.getTime() - now.getTime()) / 1000));
}

/** Counts one try. @throws RateLimited past the limit */
export async function limitTries(ctx: TryCtx, key: TryKey, limit: TryLimit): Promise<void> {
  const wait = await countTryOf(ctx, key, limit);
  if (wait !== null) throw new RateLimited(wait);
}

/** Starts counting anew, after a try that succeeded. */
export async function forgetTriesOf(ctx: TryCtx, key: TryKey): Promise<void> {
  await forgetTries(ctx.db, hashOf(ctx, key));
}

/** Removes what has ended: counted tries, mailed keys, sessions. */
export const forgetEnded = (ctx: TryCtx): Promise<void> => deleteEnded(ctx.db, ctx.clock.now());
