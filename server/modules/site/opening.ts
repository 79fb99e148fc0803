import type { Ctx, Tx } from "../../ctx.ts";
import { settingsTopic } from "./cache.ts";
import { announceOpening } from "./mailing-list/mailing-list.ts";
import { findConfirmations, openSettings, saveConfirmation } from "./store.ts";

/** What only a person can say before the opening. */
export const confirmable = ["prices", "taxes", "email"] as const;
export type Confirmable = (typeof confirmable)[number];

/** When an admin confirmed each step; missing for those that no one has. */
export const readConfirmations = (ctx: Ctx): Promise<Partial<Record<Confirmable, string>>> =>
  findConfirmations(ctx.db);

/** Stores that a step was confirmed now. */
export const saveConfirmedStep = (tx: Tx, step: Confirmable): Promise<void> =>
  saveConfirmation(tx.db, { step, at: tx.clock.now().toISOString() });

/** Opens the studio: from now on plans are for sale, and the mailing list is told. @returns false if it is open already */
export async function markOpen(tx: Tx): Promise<boolean> {
  const isNew = await openSettings(tx.db, tx.clock.now());
  if (isNew) await announceOpening(tx);
  tx.signal(settingsTopic);
  return isNew;
}
