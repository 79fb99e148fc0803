import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { profileIdsSql } from "../../identity/index.ts";
import { dancedSql } from "../../practice/index.ts";

/** Days after a message in which dancing counts as coming back, and without a dance before it as having been away. */
const days = { back: 7, away: 14 } as const;
const day = (count: number) => sql`interval '1 day' * ${sql.lit(count)}`;

interface Claim {
  readonly messageId: string;
  readonly personIds: readonly string[];
  readonly now: Date;
}
const insertRecipients = statement<Claim, { personId: string }>(
  "studio.claim_recipients",
  (p) => sql`
    insert into studio.message_recipients (message_id, person_id, notified_at, was_away)
    select ${p.messageId}::uuid, given.id, ${p.now}::timestamptz,
      not ${dancedSql(profileIdsSql(sql`given.id`), { since: sql`(${p.now}::timestamptz - ${day(days.away)})` })}
    from unnest(${p.personIds}::uuid[]) as given (id) order by given.id
    on conflict do nothing returning person_id as "personId"`,
);
interface NotifiedRow {
  readonly personId: string;
  readonly byInbox: boolean;
  readonly byPush: boolean;
  readonly emailId: string | null;
}
const updateNotified = statement<{ messageId: string; notified: string }, never>(
  "studio.record_notified",
  (p) => sql`
    update studio.message_recipients as recipient
    set by_inbox = notified."byInbox", by_push = notified."byPush", email_id = notified."emailId"
    from jsonb_to_recordset(${p.notified}::jsonb) as notified ("personId" uuid, "byInbox" boolean, "byPush" boolean, "emailId" uuid)
    where message_id = ${p.messageId}::uuid and person_id = notified."personId"`,
);
interface Opened {
  readonly messageId: string;
  readonly personId: string;
  /** Whether they followed one of its links. */
  readonly isClicked: boolean;
  readonly now: Date;
}
const updateOpened = statement<Opened, never>(
  "studio.mark_message_opened",
  (p) => sql`
    update studio.message_recipients set opened_at = coalesce(opened_at, ${p.now}::timestamptz),
      clicked_at = case when ${p.isClicked}::boolean then coalesce(clicked_at, ${p.now}::timestamptz) else clicked_at end
    where message_id = ${p.messageId}::uuid and person_id = ${p.personId}::uuid
      and (opened_at is null or (${p.isClicked}::boolean and clicked_at is null))`,
);
const selectRecipient = statement<{ messageId: string; personId: string }, { personId: string }>(
  "studio.find_recipient",
  (p) => sql`
    select person_id as "personId" from studio.message_recipients
    where message_id = ${p.messageId}::uuid and person_id = ${p.personId}::uuid`,
);

interface Position {
  readonly at: string;
  readonly personId: string;
  readonly messageId: string;
}
const updateDanced = statement<
  { now: Date; at: string | null; personId: string | null; messageId: string | null; first: number },
  Position
>(
  "studio.mark_recipients_danced",
  (p) => sql`
    with page as (
      select message_id, person_id, notified_at from studio.message_recipients
      where danced_at is null and notified_at > ${p.now}::timestamptz - ${day(days.back)}
        and (notified_at, person_id, message_id) > (coalesce(${p.at}::timestamptz, '-infinity'),
          coalesce(${p.personId}::uuid, '00000000-0000-0000-0000-000000000000'),
          coalesce(${p.messageId}::uuid, '00000000-0000-0000-0000-000000000000'))
      order by notified_at, person_id, message_id limit ${p.first}::int
    ), danced as (
      update studio.message_recipients as recipient set danced_at = ${p.now}::timestamptz from page
      where (recipient.message_id, recipient.person_id) = (page.message_id, page.person_id)
        and ${dancedSql(profileIdsSql(sql`page.person_id`), { since: sql`page.notified_at` })}
    )
    select notified_at::text as at, person_id as "personId", message_id as "messageId"
    from page order by notified_at, person_id, message_id offset ${p.first}::int - 1`,
);

/** How many people a message reached, and what became of it. */
export interface MessageFigures {
  readonly byInbox: number;
  readonly byPush: number;
  /** Emails that were queued. */
  readonly byEmail: number;
  /** Emails that the mail server took. */
  readonly delivered: number;
  /** Emails that were refused or given up. */
  readonly bounced: number;
  /** Emails that their recipients called spam. */
  readonly complained: number;
  readonly opened: number;
  /** Those who followed one of its links to a page of the studio. */
  readonly clicked: number;
  readonly danced: number;
  /** Of those who danced, those who hadn't for 14 days. */
  readonly cameBack: number;
}
const countRecipients = statement<{ messageId: string; since: Date | null }, MessageFigures>(
  "studio.count_recipients",
  (p) => sql`
    select (count(*) filter (where by_inbox))::int as "byInbox", (count(*) filter (where by_push))::int as "byPush",
      count(email_id)::int as "byEmail", (count(*) filter (where email.sent_at is not null))::int as delivered,
      (count(*) filter (where email.refused_at is not null or email.failed_at is not null))::int as bounced,
      (count(*) filter (where email.complained_at is not null))::int as complained,
      count(opened_at)::int as opened, count(clicked_at)::int as clicked, count(danced_at)::int as danced,
      (count(*) filter (where danced_at is not null and was_away))::int as "cameBack"
    from studio.message_recipients left join platform.sent_emails as email on email.id = email_id
    where message_id = ${p.messageId}::uuid and notified_at >= coalesce(${p.since}::timestamptz, '-infinity')`,
);
const moveRecipients = statement<{ from: string; into: string }, never>(
  "studio.merge_recipients",
  (p) => sql`
    with joined as (
      update studio.message_recipients as known set
        opened_at = least(known.opened_at, old.opened_at), clicked_at = least(known.clicked_at, old.clicked_at),
        danced_at = least(known.danced_at, old.danced_at)
      from studio.message_recipients as old
      where old.person_id = ${p.from}::uuid and known.person_id = ${p.into}::uuid and known.message_id = old.message_id
      returning known.message_id)
    update studio.message_recipients as old set person_id = ${p.into}::uuid
    where person_id = ${p.from}::uuid and message_id not in (select message_id from joined)`,
);

/** Claims those of these people who weren't told yet. @returns them */
export const claimRecipients = async (db: Db, claim: Claim): Promise<string[]> =>
  (await db.many(insertRecipients, claim)).map(({ personId }) => personId);
/** Records how claimed people were notified. */
export const recordNotified = async (
  db: Db,
  { notified, ...of }: { messageId: string; notified: readonly NotifiedRow[] },
): Promise<void> => {
  await db.change(updateNotified, { ...of, notified: JSON.stringify(notified) });
};
export const markOpened = async (db: Db, opened: Opened): Promise<void> => {
  await db.change(updateOpened, opened);
};
export const isRecipient = async (db: Db, of: { messageId: string; personId: string }): Promise<boolean> =>
  (await db.maybe(selectRecipient, of)) !== null;
/**
 * Marks a page of the people told in the last days who danced since.
 * @returns the last position; null once no more follow
 */
export const markDanced = (
  db: Db,
  page: { now: Date; after: Position | null; first: number },
): Promise<Position | null> =>
  db.maybe(updateDanced, {
    now: page.now,
    first: page.first,
    at: page.after?.at ?? null,
    personId: page.after?.personId ?? null,
    messageId: page.after?.messageId ?? null,
  });
/** @param since counts only those who were notified at this moment or later; null for all */
export const findFigures = (db: Db, messageId: string, since: Date | null = null): Promise<MessageFigures> =>
  db.one(countRecipients, { messageId, since });
/** Moves one person's messages to another. Idempotent. */
export const mergeRecipients = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveRecipients, people);
};
