import type { Tx } from "../ctx.ts";
import { closeCertificates } from "../modules/courses/index.ts";
import { revokeLinks } from "../modules/media/index.ts";
import { forgetDevices } from "../modules/notifications/index.ts";
import { closeCalendars, closePlaylists, leaveAllRooms } from "../modules/practice/index.ts";

/**
 * Ends all access to these profiles that works without a session, in the transaction that revoked their sessions. A new capability
 * of that kind (a secret URL, a registered device, a signed link) must be revoked here as well.
 */
export async function endOutsideAccess(tx: Tx, personIds: readonly string[]): Promise<void> {
  await closeCalendars(tx, personIds);
  await closePlaylists(tx, personIds);
  await closeCertificates(tx, personIds);
  await leaveAllRooms(tx, personIds);
  await forgetDevices(tx, personIds);
  await revokeLinks(tx, personIds);
}
