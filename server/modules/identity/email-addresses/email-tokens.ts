import { createHash, randomBytes } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { deleteKeys, findKey, insertKey, takeKey } from "./store-tokens.ts";
import type { KeyPurpose } from "./store-tokens.ts";

/** Lifetime by purpose, in minutes. */
const usualLifeMinutes: Record<KeyPurpose, number> = { prove: 3 * 24 * 60, reset: 60, sign_in: 15 };

const hashOf = (key: string): string => createHash("sha256").update(key).digest("base64url");

/**
 * Issues an email token for `address`, and voids the previous one with the same purpose. A token proves
 * access to the mailbox, but does not select an account. Single use; only its hash is stored.
 * @param made.lifeMinutes default: that of its purpose
 */
export async function issueKey(
  tx: Tx,
  made: { purpose: KeyPurpose; address: string; lifeMinutes?: number },
): Promise<{ key: string; expiresAt: Date; replacesOne: boolean }> {
  const { purpose, address, lifeMinutes = usualLifeMinutes[purpose] } = made;
  const now = tx.clock.now();
  const key = randomBytes(24).toString("base64url");
  const expiresAt = new Date(now.getTime() + lifeMinutes * 60_000);
  const replacesOne = await deleteKeys(tx.db, { address, purposes: [purpose], now });
  await insertKey(tx.db, { purpose, address, hash: hashOf(key), expiresAt });
  return { key, expiresAt, replacesOne };
}

/** Reads an email token without spending it. Null if used, expired or unknown. */
export const readKey = (ctx: Ctx, key: string): Promise<{ purpose: KeyPurpose; address: string } | null> =>
  findKey(ctx.db, { hash: hashOf(key), now: ctx.clock.now() });

/**
 * Spends an email token.
 * @returns the address that it was sent to; null if used, expired or unknown
 */
export async function spendKey(tx: Tx, key: string, purpose: KeyPurpose): Promise<string | null> {
  return (await takeKey(tx.db, { hash: hashOf(key), purpose, now: tx.clock.now() }))?.address ?? null;
}

/** Voids the sign-in and password reset links of an address. */
export async function voidSignInKeys(tx: Tx, address: string): Promise<void> {
  await deleteKeys(tx.db, { address, purposes: ["reset", "sign_in"], now: tx.clock.now() });
}
