import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { countsSql } from "./store-notices.ts";

/** A notice whose first charge comes soon. */
export interface DueReminder {
  readonly id: string;
  readonly subscriptionId: string;
}

const selectDue = statement<{ now: Date; remindUntil: Date; max: number }, DueReminder>(
  "billing.claim_price_reminders",
  (p) => sql`
    select notice.id, notice.subscription_id as "subscriptionId" from billing.price_notices as notice
    join billing.subscriptions as found on found.id = notice.subscription_id and found.next_plan_id is null
      and found.status in ('active', 'in_trial', 'paused', 'future')
    where ${countsSql} and notice.reminded_at is null
      and coalesce(notice.first_charge_at, notice.effective_at) > ${p.now}::timestamptz
      and coalesce(notice.first_charge_at, notice.effective_at) <= ${p.remindUntil}::timestamptz
    order by coalesce(notice.first_charge_at, notice.effective_at), notice.id limit ${p.max}::int for update of notice skip locked`,
);
const markRow = statement<{ id: string; now: Date }, never>(
  "billing.mark_price_reminded",
  (p) => sql`update billing.price_notices set reminded_at = ${p.now} where id = ${p.id}::uuid`,
);
const postponeRow = statement<{ id: string; firstChargeAt: Date }, never>(
  "billing.postpone_price_reminder",
  (p) => sql`
    update billing.price_notices set first_charge_at = ${p.firstChargeAt}, reminded_at = null where id = ${p.id}::uuid`,
);

/**
 * Locks notices whose first charge comes by a moment and whose members weren't reminded, the nearest first. Members who are leaving
 * the price stay unclaimed: they may come back.
 */
export const claimReminders = (
  db: Db,
  query: { now: Date; remindUntil: Date; max: number },
): Promise<DueReminder[]> => db.many(selectDue, query);

/** Records that a member was reminded, or needs no reminder. */
export const markReminded = async (db: Db, reminded: { id: string; now: Date }): Promise<void> => {
  await db.change(markRow, reminded);
};

/** Moves the reminder to a later first charge, also one that was sent. The day of the new price stays. */
export const postponeReminder = async (
  db: Db,
  notice: { id: string; firstChargeAt: Date },
): Promise<void> => {
  await db.change(postponeRow, notice);
};
