import type { Ctx, Tx } from "../../ctx.ts";
import { Unauthenticated } from "../../platform/errors.ts";
import { addDemoPasskey, findSecondStepDue } from "./store-staff-second-step.ts";

/** Until when the viewer works as staff without a second step; null for members and for staff that have one. @throws Unauthenticated */
export async function readSecondStepDue(ctx: Ctx): Promise<Date | null> {
  if (!ctx.viewer) throw new Unauthenticated();
  return findSecondStepDue(ctx.db, ctx.viewer.accountId);
}

/** Lets the demo's staff work for good without setting anything up: no one can sign in by this passkey. */
export const seedSecondStep = (tx: Tx, accountId: string): Promise<void> =>
  addDemoPasskey(tx.db, { accountId, now: tx.clock.now() });
