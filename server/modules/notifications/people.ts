import type { Tx } from "../../ctx.ts";
import { kinds } from "./kinds/index.ts";
import { changeKind, deleteDevicesOf } from "./store-settings.ts";
import { forgetActor, mergeItems } from "./store.ts";

/** Moves one person's items and devices to another. Idempotent. */
export async function mergeNotifications(tx: Tx, people: { from: string; into: string }): Promise<void> {
  await mergeItems(tx.db, people);
}

/** Removes a deleted person from the actors of other people's items. Idempotent. */
export const forgetPerson = (tx: Tx, personId: string): Promise<void> => forgetActor(tx.db, null, personId);

/** Removes all push devices of these profiles. */
export const forgetDevices = (tx: Tx, personIds: readonly string[]): Promise<void> =>
  deleteDevicesOf(tx.db, personIds);

/**
 * Takes over what another service's list says of a person's consent: with it, news from the studio come by email once the
 * address is verified; without it, not even the weekly email of new classes.
 */
export const takeOverConsent = (tx: Tx, personId: string, hasConsent: boolean): Promise<void> => {
  const kind = hasConsent ? "StudioAnnouncement" : "NewForYou";
  const email = hasConsent ? "at_once" : "off";
  const now = tx.clock.now();
  return changeKind(tx.db, { personId, kind, inbox: null, push: null, email, now }, kinds[kind].channels);
};
