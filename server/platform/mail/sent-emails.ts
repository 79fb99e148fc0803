import { sql } from "kysely";
import type { Ctx } from "../../ctx.ts";
import { statement } from "../db.ts";
import type { Db } from "../db.ts";
import { defineRetentionJob, oldest } from "../jobs/retention.ts";

/** How long what was emailed to whom is kept. */
export const emailDays = 365;

const insertEmail = statement<{ id: string; personId: string; subject: string; now: Date }, never>(
  "platform.insert_sent_email",
  (p) => sql`
    insert into platform.sent_emails (id, person_id, subject, queued_at)
    select ${p.id}::uuid, id, ${p.subject}, ${p.now}::timestamptz from identity."user" where id = ${p.personId}::uuid`,
);
const updateSent = statement<{ id: string; now: Date }, never>(
  "platform.mark_email_sent",
  (p) => sql`
    update platform.sent_emails set sent_at = ${p.now}::timestamptz, refused_at = null, failed_at = null
    where id = ${p.id}::uuid`,
);
const updateFailed = statement<{ id: string; now: Date; isRefused: boolean; isLast: boolean }, never>(
  "platform.mark_email_failed",
  (p) => sql`
    update platform.sent_emails
    set refused_at = case when ${p.isRefused}::boolean then ${p.now}::timestamptz else refused_at end,
      failed_at = case when ${p.isLast}::boolean then ${p.now}::timestamptz end
    where id = ${p.id}::uuid and sent_at is null`,
);
const updateBounced = statement<{ id: string; now: Date }, never>(
  "platform.mark_email_bounced",
  (p) => sql`
    update platform.sent_emails set sent_at = null, refused_at = ${p.now}::timestamptz, failed_at = ${p.now}::timestamptz
    where id = ${p.id}::uuid`,
);
const updateComplained = statement<{ id: string; now: Date }, never>(
  "platform.mark_email_complained",
  (p) => sql`
    update platform.sent_emails set complained_at = coalesce(complained_at, ${p.now}::timestamptz) where id = ${p.id}::uuid`,
);
const updateAllSent = statement<{ before: Date }, never>(
  "platform.mark_past_emails_sent",
  (p) => sql`
    update platform.sent_emails set sent_at = queued_at where sent_at is null and queued_at < ${p.before}::timestamptz`,
);
const deleteOld = statement<{ before: Date }, never>(
  "platform.delete_old_sent_emails",
  (p) => sql`delete from platform.sent_emails where ${oldest("platform.sent_emails", "queued_at", p.before)}`,
);

/** Where an email to a person is. The mail server said `refused` for good, and `failed` means that no attempt is left. */
export const deliveries = ["waiting", "sent", "refused", "failed"] as const;
export type Delivery = (typeof deliveries)[number];

/** An email to a person, without its text. */
export interface SentEmail {
  readonly id: string;
  /** When it was written. */
  readonly at: Date;
  /** `at` to the microsecond, for cursors. */
  readonly position: string;
  readonly subject: string;
  readonly delivery: Delivery;
}
const selectEmails = statement<
  { personId: string; beforeAt: string | null; beforeId: string | null; first: number },
  SentEmail
>(
  "platform.list_sent_emails",
  (p) => sql`
    select 'email ' || id as id, queued_at as at, queued_at::text as position, subject,
      case when sent_at is not null then 'sent' when refused_at is not null then 'refused'
        when failed_at is not null then 'failed' else 'waiting' end as delivery
    from platform.sent_emails
    where person_id = ${p.personId}::uuid and (${p.beforeAt}::timestamptz is null
      or (queued_at, 'email ' || id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::text))
    order by queued_at desc, 'email ' || id desc limit ${p.first}::int`,
);

/** Records that an email to a person was queued; nothing for someone who is gone. */
export const insertSentEmail = async (
  db: Db,
  email: { id: string; personId: string; subject: string; now: Date },
): Promise<void> => {
  await db.change(insertEmail, email);
};

/** Records that the mail server took an email. */
export const markEmailSent = async (ctx: Ctx, id: string): Promise<void> => {
  await ctx.transact((tx) => tx.db.change(updateSent, { id, now: tx.clock.now() }));
};

/** Records that an attempt to send an email failed. */
export const markEmailFailed = async (
  ctx: Ctx,
  attempt: { readonly id: string; readonly isRefused: boolean; readonly isLast: boolean },
): Promise<void> => {
  await ctx.transact((tx) => tx.db.change(updateFailed, { ...attempt, now: tx.clock.now() }));
};

/** Records that an email came back after the mail server had taken it. */
export const markEmailBounced = async (db: Db, email: { id: string; now: Date }): Promise<void> => {
  await db.change(updateBounced, email);
};

/** Records that its recipient called an email spam. */
export const markEmailComplained = async (db: Db, email: { id: string; now: Date }): Promise<void> => {
  await db.change(updateComplained, email);
};

/** Records that all emails before a moment were sent, for a past that was made up. */
export const seedEmailsSent = async (db: Db, before: Date): Promise<void> => {
  await db.change(updateAllSent, { before });
};

/** A page of the emails to a person, newest first; those of the last year. */
export const listSentEmails = (
  db: Db,
  page: { personId: string; before: { at: string; id: string } | null; first: number },
): Promise<SentEmail[]> =>
  db.many(selectEmails, {
    personId: page.personId,
    first: page.first,
    beforeAt: page.before?.at ?? null,
    beforeId: page.before?.id ?? null,
  });

/** Deletes what was emailed more than a year ago. */
export const forgetSentEmailsJob = defineRetentionJob({
  name: "platform.forget_sent_emails",
  days: emailDays,
  batch: deleteOld,
});
