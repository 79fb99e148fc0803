import type { Ctx, Tx } from "../../ctx.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import { postLetter } from "../../platform/mail/send-job.ts";
import { findAddress } from "./store-addresses.ts";

/**
 * Posts a letter to a person: to the address that they proved, else to the one that they gave. A family member's profile has none of its
 * own: give the account's id.
 * @returns false for somebody without an address, who is anonymous or gone
 */
export async function mailPerson(tx: Tx, mail: Letter & { readonly personId: string }): Promise<boolean> {
  const { personId, ...letter } = mail;
  const found = await findAddress(tx.db, personId);
  const address = found?.address ?? found?.pendingAddress;
  if (!address) return false;
  await postLetter(tx, address, letter);
  return true;
}

/** Whether an account has shown that its email is its own. */
export const hasVerifiedEmail = async (ctx: Ctx, accountId: string): Promise<boolean> =>
  ((await findAddress(ctx.db, accountId))?.address ?? null) !== null;
