import type { Ctx } from "../../ctx.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { findTestClock } from "./accounts/store.ts";

/** The billing time: the system clock plus the offset of the test clock. All rules about time use it. */
export async function billingNow(ctx: { readonly db: Db; readonly clock: Clock }): Promise<Date> {
  return new Date(ctx.clock.now().getTime() + (await findTestClock(ctx.db)));
}

/** Whether the test clock may be moved: only with a test gateway. */
export const hasTestClock = (ctx: Ctx): boolean => ctx.ports.gateways.current?.isTest ?? false;
