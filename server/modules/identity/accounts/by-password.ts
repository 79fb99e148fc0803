import type { Ctx } from "../../../ctx.ts";
import { hashForSalts, hashPassword } from "../sign-in/passwords.ts";
import { findByHash, listSalts } from "../email-addresses/store.ts";
import type { AddressUse } from "../email-addresses/store.ts";

/**
 * The maximum number of salts per email address. Accounts that sign up with the same address share one salt.
 * A single hash then checks a password against all of them. The other salt belongs to the verified owner.
 * Until there is one, it belongs to an account that changed to this address.
 */
const maxSalts = 2;

/** Hashes a password with the shared salt of an address, so that `findAccountByPassword` can look it up. */
export async function hashForAddress(ctx: Ctx, address: string, password: string): Promise<string> {
  const [shared] = await listSalts(ctx.db, { address, use: "sign_in", max: 1 });
  return hashPassword(password, shared);
}

/**
 * Finds the account by email address and password, in constant time for every address.
 * @returns the account's id; null for wrong credentials
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
