import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineReaction } from "../../../platform/events.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { mailSent } from "../../../platform/mail/send-job.ts";
import { mailPerson } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { priceChangeEmail } from "../emails/prices.ts";
import { billingRegionOf } from "../plans/regions.ts";
import { addDays } from "../rules/calendar.ts";
import { earliestCharge, firstChargeAt, needsConsent, noticeDays } from "../rules/price-changes.ts";
import { findSubscription } from "../subscriptions/store.ts";
import { advanceChange, claimChange, listAffected } from "./store.ts";
import type { AffectedRow, ChangeRow } from "./store.ts";
import { batch, shiftMs, workInBatches } from "./shift.ts";
import type { Shift } from "./shift.ts";
import { deleteNotice, insertNotice, lockUnsentNotice, markNoticeSent } from "./store-notices.ts";

const receiptPrefix = "price-notice:";
/** The receipt of a notice's email, by which its sending is confirmed. */
export const receiptOf = (noticeId: string): string => `${receiptPrefix}${noticeId}`;

/**
 * Emails the members of announced changes whose time to undo is over. A batch and its position commit together, so a restart
 * continues behind the last one, and no one is emailed twice.
 */
export const priceNoticesJob = defineJob({
  name: "billing.price_notices",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    if (await sendPriceNotices(ctx, { untilMs: shiftMs, signal }))
      await ctx.transact((tx) => tx.enqueue(priceNoticesJob, {}));
  },
});

/**
 * Sends the notices that are due.
 * @returns whether some may be left
 */
export function sendPriceNotices(ctx: Ctx, shift: Shift): Promise<boolean> {
  return workInBatches(ctx, shift, sendBatch);
}

/** @returns false if no change is left to work on */
async function sendBatch(tx: Tx): Promise<boolean> {
  const now = await billingNow(tx);
  const change = await claimChange(tx.db, now);
  if (!change) return false;
  const { cursor, announcedAt } = change;
  const members = await listAffected(tx.db, { ...change, before: announcedAt, after: cursor, most: batch });
  for (const member of members) await notify(tx, change, member, now);
  const isLast = members.length < batch;
  await advanceChange(tx.db, {
    id: change.id,
    cursor: members.at(-1)?.id ?? null,
    finishedAt: isLast ? now : null,
  });
  return true;
}

async function notify(tx: Tx, change: ChangeRow, member: AffectedRow, now: Date): Promise<void> {
  const effectiveAt = firstChargeAt(member, earliestCharge(change.startsOn, now));
  if (!effectiveAt) return;
  const amounts = { oldAmount: member.priceAmount, newAmount: change.amount };
  const asksConsent = needsConsent(member.countryCode, amounts);
  const id = randomUUID();
  const { endsWithoutConsent } = change;
  const notice = { ...amounts, effectiveAt, needsConsent: asksConsent, endsWithoutConsent };
  const row = { ...notice, id, changeId: change.id, subscriptionId: member.id, planId: change.planId };
  if (!(await insertNotice(tx.db, { ...row, queuedAt: now }))) return;
  const { tax } = await billingRegionOf(tx, member, effectiveAt);
  const email = priceChangeEmail({
    ...notice,
    planName: member.planName,
    period: member.period,
    periodUnit: member.periodUnit,
    currencyCode: change.currencyCode,
    isTaxIncluded: tax.isInclusive || tax.parts.length === 0,
  });
  const wasQueued = await mailPerson(tx, {
    personId: member.accountId,
    email,
    receipt: receiptOf(id),
    isBulk: true,
  });
  // Without an address there is no notice, and so no new price.
  if (!wasQueued) await deleteNotice(tx.db, id);
}

/** Only an email that the mail server took is a notice. */
export const recordNoticeSent = defineReaction("billing.price_notice_sent", mailSent, confirmNotice);

/**
 * Marks the notice of a sent email; other emails have other receipts. If it went out too late for the day that it names, the new
 * price waits for a later renewal.
 */
export async function confirmNotice(ctx: Ctx, { receipt }: { receipt: string }): Promise<void> {
  if (!receipt.startsWith(receiptPrefix)) return;
  await ctx.transact(async (tx) => {
    const notice = await lockUnsentNotice(tx.db, receipt.slice(receiptPrefix.length));
    if (!notice) return;
    const { id, isLatest } = notice;
    const now = await billingNow(tx);
    const earliest = addDays(now, noticeDays);
    const found = await findSubscription(tx.db, notice.subscriptionId);
    const isLate = isLatest && notice.effectiveAt < earliest;
    const effectiveAt = (isLate && found && firstChargeAt(found, earliest)) || notice.effectiveAt;
    await markNoticeSent(tx.db, { id, now, effectiveAt });
  });
}
