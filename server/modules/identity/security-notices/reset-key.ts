import type { Tx } from "../../../ctx.ts";
import { issueKey, voidSignInKeys } from "../email-addresses/email-tokens.ts";

/** Issues the token of a password reset link, and voids previous ones. */
export async function issueResetKey(tx: Tx, email: string): Promise<string> {
  await voidSignInKeys(tx, email);
  return (await issueKey(tx, { purpose: "reset", address: email })).key;
}
