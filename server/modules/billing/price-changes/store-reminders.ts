import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A notice whose first charge comes soon. */
export interface DueReminder {
  readonly id: string;
  readonly subscriptionId: string;
}

const selectDue = statement<{ now: Date; until: Date; max: number }, DueReminder>(
  "billing.claim_price_reminders",
  (p) => sql`
    select id, subscription_id as "subscriptionId" from billing.price_notices
    where sent_at is not null and reminded_at is null
      and coalesce(first_charge_at, effective_at) > ${p.now}::timestamptz
      and coalesce(first_charge_at, effective_at) <= ${p.until}::timestamptz
    order by coalesce(first_charge_at, effective_at), id limit ${p.max}::int for update skip locked`,
);
const markRow = statement<{ id: string; now: Date }, never>(
  "billing.mark_price_reminded",
  (p) => sql`update billing.price_notices set reminded_at = ${p.now} where id = ${p.id}::uuid`,
);
const postponeRow = statement<{ id: string; firstChargeAt: Date }, never>(
  "billing.postpone_price_reminder",
  (p) => sql`update billing.price_notices set first_charge_at = ${p.firstChargeAt} where id = ${p.id}::uuid`,
);

/** Locks notices whose first charge comes by a moment and whose members weren't reminded, the nearest first. */
export const claimReminders = (
  db: Db,
  query: { now: Date; until: Date; max: number },
): Promise<DueReminder[]> => db.many(selectDue, query);

/** Records that a member was reminded, or needs no reminder. */
export const markReminded = async (db: Db, reminded: { id: string; now: Date }): Promise<void> => {
  await db.change(markRow, reminded);
};

/** Moves the reminder to a later first charge. The day of the new price stays. */
export const postponeReminder = async (
  db: Db,
  notice: { id: string; firstChargeAt: Date },
): Promise<void> => {
  await db.change(postponeRow, notice);
};
