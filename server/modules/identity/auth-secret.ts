import { symmetricDecrypt } from "better-auth/crypto";
import { ConfigInvalid } from "../../platform/config/index.ts";
import type { Db } from "../../platform/db.ts";
import { findSigningKey } from "./sign-in/store.ts";

/**
 * Verifies at startup that AUTH_SECRET decrypts the signing key of access tokens. With another secret, every
 * request would fail.
 * @throws ConfigInvalid
 */
export async function checkAuthSecret(db: Db, secret: string): Promise<void> {
  const encrypted = await findSigningKey(db);
  if (encrypted === null) return;
  try {
    await symmetricDecrypt({ key: secret, data: JSON.parse(encrypted) as string });
  } catch {
    throw new ConfigInvalid([
      "AUTH_SECRET: this database was set up with a different secret. Use that secret on every server. To start over, run `delete from identity.jwks`; it signs everyone out and turns off their two-step verification.",
    ]);
  }
}
