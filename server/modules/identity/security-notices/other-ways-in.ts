import type { Tx } from "../../../ctx.ts";
import { deletePasskeys, deleteProviderLinks } from "./store.ts";

/**
 * Removes every passkey and every linked account, so that only the password and the email lead into an account.
 * Two-step verification stays.
 */
export async function endOtherWaysIn(tx: Tx, personId: string): Promise<void> {
  await deletePasskeys(tx.db, personId);
  await deleteProviderLinks(tx.db, personId);
}
