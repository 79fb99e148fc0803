import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement, statementByShape } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { publicPersonSql } from "../identity/index.ts";
import type { PublicPerson } from "../identity/index.ts";
import { assetSql, isAvailableSql } from "../media/index.ts";
import type { AssetRow } from "../media/index.ts";
import { followedSql, isBlockedSql, isOfAudienceSql, isUnseenSql } from "../profiles/index.ts";
import type { Audience } from "../profiles/index.ts";
import { likesCountSql, likesReceivedSql } from "./like-changes.ts";

export const contentKinds = ["post", "comment", "video_upload"] as const;
export type ContentKind = (typeof contentKinds)[number];
/** What can be commented on. */
export type SubjectKind = "post" | "video_upload" | "class";
export const moderationStatuses = ["pending_review", "reported", "reviewed"] as const;
export type ModerationStatus = (typeof moderationStatuses)[number];

/**
 * A post, a comment or an upload, as visible to the viewer. Timestamps are strings if the row came within
 * JSON.
 */
export interface ContentRow {
  readonly id: string;
  readonly kind: ContentKind;
  /** Markdown; empty if deleted. */
  readonly text: string;
  /** Null if deleted. */
  readonly author: PublicPerson | null;
  readonly createdAt: Date | string;
  readonly editedAt: Date | string | null;
  readonly likesCount: number;
  /** For a post or an upload, comments with replies; for a comment, its replies. */
  readonly commentsCount: number;
  readonly likedByMe: boolean;
  readonly reportedByMe: boolean;
  readonly moderationStatus: ModerationStatus;
  /** Visible only to its author until it is moderated. */
  readonly isHeld: boolean;
  readonly removedAt: Date | string | null;
  readonly removedReason: string | null;
}
export interface PostRow extends ContentRow {
  readonly classId: string | null;
  readonly styleSlug: string | null;
  /** Timestamp in the class, milliseconds. */
  readonly atMs: number | null;
  readonly videoUpload: UploadRow | null;
}
export interface CommentRow extends ContentRow {
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly replyToId: string | null;
  readonly atMs: number | null;
  readonly isWaiting: boolean;
  readonly isDeleted: boolean;
  /** First replies, oldest first; undefined if not requested. */
  readonly replies?: readonly CommentRow[];
}
export interface UploadRow extends ContentRow {
  readonly audience: Audience;
  readonly asset: AssetRow | null;
}

/** The viewer; `isMember`: registered. */
export interface Onlooker {
  readonly viewerId: string | null;
  readonly isMember: boolean;
}
/** A position in a list sorted by time. */
export interface Place {
  readonly at: Date | null;
  readonly id: string | null;
}

type Viewer = { readonly viewerId: unknown; readonly isMember: unknown };
/** Maximum replies that come with a comment. */
export const firstReplies = 10;
const countedTo = 10_000;

const reported = (p: Viewer, id: RawBuilder<unknown>) =>
  sql`exists (select from community.reports where content_id = ${id} and reporter_id = ${p.viewerId}::uuid)`;
const common = (p: Viewer, c: RawBuilder<unknown>) => sql`
  ${c}.id, ${c}.kind, case when ${c}.is_gone then '' else ${c}.text end as text,
  case when not ${c}.is_gone then ${publicPersonSql(sql`${c}.author_id`)} end as author,
  ${c}.created_at as "createdAt", ${c}.edited_at as "editedAt", ${likesCountSql(c)} as "likesCount", ${c}.comments_count as "commentsCount",
  exists (select from community.likes where content_id = ${c}.id and person_id = ${p.viewerId}::uuid and is_on) as "likedByMe",
  ${reported(p, sql`${c}.id`)} as "reportedByMe", ${c}.moderation_status as "moderationStatus", ${c}.is_held as "isHeld",
  ${c}.removed_at as "removedAt", ${c}.removed_reason as "removedReason"`;
const commentColumns = (p: Viewer, c: RawBuilder<unknown>) => sql`
  ${common(p, c)}, ${c}.subject_kind as "subjectKind", ${c}.subject_id as "subjectId", ${c}.reply_to_id as "replyToId", ${c}.at_ms as "atMs",
  ${c}.is_waiting as "isWaiting", ${c}.is_gone as "isDeleted"`;
const uploadColumns = (p: Viewer, c: RawBuilder<unknown>) =>
  sql`${common(p, c)}, ${c}.audience, ${assetSql(sql`${c}.id`)} as asset`;
const uploadOf = (p: Viewer, id: RawBuilder<unknown>) => sql`(
  select row_to_json(u) from (
    select ${uploadColumns(p, sql`shown`)} from community.content as shown
    where shown.id = ${id} and ${isShown(p, sql`shown`)} and ${isOfItsAudience(p, sql`shown`)}
  ) as u)`;
const postColumns = (p: Viewer, c: RawBuilder<unknown>) =>
  sql`${common(p, c)}, ${c}.class_id as "classId", ${c}.style_slug as "styleSlug", ${c}.at_ms as "atMs", ${uploadOf(p, sql`${c}.video_upload_id`)} as "videoUpload"`;

/**
 * For an upload: the viewer is in its audience and it is processed. Authors also see their own during
 * processing.
 */
const isOfItsAudience = (p: Viewer, c: RawBuilder<unknown>) => sql`
  ${isOfAudienceSql(sql`${c}.audience`, { id: p.viewerId, isMember: p.isMember }, sql`${c}.author_id`)}
  and (${c}.author_id = ${p.viewerId}::uuid or ${isAvailableSql(sql`${c}.id`)})`;
/**
 * Not held, removed or waiting for approval. Exceptions: the viewer's own content, and comments that wait
 * for the viewer.
 */
const isShown = (p: Viewer, c: RawBuilder<unknown>) => sql`(
  ${c}.author_id = ${p.viewerId}::uuid or (
    not ${c}.is_held and ${c}.removed_at is null
    and (not ${c}.is_waiting or exists (select from community.content as owned where owned.id = ${c}.subject_id and owned.author_id = ${p.viewerId}::uuid))
  ))`;
/** For a comment: the viewer may see its subject. */
const isOfSeenSubject = (p: Viewer, c: RawBuilder<unknown>) => sql`(${c}.subject_kind = 'class' or exists (
  select from community.content as subject
  where subject.id = ${c}.subject_id and ${isShown(p, sql`subject`)} and not ${isBlockedSql(p.viewerId, sql`subject.author_id`)}
    and (subject.kind <> 'video_upload' or ${isOfItsAudience(p, sql`subject`)})))`;
/** Visible in lists: not reported by the viewer, and not by blocked or muted people. */
const isListed = (p: Viewer, c: RawBuilder<unknown>) => sql`
  ${isShown(p, c)} and not ${isUnseenSql(p.viewerId, sql`${c}.author_id`)} and not ${reported(p, sql`${c}.id`)}`;
const c = sql`content`;

const selectPost = statement<{ id: string } & Onlooker, PostRow>(
  "community.find_post",
  (p) => sql`
    select ${postColumns(p, c)} from community.content
    where id = ${p.id}::uuid and kind = 'post' and ${isShown(p, c)} and not ${isBlockedSql(p.viewerId, sql`author_id`)}`,
);
const selectUpload = statement<{ id: string } & Onlooker, UploadRow>(
  "community.find_upload",
  (p) => sql`
    select ${uploadColumns(p, c)} from community.content
    where id = ${p.id}::uuid and kind = 'video_upload' and ${isShown(p, c)} and ${isOfItsAudience(p, c)}
      and not ${isBlockedSql(p.viewerId, sql`author_id`)}`,
);
const selectUploader = statement<{ id: string }, { authorId: string }>(
  "community.find_uploader",
  (p) =>
    sql`select author_id as "authorId" from community.content where id = ${p.id}::uuid and kind = 'video_upload'`,
);
const repliesOf = (p: Viewer) => sql`
  coalesce((select json_agg(row_to_json(r)) from (
    select ${commentColumns(p, sql`reply`)} from community.content as reply
    where reply.reply_to_id = content.id and not reply.is_gone and ${isListed(p, sql`reply`)}
    order by reply.created_at, reply.id limit ${sql.lit(firstReplies)}
  ) as r), '[]') as replies`;
const selectComment = statement<{ id: string } & Onlooker, CommentRow>(
  "community.find_comment",
  (p) => sql`
    select ${commentColumns(p, c)}, ${repliesOf(p)} from community.content
    where id = ${p.id}::uuid and kind = 'comment' and ${isShown(p, c)} and not ${isBlockedSql(p.viewerId, sql`author_id`)}
      and ${isOfSeenSubject(p, c)}`,
);
const selectComments = statementByShape<
  { after: boolean; withReplies: boolean },
  { subjectId: string; first: number } & Onlooker & Place,
  CommentRow
>(
  "community.list_comments",
  ({ after, withReplies }, p) => sql`
    select ${commentColumns(p, c)} ${withReplies ? sql`, ${repliesOf(p)}` : sql``} from community.content
    where subject_id = ${p.subjectId}::uuid and kind = 'comment' and reply_to_id is null and (not is_gone or comments_count > 0)
      and ${isListed(p, c)} ${after ? sql`and (created_at, id) < (${p.at}::timestamptz, ${p.id}::uuid)` : sql``}
    order by created_at desc, id desc limit ${p.first}::int`,
);
const selectMoments = statement<{ subjectId: string; first: number } & Onlooker, CommentRow>(
  "community.list_comments_at_moments",
  (p) => sql`
    select ${commentColumns(p, c)} from community.content
    where subject_id = ${p.subjectId}::uuid and kind = 'comment' and reply_to_id is null and at_ms is not null and not is_gone
      and ${isListed(p, c)}
    order by created_at desc, id desc limit ${p.first}::int`,
);
const selectReplies = statementByShape<
  { after: boolean },
  { commentId: string; first: number } & Onlooker & Place,
  CommentRow
>(
  "community.list_replies",
  ({ after }, p) => sql`
    select ${commentColumns(p, c)} from community.content
    where reply_to_id = ${p.commentId}::uuid and not is_gone and ${isListed(p, c)}
      ${after ? sql`and (created_at, id) > (${p.at}::timestamptz, ${p.id}::uuid)` : sql``}
    order by created_at, id limit ${p.first}::int`,
);

/** Feeds: all posts, those of a style, of one person, or of followed people. */
export type Feed = "newest" | "style" | "person" | "following";
const selectPosts = statementByShape<
  { feed: Feed; after: boolean },
  { first: number; of: string | null } & Onlooker & Place,
  PostRow
>("community.list_posts", ({ feed, after }, p) => {
  const isLater = after ? sql`and (created_at, id) < (${p.at}::timestamptz, ${p.id}::uuid)` : sql``;
  // Reads the newest posts of the viewer and each followed person from the index. The cost depends on their
  // number, not on the number of posts. Only the posts on the page are read in full.
  if (feed === "following")
    return sql`
      select ${postColumns(p, c)}
      from (
        select newest.id
        from (select person_id from ${followedSql(p.viewerId)} as followed union select ${p.viewerId}::uuid) as whose
        cross join lateral (
          select id, created_at from community.content
          where author_id = whose.person_id and kind = 'post' and ${isListed(p, c)} ${isLater}
          order by created_at desc, id desc limit ${p.first}::int
        ) as newest
        order by newest.created_at desc, newest.id desc limit ${p.first}::int
      ) as picked join community.content using (id)
      order by created_at desc, id desc`;
  const which =
    feed === "style"
      ? sql`and style_slug = ${p.of}`
      : feed === "person"
        ? sql`and author_id = ${p.of}::uuid`
        : sql``;
  return sql`
    select ${postColumns(p, c)} from community.content
    where kind = 'post' ${which} and ${isListed(p, c)} ${isLater}
    order by created_at desc, id desc limit ${p.first}::int`;
});

const selectUploads = statementByShape<
  { after: boolean },
  { personId: string; first: number } & Onlooker & Place,
  UploadRow
>(
  "community.list_uploads",
  ({ after }, p) => sql`
    select ${uploadColumns(p, c)} from community.content
    where author_id = ${p.personId}::uuid and kind = 'video_upload' and ${isListed(p, c)} and ${isOfItsAudience(p, c)}
      ${after ? sql`and (created_at, id) < (${p.at}::timestamptz, ${p.id}::uuid)` : sql``}
    order by created_at desc, id desc limit ${p.first}::int`,
);
const countUploads = statement<{ personId: string } & Onlooker, { total: number }>(
  "community.count_uploads",
  (p) => sql`
    select count(*) as total from (
      select from community.content
      where author_id = ${p.personId}::uuid and kind = 'video_upload' and ${isListed(p, c)} and ${isOfItsAudience(p, c)}
      limit ${sql.lit(countedTo)}) as counted`,
);
const countComments = statement<{ subjectIds: readonly string[] }, { id: string; total: number }>(
  "community.count_comments",
  (p) => sql`
    select asked.id, (select count(*) from (
      select from community.content where subject_id = asked.id and is_counted limit ${sql.lit(countedTo)}) as counted) as total
    from unnest(${p.subjectIds}::uuid[]) as asked (id)`,
);
const selectLikes = statement<{ personIds: readonly string[] }, { id: string; total: number }>(
  "community.list_likes_received",
  (p) => sql`
    select person_id as id, ${likesReceivedSql} as total from community.standing where person_id = any(${p.personIds}::uuid[])`,
);
const selectRevisions = statement<{ id: string }, { text: string; replacedAt: Date }>(
  "community.list_revisions",
  (p) => sql`
    select text, replaced_at as "replacedAt" from community.revisions
    where content_id = ${p.id}::uuid order by replaced_at desc limit 100`,
);

const shape = (page: Place) => ({ after: page.id !== null });

/**
 * Posts, comments and uploads by direct link: includes those that the viewer reported, or by people they
 * muted.
 */
export const findPost = (db: Db, id: string, viewer: Onlooker): Promise<PostRow | null> =>
  db.maybe(selectPost, { id, ...viewer });
export const findUpload = (db: Db, id: string, viewer: Onlooker): Promise<UploadRow | null> =>
  db.maybe(selectUpload, { id, ...viewer });
/** The author of an upload, visible or not. */
export const findUploader = async (db: Db, id: string): Promise<string | null> =>
  (await db.maybe(selectUploader, { id }))?.authorId ?? null;
/** With its first replies. */
export const findComment = (db: Db, id: string, viewer: Onlooker): Promise<CommentRow | null> =>
  db.maybe(selectComment, { id, ...viewer });
/** Newest first. */
export const listComments = (
  db: Db,
  page: { subjectId: string; first: number; withReplies: boolean } & Onlooker & Place,
): Promise<CommentRow[]> => db.many(selectComments({ ...shape(page), withReplies: page.withReplies }), page);
/** Those that name a moment, the newest first. */
export const listCommentsAtMoments = (
  db: Db,
  of: { subjectId: string; first: number } & Onlooker,
): Promise<CommentRow[]> => db.many(selectMoments, of);
/** Oldest first. */
export const listReplies = (
  db: Db,
  page: { commentId: string; first: number } & Onlooker & Place,
): Promise<CommentRow[]> => db.many(selectReplies(shape(page)), page);
/** Newest first. @param page.of the style's slug or the person's id */
export const listPosts = (
  db: Db,
  page: { feed: Feed; first: number; of: string | null } & Onlooker & Place,
): Promise<PostRow[]> => db.many(selectPosts({ feed: page.feed, ...shape(page) }), page);
/** Newest first. */
export const listUploads = (
  db: Db,
  page: { personId: string; first: number } & Onlooker & Place,
): Promise<UploadRow[]> => db.many(selectUploads(shape(page)), page);
/** Counts up to 10,000. */
export const countUploadsOf = async (db: Db, personId: string, viewer: Onlooker): Promise<number> =>
  (await db.one(countUploads, { personId, ...viewer })).total;
/** Number of comments on classes; counts up to 10,000. */
export const listCommentCounts = (
  db: Db,
  subjectIds: readonly string[],
): Promise<{ id: string; total: number }[]> => db.many(countComments, { subjectIds });
/** Number of likes that people have received. */
export const listLikesReceived = (
  db: Db,
  personIds: readonly string[],
): Promise<{ id: string; total: number }[]> => db.many(selectLikes, { personIds });
/** Earlier versions of a text, latest first. */
export const listRevisions = (db: Db, id: string): Promise<{ text: string; replacedAt: Date }[]> =>
  db.many(selectRevisions, { id });
