import type { Ctx } from "../../../ctx.ts";
import { keyedHash } from "../../../platform/signature.ts";
import { verifiedEmailOf } from "../../identity/index.ts";

/** A keyed hash that marks a trial without revealing the account, address or card. */
export const trialHash = (
  ctx: Pick<Ctx, "config">,
  kind: "account" | "address" | "card",
  value: string,
): string => keyedHash(ctx.config.authSecret, `trial ${kind} ${value.toLowerCase()}`);

/** The trial hashes of an account, without its card. */
export async function trialMarks(
  ctx: Pick<Ctx, "config" | "db">,
  accountId: string,
): Promise<{ kind: "account" | "address"; hash: string }[]> {
  const address = await verifiedEmailOf(ctx.db, accountId);
  return [
    { kind: "account", hash: trialHash(ctx, "account", accountId) },
    ...(address ? [{ kind: "address" as const, hash: trialHash(ctx, "address", address) }] : []),
  ];
}
