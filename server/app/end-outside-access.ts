import type { Tx } from "../ctx.ts";
import { revokeLinks } from "../modules/media/index.ts";
import { forgetDevices } from "../modules/notifications/index.ts";
import { closeCalendars, leaveAllRooms } from "../modules/practice/index.ts";

/**
 * Ends what works for these profiles without a session of theirs, in the transaction that ended their sessions: a new capability
 * of that kind (a secret address, a registered device, a signed link) ends here as well.
 */
export async function endOutsideAccess(tx: Tx, personIds: readonly string[]): Promise<void> {
  await closeCalendars(tx, personIds);
  await leaveAllRooms(tx, personIds);
  await forgetDevices(tx, personIds);
  await revokeLinks(tx, personIds);
}
