import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { billingNow } from "../clock.ts";
import { mailPriceReminder, mailPriceUnaccepted } from "../emails/send.ts";
import { addDays } from "../rules/calendar.ts";
import { reminderDays } from "../rules/price-changes.ts";
import { findSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { pendingPriceNotice } from "./changes.ts";
import { batch, shiftMs, workInBatches } from "./shift.ts";
import type { Shift } from "./shift.ts";
import { claimReminders, markReminded, postponeReminder } from "./store-reminders.ts";
import type { DueReminder } from "./store-reminders.ts";

/** Reminds members of a new price that is charged soon. A batch commits as a whole, so no one is reminded twice. */
export const priceRemindersJob = defineJob({
  name: "billing.price_reminders",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    if (await sendPriceReminders(ctx, { untilMs: shiftMs, signal }))
      await ctx.transact((tx) => tx.enqueue(priceRemindersJob, {}));
  },
});

/**
 * Sends the reminders that are due.
 * @returns whether some may be left
 */
export function sendPriceReminders(ctx: Ctx, shift: Shift): Promise<boolean> {
  return workInBatches(ctx, shift, remindBatch);
}

/** @returns false after the last batch */
async function remindBatch(tx: Tx): Promise<boolean> {
  const now = await billingNow(tx);
  const remindUntil = addDays(now, reminderDays);
  const due = await claimReminders(tx.db, { now, remindUntil, max: batch });
  for (const notice of due) await remind(tx, notice, { now, remindUntil });
  return due.length === batch;
}

async function remind(
  tx: Tx,
  due: DueReminder,
  { now, remindUntil }: { now: Date; remindUntil: Date },
): Promise<void> {
  const found = await findSubscription(tx.db, due.subscriptionId);
  const notice = found && (await pendingPriceNotice(tx, found));
  if (found && notice?.id === due.id) {
    const { effectiveAt } = notice;
    // A pause or free days moved the charge: the reminder waits for its new day.
    if (effectiveAt > remindUntil) return postponeReminder(tx.db, { id: due.id, firstChargeAt: effectiveAt });
    const isAgreed = !notice.needsConsent || notice.acceptedAt !== null;
    if (isAgreed) await mailPriceReminder(tx, found, notice);
    else if (notice.endsWithoutConsent) await mailPriceUnaccepted(tx, found, effectiveAt, notice.newAmount);
  }
  await markReminded(tx.db, { id: due.id, now });
}

/** Reminds a member of a new price again before its first charge, which a pause or free days have moved. */
export async function repeatReminder(tx: Tx, found: SubscriptionRow): Promise<void> {
  const notice = await pendingPriceNotice(tx, found);
  if (notice) await postponeReminder(tx.db, { id: notice.id, firstChargeAt: notice.effectiveAt });
}
