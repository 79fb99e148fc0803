import type { Tx } from "../../../ctx.ts";
import { issueKey, voidSignInKeys } from "../mail-keys.ts";

/** Makes the key of a link to choose a new password, as the mailbox would get it, and voids those before. */
export async function issueResetKey(tx: Tx, email: string): Promise<string> {
  await voidSignInKeys(tx, email);
  return (await issueKey(tx, { purpose: "reset", address: email })).key;
}
