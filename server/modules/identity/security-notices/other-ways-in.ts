import type { Tx } from "../../../ctx.ts";
import { deletePasskeys, deleteProviderLinks } from "./store.ts";

/**
 * Removes every passkey and linked account, which leaves the password and the email. Two-factor
 * authentication stays.
 */
export async function endOtherWaysIn(tx: Tx, personId: string): Promise<void> {
  await deletePasskeys(tx.db, personId);
  await deleteProviderLinks(tx.db, personId);
}
