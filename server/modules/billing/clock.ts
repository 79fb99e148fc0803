import type { Ctx } from "../../ctx.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { findTestClock } from "./accounts/store.ts";

/** Billing's present moment: the clock's, and what the test clock is ahead of it. Every rule about time goes by this. */
export async function billingNow(ctx: { readonly db: Db; readonly clock: Clock }): Promise<Date> {
  return new Date(ctx.clock.now().getTime() + (await findTestClock(ctx.db)));
}

/** Whether the test clock may be moved: only where no money moves. */
export const hasTestClock = (ctx: Ctx): boolean => ctx.ports.gateways.current?.isTest ?? false;
