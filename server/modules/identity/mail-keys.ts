import { createHash, randomBytes } from "node:crypto";
import type { Tx } from "../../ctx.ts";
import { insertKey, takeKey } from "./store-keys.ts";
import type { KeyPurpose } from "./store-keys.ts";

/** How long each is good for, in minutes. */
const lifeMinutes: Record<KeyPurpose, number> = { prove: 3 * 24 * 60, reset: 60, sign_in: 15 };

const hashOf = (key: string): string => createHash("sha256").update(key).digest("base64url");

/** Makes a key for a letter to `address`. It works once; only its hash is kept. */
export async function issueKey(
  tx: Tx,
  made: { purpose: KeyPurpose; personId: string; address: string },
): Promise<string> {
  const key = randomBytes(24).toString("base64url");
  const expiresAt = new Date(tx.clock.now().getTime() + lifeMinutes[made.purpose] * 60_000);
  await insertKey(tx.db, { ...made, hash: hashOf(key), expiresAt });
  return key;
}

/** Spends a key. Null when it was spent, is over, or never was. */
export function spendKey(
  tx: Tx,
  key: string,
  purpose: KeyPurpose,
): Promise<{ personId: string; address: string } | null> {
  return takeKey(tx.db, { hash: hashOf(key), purpose, now: tx.clock.now() });
}
