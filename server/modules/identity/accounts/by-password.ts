import type { Ctx } from "../../../ctx.ts";
import { hashForSettings, hashPassword, isOutdated } from "../sign-in/password-hashes.ts";
import { findByHash, listHashSettings } from "../email-addresses/store.ts";
import type { AddressUse } from "../email-addresses/store.ts";
import { replacePasswordHash } from "./store.ts";

/**
 * The maximum number of hash settings per email address. Accounts that sign up with the same address share one,
 * with its salt. A single hash then checks a password against all of them. The other belongs to the verified
 * owner. Until there is one, it belongs to an account that changed to this address.
 */
const maxSettings = 2;

/** Hashes a password with the shared setting of an address, so that `findAccountByPassword` can look it up. */
export async function hashForAddress(ctx: Ctx, address: string, password: string): Promise<string> {
  const [shared] = await listHashSettings(ctx.db, { address, use: "sign_in", max: 1 });
  return hashPassword(ctx.config.passwordCost, password, shared);
}

/**
 * Finds the account by email address and password, in constant time for every address. A sign-in replaces an
 * outdated hash.
 * @returns the account's id; null for wrong credentials
 * @throws Unavailable when too many passwords are being hashed
 */
export async function findAccountByPassword(
  ctx: Ctx,
  asked: { address: string; password: string; use: AddressUse },
): Promise<string | null> {
  const { address, password, use } = asked;
  const { passwordCost } = ctx.config;
  const settings = await listHashSettings(ctx.db, { address, use, max: maxSettings });
  const hashes = await hashForSettings(passwordCost, password, settings, maxSettings);
  const found = await findByHash(ctx.db, { address, use, hashes });
  if (!found) return null;
  const { id, hash, isVerified } = found;
  // An unverified account keeps the setting that it shares.
  if (use === "sign_in" && isVerified && isOutdated(passwordCost, hash))
    await replacePasswordHash(ctx.db, {
      personId: id,
      hash,
      newHash: await hashPassword(passwordCost, password),
    });
  return id;
}
