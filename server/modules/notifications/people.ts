import type { Tx } from "../../ctx.ts";
import { deleteDevicesOf } from "./store-settings.ts";
import { forgetActor, mergeItems } from "./store.ts";

/** Gives what one person was told, and the browsers that they are reached on, to another. Merging again changes nothing. */
export async function mergeNotifications(tx: Tx, people: { from: string; into: string }): Promise<void> {
  await mergeItems(tx.db, people);
}

/** Takes somebody who is gone out of what others were told. Harmless twice. */
export const forgetPerson = (tx: Tx, personId: string): Promise<void> => forgetActor(tx.db, null, personId);

/** Ends pushes to every browser that was registered for these profiles. */
export const forgetDevices = (tx: Tx, personIds: readonly string[]): Promise<void> =>
  deleteDevicesOf(tx.db, personIds);
