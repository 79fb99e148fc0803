import { sql } from "kysely";
import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { statement } from "../../db.ts";
import { defineEvent } from "../../events.ts";
import { defineRetentionJob, oldest } from "../../jobs/retention.ts";
import { markEmailBounced, markEmailComplained } from "../sent-emails.ts";
import { suppressAddress } from "../suppression.ts";

/** How long the ids of events are kept. */
export const mailEventDays = 30;
/** Older events are replays: services repeat an event for a day at most. */
const maxAgeMs = 7 * 24 * 3_600_000;

/** What an email service tells of an email after it took it. */
export interface MailEvent {
  readonly service: "postmark" | "sendgrid" | "ses";
  /** The service's id: the same when it tells again. */
  readonly eventId: string;
  /** A bounce is for good: the mailbox doesn't exist. A complaint: the recipient called the email spam. */
  readonly kind: "bounce" | "complaint";
  readonly emailAddresses: readonly string[];
  /** Of `platform.sent_emails`; null where the service doesn't say. */
  readonly emailId: string | null;
}

/** An account's owner called an email of the studio spam. */
export const mailComplained = defineEvent("mail.complained", z.object({ personId: z.uuid() }));

const insertEvent = statement<{ service: string; eventId: string; now: Date }, never>(
  "platform.insert_mail_event",
  (p) => sql`
    insert into platform.mail_events (service, event_id, received_at) values (${p.service}, ${p.eventId}, ${p.now}::timestamptz)
    on conflict do nothing`,
);
const selectPeople = statement<{ emailAddresses: readonly string[]; emailId: string | null }, { id: string }>(
  "platform.list_people_of_addresses",
  (p) => sql`
    select id from identity."user" where email = any(${p.emailAddresses}::text[])
    union select person_id from platform.sent_emails where id = ${p.emailId}::uuid`,
);
const deleteOld = statement<{ before: Date }, never>(
  "platform.delete_old_mail_events",
  (p) =>
    sql`delete from platform.mail_events where ${oldest("platform.mail_events", "received_at", p.before)}`,
);

/** Whether an event is so old that a service wouldn't tell it anymore. */
export const isReplay = (now: Date, at: Date): boolean => now.getTime() - at.getTime() > maxAgeMs;

/** The id of an email by its Message-ID, which begins with it; null of any other. */
export const emailIdOf = (messageId: string | null | undefined): string | null =>
  /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(messageId ?? "")?.[1] ?? null;

/**
 * Stops emails that can be unsubscribed from to the addresses of an event, and records what became of the email. Idempotent: an
 * event that was received before does nothing.
 */
export async function receiveMailEvents(ctx: Ctx, events: readonly MailEvent[]): Promise<void> {
  for (const event of events) await ctx.transact((tx) => receive(tx, event));
}

async function receive(
  tx: Tx,
  { service, eventId, kind, emailAddresses, emailId }: MailEvent,
): Promise<void> {
  const now = tx.clock.now();
  if ((await tx.db.change(insertEvent, { service, eventId, now })) === 0) return;
  for (const address of emailAddresses) await suppressAddress(tx, { address, reason: kind, now });
  if (kind === "bounce") {
    if (emailId) await markEmailBounced(tx.db, { id: emailId, now });
    return;
  }
  if (emailId) await markEmailComplained(tx.db, { id: emailId, now });
  // Its recipient too, who may have another email address by now.
  const people = await tx.db.many(selectPeople, {
    emailAddresses: emailAddresses.map((one) => one.toLowerCase()),
    emailId,
  });
  for (const { id } of people) await tx.publish(mailComplained, { personId: id });
}

/** Deletes the ids of old events. */
export const forgetMailEventsJob = defineRetentionJob({
  name: "platform.forget_mail_events",
  days: mailEventDays,
  batch: deleteOld,
});
