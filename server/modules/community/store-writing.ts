import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { isBlockedSql } from "../profiles/index.ts";
import type { Audience } from "../profiles/index.ts";
import type { LastHour } from "./limits.ts";
import type { ContentKind, SubjectKind } from "./store.ts";
import { likesCountSql } from "./like-changes.ts";

/** A person's moderation settings and history. */
export interface ModerationSettings {
  readonly since: Date;
  readonly strikes: number;
  readonly pausedUntil: Date | null;
  readonly approves: "nobody" | "strangers" | "everyone";
  readonly watchedWords: readonly string[];
}

const moderationSettingsColumns = sql`since, strikes, paused_until as "pausedUntil", approves, watched_words as "watchedWords"`;
// The update locks the row, so that one person's writes are serialized.
const upsertModerationSettings = statement<{ personId: string; now: Date }, ModerationSettings>(
  "community.lock_standing",
  (p) => sql`
    insert into community.standing (person_id, since) values (${p.personId}::uuid, ${p.now}::timestamptz)
    on conflict (person_id) do update set since = standing.since returning ${moderationSettingsColumns}`,
);
// Reads first: an insertion would wait for a row that is being updated, although it changes nothing.
const insertModerationSettings = statement<{ personId: string; now: Date }, never>(
  "community.create_standing",
  (p) => sql`
    insert into community.standing (person_id, since) select ${p.personId}::uuid, ${p.now}::timestamptz
    where not exists (select from community.standing where person_id = ${p.personId}::uuid)
    on conflict (person_id) do nothing`,
);
const selectModerationSettings = statement<{ personId: string }, ModerationSettings>(
  "community.find_standing",
  (p) =>
    sql`select ${moderationSettingsColumns} from community.standing where person_id = ${p.personId}::uuid`,
);
const upsertCommentSettings = statement<
  { personId: string; now: Date; approves: string | null; watchedWords: readonly string[] | null },
  ModerationSettings
>(
  "community.save_care",
  (p) => sql`
    insert into community.standing (person_id, since, approves, watched_words)
    values (${p.personId}::uuid, ${p.now}::timestamptz, coalesce(${p.approves}, 'nobody'), coalesce(${p.watchedWords}::text[], '{}'))
    on conflict (person_id) do update set approves = coalesce(${p.approves}, standing.approves),
      watched_words = coalesce(${p.watchedWords}::text[], standing.watched_words)
    returning ${moderationSettingsColumns}`,
);
const selectLastHour = statement<
  { personId: string; since: Date; fingerprint: string; dayAgo: Date },
  LastHour & { repeated: number }
>(
  "community.find_last_hour",
  (p) => sql`
    select count(*) filter (where kind = 'post' and created_at > ${p.since}::timestamptz) as posts,
      count(*) filter (where kind = 'comment' and created_at > ${p.since}::timestamptz) as comments,
      coalesce(sum(links) filter (where created_at > ${p.since}::timestamptz), 0) as links,
      count(*) filter (where fingerprint = ${p.fingerprint}) as repeated
    from community.content where author_id = ${p.personId}::uuid and kind in ('post', 'comment') and created_at > ${p.dayAgo}::timestamptz`,
);
const selectKeyed = statement<
  { personId: string; key: string },
  { id: string; kind: ContentKind; text: string }
>(
  "community.find_keyed",
  (p) => sql`
    select id, kind, text from community.content where author_id = ${p.personId}::uuid and idempotency_key = ${p.key}`,
);

export interface NewContent {
  readonly id: string;
  readonly kind: ContentKind;
  readonly authorId: string;
  readonly text: string;
  readonly links: number;
  readonly fingerprint: string;
  readonly now: Date;
  readonly videoUploadId: string | null;
  readonly classId: string | null;
  readonly styleSlug: string | null;
  readonly subjectKind: SubjectKind | null;
  readonly subjectId: string | null;
  readonly replyToId: string | null;
  readonly atMs: number | null;
  readonly isWaiting: boolean;
  readonly audience: Audience;
  readonly isHeld: boolean;
  readonly idempotencyKey: string | null;
}
const insert = statement<NewContent, never>(
  "community.insert_content",
  (p) => sql`
    insert into community.content (id, kind, author_id, text, links, fingerprint, created_at, video_upload_id, class_id, style_slug,
      subject_kind, subject_id, reply_to_id, at_ms, is_waiting, audience, is_held, moderation_status, idempotency_key)
    values (${p.id}::uuid, ${p.kind}, ${p.authorId}::uuid, ${p.text}, ${p.links}::int, ${p.fingerprint}, ${p.now}::timestamptz,
      ${p.videoUploadId}::uuid, ${p.classId}::uuid, ${p.styleSlug}, ${p.subjectKind}, ${p.subjectId}::uuid, ${p.replyToId}::uuid,
      ${p.atMs}::int, ${p.isWaiting}::boolean, ${p.audience}, ${p.isHeld}::boolean,
      case when ${p.isHeld}::boolean then 'pending_review' else 'reviewed' end, ${p.idempotencyKey})`,
);
const insertMentions = statement<
  { contentId: string; personIds: readonly string[]; authorId: string },
  { id: string }
>(
  "community.save_mentions",
  (p) => sql`
    with dropped as (
      delete from community.mentions where content_id = ${p.contentId}::uuid and person_id <> all(${p.personIds}::uuid[])
    )
    insert into community.mentions (content_id, person_id)
    select ${p.contentId}::uuid, named.id from unnest(${p.personIds}::uuid[]) as named (id)
    where not ${isBlockedSql(p.authorId, sql`named.id`)} on conflict do nothing returning person_id as id`,
);

/** Content as needed for a change, locked until the transaction ends. */
export interface HeldContent {
  readonly id: string;
  readonly kind: ContentKind;
  readonly authorId: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly subjectKind: SubjectKind | null;
  readonly subjectId: string | null;
  readonly replyToId: string | null;
  /** The author of the subject; null for a class. */
  readonly ownerId: string | null;
  readonly isWaiting: boolean;
  readonly isDeleted: boolean;
  readonly isHeld: boolean;
  readonly removedAt: Date | null;
  readonly repliesCount: number;
}
const selectForUpdate = statement<{ id: string }, HeldContent>(
  "community.lock_content",
  (p) => sql`
    select id, kind, author_id as "authorId", text, created_at as "createdAt", subject_kind as "subjectKind", subject_id as "subjectId",
      reply_to_id as "replyToId", (select owned.author_id from community.content as owned where owned.id = content.subject_id) as "ownerId",
      is_waiting as "isWaiting", is_gone as "isDeleted", is_held as "isHeld", removed_at as "removedAt", comments_count as "repliesCount"
    from community.content where id = ${p.id}::uuid for update`,
);
const updateText = statement<
  { id: string; text: string; links: number; fingerprint: string; now: Date; isHeld: boolean },
  never
>(
  "community.update_text",
  (p) => sql`
    with kept as (
      insert into community.revisions (content_id, replaced_at, text)
      select id, ${p.now}::timestamptz, text from community.content where id = ${p.id}::uuid on conflict do nothing
    )
    update community.content set text = ${p.text}, links = ${p.links}::int, fingerprint = ${p.fingerprint}, edited_at = ${p.now}::timestamptz,
      is_held = is_held or ${p.isHeld}::boolean,
      moderation_status = case when ${p.isHeld}::boolean then 'pending_review' else moderation_status end
    where id = ${p.id}::uuid`,
);
const deleteRow = statement<{ id: string }, never>(
  "community.delete_content",
  (p) => sql`delete from community.content where id = ${p.id}::uuid`,
);
const updateDeleted = statement<{ id: string }, never>(
  "community.empty_content",
  (p) => sql`
    with forgotten as (delete from community.revisions where content_id = ${p.id}::uuid)
    update community.content set is_gone = true, text = '', links = 0, fingerprint = '' where id = ${p.id}::uuid`,
);
const updateApproved = statement<{ id: string }, never>(
  "community.approve_comment",
  (p) => sql`update community.content set is_waiting = false where id = ${p.id}::uuid and is_waiting`,
);
const upsertLike = statement<
  { id: string; personId: string; authorId: string; isOn: boolean; now: Date },
  { isFirst: boolean }
>(
  "community.save_like",
  (p) => sql`
    insert into community.likes as likes (content_id, person_id, is_on, liked_at)
    select ${p.id}::uuid, ${p.personId}::uuid, ${p.isOn}::boolean, ${p.now}::timestamptz
    where case when ${p.isOn}::boolean then not ${isBlockedSql(p.personId, sql`${p.authorId}::uuid`)}
      else exists (select from community.likes where content_id = ${p.id}::uuid and person_id = ${p.personId}::uuid) end
    on conflict (content_id, person_id) do update set is_on = excluded.is_on
    returning (xmax = 0 and is_on) as "isFirst"`,
);
// Creates the row too: one that a first like creates couldn't be waited for otherwise. A deleted person has no block, and no row.
const lockBlocked = statement<{ personId: string; otherId: string; now: Date }, never>(
  "community.lock_blocked_standing",
  (p) => sql`
    insert into community.standing (person_id, since) select ${p.personId}::uuid, ${p.now}::timestamptz
    where ${isBlockedSql(p.personId, sql`${p.otherId}::uuid`)}
    on conflict (person_id) do update set since = standing.since`,
);
const removeMutualLikes = statement<{ one: string; other: string }, never>(
  "community.part_likes",
  (p) => sql`
    update community.likes set is_on = false from community.content
    where content.id = likes.content_id and likes.is_on and (
      (likes.person_id = ${p.one}::uuid and content.author_id = ${p.other}::uuid)
      or (likes.person_id = ${p.other}::uuid and content.author_id = ${p.one}::uuid))`,
);
const selectLikesCount = statement<{ id: string }, { likesCount: number }>(
  "community.find_likes_count",
  (p) =>
    sql`select ${likesCountSql(sql`content`)} as "likesCount" from community.content where id = ${p.id}::uuid`,
);
const updateUpload = statement<{ id: string; text: string | null; audience: string | null }, never>(
  "community.update_upload",
  (p) => sql`
    update community.content set text = coalesce(${p.text}, text), audience = coalesce(${p.audience}, audience) where id = ${p.id}::uuid`,
);

/** The person's row, created on first use and locked until the transaction ends. */
export const lockModerationSettings = (db: Db, personId: string, now: Date): Promise<ModerationSettings> =>
  db.one(upsertModerationSettings, { personId, now });
/** Creates the person's row if it is missing, without locking it. */
export const createModerationSettings = async (db: Db, personId: string, now: Date): Promise<void> => {
  await db.change(insertModerationSettings, { personId, now });
};
export const findModerationSettings = (db: Db, personId: string): Promise<ModerationSettings | null> =>
  db.maybe(selectModerationSettings, { personId });
/** Updates the fields that aren't null. */
export const saveCommentSettings = (
  db: Db,
  commentSettings: {
    personId: string;
    now: Date;
    approves: string | null;
    watchedWords: readonly string[] | null;
  },
): Promise<ModerationSettings> => db.one(upsertCommentSettings, commentSettings);
/** A person's activity within an hour, and how often they sent the same text within a day. */
export const findLastHour = (
  db: Db,
  params: { personId: string; since: Date; fingerprint: string; dayAgo: Date },
): Promise<LastHour & { repeated: number }> => db.one(selectLastHour, params);
export const findKeyed = (
  db: Db,
  personId: string,
  key: string,
): Promise<{ id: string; kind: ContentKind; text: string } | null> =>
  db.maybe(selectKeyed, { personId, key });
export const insertContent = async (db: Db, content: NewContent): Promise<void> => {
  await db.change(insert, content);
};
/** @returns people mentioned for the first time who aren't blocked */
export const saveMentions = async (
  db: Db,
  mentions: { contentId: string; personIds: readonly string[]; authorId: string },
): Promise<string[]> => (await db.many(insertMentions, mentions)).map(({ id }) => id);
const updateStyles = statement<{ from: string; into: string }, never>(
  "community.move_style_posts",
  (p) => sql`
    update community.content set style_slug = ${p.into} where id in (
      select id from community.content where kind = 'post' and style_slug = ${p.from} limit 1000)`,
);
export const lockContent = (db: Db, id: string): Promise<HeldContent | null> =>
  db.maybe(selectForUpdate, { id });
/** Saves a new text and keeps the earlier version. */
export const saveText = async (
  db: Db,
  change: { id: string; text: string; links: number; fingerprint: string; now: Date; isHeld: boolean },
): Promise<void> => {
  await db.change(updateText, change);
};
/** Deletes content with all comments on it. */
export const deleteContent = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteRow, { id });
};
/** Empties a comment and keeps it as a placeholder for its replies. */
export const emptyContent = async (db: Db, id: string): Promise<void> => {
  await db.change(updateDeleted, { id });
};
/** @returns whether it was waiting for approval */
export const saveApproved = async (db: Db, id: string): Promise<boolean> =>
  (await db.change(updateApproved, { id })) > 0;
/** @returns whether it is the person's first like of the content. Null: a like that a block forbids, or none to remove */
export const saveLike = (
  db: Db,
  like: { id: string; personId: string; authorId: string; isOn: boolean; now: Date },
): Promise<{ isFirst: boolean } | null> => db.maybe(upsertLike, like);
/** Removes the likes between two people, one of whom blocked the other, also those that are being saved. */
export const saveParted = async (
  db: Db,
  [one, other]: readonly [string, string],
  now: Date,
): Promise<void> => {
  // Statements of their own, so that the last one sees each like that these waited for.
  await db.change(lockBlocked, { personId: one, otherId: other, now });
  await db.change(lockBlocked, { personId: other, otherId: one, now });
  await db.change(removeMutualLikes, { one, other });
};
export const findLikesCount = async (db: Db, id: string): Promise<number> =>
  (await db.maybe(selectLikesCount, { id }))?.likesCount ?? 0;
/** Updates the fields that aren't null. */
export const saveUpload = async (
  db: Db,
  change: { id: string; text: string | null; audience: string | null },
): Promise<void> => {
  await db.change(updateUpload, change);
};
/** Moves up to 1,000 posts of a style to another one. @returns how many */
export const moveSomeStylePosts = (db: Db, styles: { from: string; into: string }): Promise<number> =>
  db.change(updateStyles, styles);
