import { setTimeout as sleep } from "node:timers/promises";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { recordAuditEntry, requireStaff, requireViewer } from "../../identity/index.ts";
import { billingNow, hasTestClock } from "../clock.ts";
import { ProviderUnavailable } from "../errors.ts";
import { moveTestClock } from "../accounts/store.ts";
import { countDue } from "../subscriptions/store-due.ts";
import { priceNoticesJob } from "../price-changes/notices.ts";
import { priceRemindersJob } from "../price-changes/reminders.ts";
import { findDueJob, runDue } from "./runner.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

const maxDays = 400;
const advanceMs = 8_000;

/**
 * Advances the billing clock day by day and processes what each day makes due. For staff, and only with a
 * test gateway.
 */
export async function advanceTestClock(ctx: Ctx, days: number): Promise<Date> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.manageRevenue);
  if (!hasTestClock(ctx)) throw new ProviderUnavailable();
  if (!Number.isInteger(days) || days < 1 || days > maxDays)
    throw new BadInput("days", inEnglish(`The clock moves 1 to ${maxDays} days ahead at a time.`));
  await ctx.transact((tx) =>
    recordAuditEntry(tx, { action: "billing.test_clock_advanced", subject: "test_clock", details: { days } }),
  );
  const end = performance.now() + advanceMs;
  for (let day = 0; day < days; day += 1) {
    await ctx.transact((tx) => moveTestClock(tx.db, 24 * 60 * 60 * 1000));
    await settleDay(ctx, end);
  }
  // Workers finish the rest.
  await ctx.transact(async (tx) => {
    await tx.enqueue(priceNoticesJob, {});
    await tx.enqueue(priceRemindersJob, {});
    await tx.enqueue(findDueJob, {});
  });
  return billingNow(ctx);
}

/** Waits until no worker has the day's steps left, or time runs out. */
async function settleDay(ctx: Ctx, end: number): Promise<void> {
  while (performance.now() < end) {
    await runDue(ctx, { untilMs: Math.max(0, end - performance.now()) });
    const now = await billingNow(ctx);
    if ((await countDue(ctx.db, now, 1)) === 0) return;
    await sleep(20);
  }
}
