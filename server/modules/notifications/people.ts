import type { Tx } from "../../ctx.ts";
import { deleteDevicesOf } from "./store-settings.ts";
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
