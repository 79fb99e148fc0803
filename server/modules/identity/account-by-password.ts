import type { Ctx } from "../../ctx.ts";
import { hashForSalts, hashPassword } from "./passwords.ts";
import { findByHash, listSalts } from "./store-addresses.ts";
import type { AddressUse } from "./store-addresses.ts";

/**
 * Salts that are tried for one address. Accounts that sign up with the same address share one, so that a single hash checks a
 * password against all of them. The other is the owner's own or, while there is none, that of an account which moved here.
 */
const maxSalts = 2;

/** Hashes a password so that `findAccountByPassword` finds it however many accounts gave the address. */
export async function hashForAddress(ctx: Ctx, address: string, password: string): Promise<string> {
  const [shared] = await listSalts(ctx.db, { address, use: "sign_in", max: 1 });
  return hashPassword(password, shared);
}

/**
 * Finds the account that an address and a password open. Takes the same time for every address.
 * @returns its id; null when the two don't belong together
 */
export async function findAccountByPassword(
  ctx: Ctx,
  asked: { address: string; password: string; use: AddressUse },
): Promise<string | null> {
  const { address, password, use } = asked;
  const salts = await listSalts(ctx.db, { address, use, max: maxSalts });
  const hashes = await hashForSalts(password, salts, maxSalts);
  return findByHash(ctx.db, { address, use, hashes });
}
