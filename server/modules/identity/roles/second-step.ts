import type { Ctx, Tx } from "../../../ctx.ts";
import { Unauthenticated } from "../../../platform/errors.ts";
import { addDemoPasskey, findSecondStepDue } from "./store-second-step.ts";

/**
 * Until when the viewer may work as staff without a second factor. Null for members and for staff with one.
 * @throws Unauthenticated
 */
export async function readSecondStepDue(ctx: Ctx): Promise<Date | null> {
  if (!ctx.viewer) throw new Unauthenticated();
  return findSecondStepDue(ctx.db, ctx.viewer.accountId);
}

/** Adds a passkey that satisfies the requirement for demo staff; no one can sign in with it. */
export const seedSecondStep = (tx: Tx, accountId: string): Promise<void> =>
  addDemoPasskey(tx.db, { accountId, now: tx.clock.now() });
