import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { accountsSql, isReachableSql } from "../../identity/index.ts";
import { agreedToEmailSql } from "../../notifications/index.ts";

interface Recipient {
  readonly messageId: string;
  readonly personId: string;
}
const lockUnmailed = statement<Recipient & { now: Date }, { locale: string | null }>(
  "studio.lock_unmailed_recipient",
  (p) => sql`
    select person.locale from studio.message_recipients as recipient join ${accountsSql()} as person on person.id = recipient.person_id
    where message_id = ${p.messageId}::uuid and person_id = ${p.personId}::uuid
      and email_id is null and ${agreedToEmailSql(sql`person.id`, "StudioAnnouncement")} and ${isReachableSql(sql`person.id`, p.now)}
    for update of recipient`,
);
const updateMailed = statement<Recipient & { emailId: string }, never>(
  "studio.record_mailed",
  (p) => sql`
    update studio.message_recipients set email_id = ${p.emailId}::uuid
    where message_id = ${p.messageId}::uuid and person_id = ${p.personId}::uuid`,
);

/** A recipient without an email who still agrees to news by email and can be written to; locked until the transaction ends. */
export const findUnmailedLocked = (
  db: Db,
  of: Recipient & { now: Date },
): Promise<{ locale: string | null } | null> => db.maybe(lockUnmailed, of);
export const recordMailed = async (db: Db, mailed: Recipient & { emailId: string }): Promise<void> => {
  await db.change(updateMailed, mailed);
};
