import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** An announcement: where it is on its way. */
export const announcementStates = ["draft", "scheduled", "sending", "sent"] as const;
export type AnnouncementState = (typeof announcementStates)[number];

/** A message as stored; `content.ts` and `audience.ts` parse its documents. */
export interface MessageRow {
  readonly id: string;
  /** Null of a step of a series. */
  readonly state: AnnouncementState | null;
  readonly version: number;
  readonly texts: unknown;
  readonly cards: unknown;
  readonly audience: unknown;
  readonly createdAt: Date;
  readonly savedAt: Date;
  readonly scheduledAt: Date | null;
  readonly startedAt: Date | null;
  readonly sentAt: Date | null;
  /** People who were notified. */
  readonly notified: number;
  /** What became of an announcement whose recipients were deleted; `figures.ts` parses it. Null of others. */
  readonly figures: unknown;
  /** `createdAt` to the microsecond, for cursors. */
  readonly position: string;
}
/** A message that is sent once. */
export type AnnouncementRow = MessageRow & { readonly state: AnnouncementState };
export const isAnnouncement = (message: MessageRow): message is AnnouncementRow => message.state !== null;

/** The columns of a message, of `studio.messages`. */
export const messageColumns = sql`id, state, version, texts, cards, audience, created_at as "createdAt", saved_at as "savedAt",
  scheduled_at as "scheduledAt", started_at as "startedAt", sent_at as "sentAt", notified, figures, created_at::text as position`;

const selectMessage = statement<{ id: string }, MessageRow>(
  "studio.find_message",
  (p) => sql`select ${messageColumns} from studio.messages where id = ${p.id}::uuid`,
);
const lockMessage = statement<{ id: string }, MessageRow>(
  "studio.lock_message",
  (p) => sql`select ${messageColumns} from studio.messages where id = ${p.id}::uuid for update`,
);
const selectAnnouncements = statement<
  { afterAt: string | null; afterId: string | null; first: number },
  AnnouncementRow
>(
  "studio.list_announcements",
  (p) => sql`
    select ${messageColumns} from studio.messages
    where state is not null and (created_at, id) < (coalesce(${p.afterAt}::timestamptz, 'infinity'),
      coalesce(${p.afterId}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by created_at desc, id desc limit ${p.first}::int`,
);
const selectDue = statement<{ now: Date; first: number }, { id: string }>(
  "studio.list_due_announcements",
  (p) => sql`
    select id from studio.messages where state = 'scheduled' and scheduled_at <= ${p.now}::timestamptz
    order by scheduled_at, id limit ${p.first}::int`,
);
const updateAudienceStyle = statement<{ from: string; into: string }, never>(
  "studio.move_audience_style",
  (p) => sql`
    update studio.messages set audience = jsonb_set(audience, '{style}', to_jsonb(${p.into}::text))
    where audience ->> 'style' = ${p.from}::text`,
);
interface Draft {
  readonly id: string;
  readonly texts: string;
  readonly cards: string;
  readonly audience: string;
  readonly now: Date;
}
const insertDraft = statement<Draft, { id: string }>(
  "studio.insert_announcement",
  (p) => sql`
    insert into studio.messages (id, state, texts, cards, audience, created_at, saved_at)
    values (${p.id}::uuid, 'draft', ${p.texts}::jsonb, ${p.cards}::jsonb, ${p.audience}::jsonb, ${p.now}::timestamptz, ${p.now}::timestamptz)
    on conflict do nothing returning id`,
);
const updateDraft = statement<Draft & { version: number }, never>(
  "studio.save_announcement",
  (p) => sql`
    update studio.messages set texts = ${p.texts}::jsonb, cards = ${p.cards}::jsonb, audience = ${p.audience}::jsonb,
      saved_at = ${p.now}::timestamptz, version = version + 1
    where id = ${p.id}::uuid and version = ${p.version}::int and state in ('draft', 'scheduled')`,
);
const updateState = statement<
  { id: string; state: AnnouncementState; scheduledAt: Date | null; startedAt: Date | null },
  never
>(
  "studio.set_announcement_state",
  (p) => sql`
    update studio.messages set state = ${p.state}, scheduled_at = ${p.scheduledAt}::timestamptz,
      started_at = ${p.startedAt}::timestamptz, version = version + 1
    where id = ${p.id}::uuid`,
);
const updateNotified = statement<{ id: string; notified: number; sentAt: Date | null }, never>(
  "studio.add_notified",
  (p) => sql`
    update studio.messages set notified = notified + ${p.notified}::int, sent_at = coalesce(sent_at, ${p.sentAt}::timestamptz),
      state = case when ${p.sentAt}::timestamptz is not null then 'sent' else state end
    where id = ${p.id}::uuid`,
);
const deleteDraft = statement<{ id: string }, never>(
  "studio.delete_announcement",
  (p) => sql`delete from studio.messages where id = ${p.id}::uuid`,
);

export const findMessage = (db: Db, id: string): Promise<MessageRow | null> =>
  db.maybe(selectMessage, { id });
/** Locks a message until the end of the transaction. */
export const findMessageLocked = (db: Db, id: string): Promise<MessageRow | null> =>
  db.maybe(lockMessage, { id });
/** Newest first. */
export const listAnnouncements = (
  db: Db,
  page: { afterAt: string | null; afterId: string | null; first: number },
): Promise<AnnouncementRow[]> => db.many(selectAnnouncements, page);
/** Scheduled announcements whose time has come, earliest first. */
export const listDue = async (db: Db, due: { now: Date; first: number }): Promise<string[]> =>
  (await db.many(selectDue, due)).map(({ id }) => id);
/** @returns false if there is one with this id */
export const insertAnnouncement = async (db: Db, draft: Draft): Promise<boolean> =>
  (await db.maybe(insertDraft, draft)) !== null;
/** @returns false on version conflict, and once it is being sent */
export const saveAnnouncementRow = async (db: Db, draft: Draft & { version: number }): Promise<boolean> =>
  (await db.change(updateDraft, draft)) === 1;
export const setState = async (
  db: Db,
  change: { id: string; state: AnnouncementState; scheduledAt: Date | null; startedAt: Date | null },
): Promise<void> => {
  await db.change(updateState, change);
};
/** Adds to the number of people who were notified; with `sentAt` the announcement is sent. */
export const addNotified = async (
  db: Db,
  change: { id: string; notified: number; sentAt: Date | null },
): Promise<void> => {
  await db.change(updateNotified, change);
};
export const deleteAnnouncementRow = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteDraft, { id });
};
/** Replaces a style in the audiences of all messages, those of series included. */
export const moveAudienceStyle = async (db: Db, styles: { from: string; into: string }): Promise<void> => {
  await db.change(updateAudienceStyle, styles);
};
