import { sql } from "kysely";
import { statementByShape, statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { accountsSql, isReachableSql } from "../../identity/index.ts";
import { agreedToEmailSql } from "../../notifications/index.ts";
import type { MessageKind } from "../../notifications/index.ts";

interface Recipient {
  readonly messageId: string;
  readonly occurrence: string;
  readonly personId: string;
}
const lockUnmailed = statementByShape<
  { kind: MessageKind },
  Recipient & { now: Date },
  { locale: string | null }
>(
  "studio.lock_unmailed_recipient",
  ({ kind }, p) => sql`
    select person.locale from studio.message_recipients as recipient join ${accountsSql()} as person on person.id = recipient.person_id
    where message_id = ${p.messageId}::uuid and occurrence = ${p.occurrence} and person_id = ${p.personId}::uuid
      and email_id is null and ${agreedToEmailSql(sql`person.id`, kind)} and ${isReachableSql(sql`person.id`, p.now)}
    for update of recipient`,
);
const updateMailed = statement<Recipient & { emailId: string }, never>(
  "studio.record_mailed",
  (p) => sql`
    update studio.message_recipients set email_id = ${p.emailId}::uuid
    where message_id = ${p.messageId}::uuid and occurrence = ${p.occurrence} and person_id = ${p.personId}::uuid`,
);

/** A recipient without an email who still agrees to emails of the kind and can be written to; locked until the transaction ends. */
export const findUnmailedLocked = (
  db: Db,
  { kind, ...of }: Recipient & { kind: MessageKind; now: Date },
): Promise<{ locale: string | null } | null> => db.maybe(lockUnmailed({ kind }), of);
export const recordMailed = async (db: Db, mailed: Recipient & { emailId: string }): Promise<void> => {
  await db.change(updateMailed, mailed);
};
