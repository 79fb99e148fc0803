import type { Ctx, Tx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { findClass, findInstructorClass } from "../../catalog/index.ts";
import { profileLoader } from "../../profiles/index.ts";
import { commentCreated, replyCreated } from "../events.ts";
import { pageByTime } from "../pages.ts";
import type { Page, PageRequest } from "../pages.ts";
import { onlookerOf, requireAuthor, uuidOf } from "../people.ts";
import { pathOfContent } from "../paths.ts";
import {
  deleteContent,
  emptyContent,
  findModerationSettings,
  lockContent,
  saveApproved,
} from "../store-writing.ts";
import type { NewContent } from "../store-writing.ts";
import {
  findComment,
  findPost,
  findUpload,
  firstReplies,
  listCommentCounts,
  listComments,
  listCommentsAtMoments,
  listReplies,
} from "../store.ts";
import type { CommentRow, SubjectKind } from "../store.ts";
import { containsWord } from "../text.ts";
import { notifyTopic } from "../topics.ts";
import { changeText, checkMoment, say } from "../writing.ts";
import type { Judged } from "../writing.ts";

export type { CommentRow } from "../store.ts";

/** A comment with its first replies; null if the viewer may not see it. */
export async function comment(ctx: Ctx, id: string): Promise<CommentRow | null> {
  const found = uuidOf(id);
  return found ? findComment(ctx.db, found, onlookerOf(ctx)) : null;
}

/** Comments on a post, a video or a class, newest first, each with its first replies. */
export function pageOfComments(
  ctx: Ctx,
  subjectId: string,
  request: PageRequest | null | undefined,
  withReplies: boolean,
): Promise<Page<CommentRow>> {
  return pageByTime(request, (page) =>
    listComments(ctx.db, { ...page, subjectId, withReplies, ...onlookerOf(ctx) }),
  );
}

/** Replies to a comment, oldest first. */
export function pageOfReplies(
  ctx: Ctx,
  commentId: string,
  request: PageRequest | null | undefined,
): Promise<Page<CommentRow>> {
  return pageByTime(request, (page) => listReplies(ctx.db, { ...page, commentId, ...onlookerOf(ctx) }));
}

const maxAtMoments = 200;

/**
 * The newest comments on a class that name a moment, in its order, for its instructor and editors.
 * @throws NotFound for everyone else, Unauthenticated
 */
export async function commentsAtMoments(ctx: Ctx, classId: string): Promise<CommentRow[]> {
  const found = await findInstructorClass(ctx, classId);
  const newest = await listCommentsAtMoments(ctx.db, {
    subjectId: found.id,
    first: maxAtMoments,
    ...onlookerOf(ctx),
  });
  return newest.toSorted((a, b) => a.atMs! - b.atMs!);
}

/** First replies to a comment: those joined to the row, or fetched. */
export async function firstRepliesOf(ctx: Ctx, row: CommentRow): Promise<readonly CommentRow[]> {
  if (row.replies || row.replyToId) return row.replies ?? [];
  return listReplies(ctx.db, {
    commentId: row.id,
    first: firstReplies,
    at: null,
    id: null,
    ...onlookerOf(ctx),
  });
}

/** Number of comments on classes; counts up to 10,000. */
export const commentCountLoader = defineLoader<string, number>(async (ctx, subjectIds) => {
  const rows = await listCommentCounts(ctx.db, subjectIds);
  return new Map(rows.map(({ id, total }) => [id, total]));
});

export interface NewComment {
  readonly replyToId?: string | null | undefined;
  readonly text: string;
  /** Timestamp in the video, milliseconds. */
  readonly atMs?: number | null | undefined;
  readonly idempotencyKey: string;
}
interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
  /** Null for a class. */
  readonly ownerId: string | null;
}

/**
 * Creates a comment or a reply on a post; idempotent per key.
 * @throws as `say`; NotFound if the viewer may not see the post
 */
export async function commentOnPost(ctx: Ctx, postId: string, given: NewComment): Promise<CommentRow> {
  requireAuthor(ctx);
  const id = uuidOf(postId);
  const found = id ? await findPost(ctx.db, id, onlookerOf(ctx)) : null;
  if (!found) throw new NotFound("post");
  return commentOn(ctx, { kind: "post", id: found.id, ownerId: found.author?.id ?? null }, given);
}

/**
 * Creates a comment or a reply on a video; idempotent per key.
 * @throws as `say`; NotFound if the viewer may not see the video
 */
export async function commentOnUpload(ctx: Ctx, uploadId: string, given: NewComment): Promise<CommentRow> {
  requireAuthor(ctx);
  const id = uuidOf(uploadId);
  const found = id ? await findUpload(ctx.db, id, onlookerOf(ctx)) : null;
  if (!found) throw new NotFound("video_upload");
  return commentOn(ctx, { kind: "video_upload", id: found.id, ownerId: found.author?.id ?? null }, given);
}

/** Creates a comment or a reply on a class; idempotent per key. @param classId its id or slug */
export async function commentOnClass(ctx: Ctx, classId: string, given: NewComment): Promise<CommentRow> {
  requireAuthor(ctx);
  const found = await findClass(ctx, classId, "plain");
  if (!found) throw new NotFound("class");
  return commentOn(ctx, { kind: "class", id: found.id, ownerId: null }, given);
}

async function commentOn(ctx: Ctx, subject: Subject, given: NewComment): Promise<CommentRow> {
  const { accountId } = requireAuthor(ctx);
  const atMs = checkMoment(given.atMs);
  let repliedToId: string | null = null;
  const draft = async (tx: Tx, { reading }: Judged) => {
    let replyToId: string | null = null;
    if (given.replyToId) {
      const answered = await lockContent(tx.db, uuidOf(given.replyToId) ?? subject.id);
      const isSeen =
        answered?.kind === "comment" &&
        answered.subjectId === subject.id &&
        !answered.isDeleted &&
        !answered.isHeld &&
        !answered.removedAt;
      if (!isSeen) throw new NotFound("comment");
      if (await isBlockedEitherWay(ctx, answered.authorId)) throw new NotFound("comment");
      repliedToId = answered.authorId;
      // One level of replies: a reply to a reply becomes its sibling.
      replyToId = answered.replyToId ?? answered.id;
    }
    return {
      subjectKind: subject.kind,
      subjectId: subject.id,
      replyToId,
      atMs,
      isWaiting: await mustWait(ctx, tx, subject.ownerId, reading.text),
    };
  };
  const id = await say(
    ctx,
    { kind: "comment", text: given.text, idempotencyKey: given.idempotencyKey },
    draft,
    (tx, content, mentionedIds) => publishComment(tx, content, subject.ownerId, repliedToId, mentionedIds),
  );
  const row = await findComment(ctx.db, id, { viewerId: accountId, isMember: true });
  if (!row) throw new NotFound("comment");
  return row;
}

async function isBlockedEitherWay(ctx: Ctx, personId: string): Promise<boolean> {
  if (personId === ctx.viewer?.accountId) return false;
  const profile = await profileLoader(ctx).load(personId);
  return profile !== null && (profile.isBlocked || profile.hasBlocked);
}

/** Whether the owner of a post must approve a comment before others see it. */
async function mustWait(ctx: Ctx, tx: Tx, ownerId: string | null, text: string): Promise<boolean> {
  if (!ownerId || ownerId === ctx.viewer?.accountId) return false;
  const commentSettings = await findModerationSettings(tx.db, ownerId);
  if (!commentSettings) return false;
  if (containsWord(text, commentSettings.watchedWords) || commentSettings.approves === "everyone")
    return true;
  if (commentSettings.approves === "nobody") return false;
  const profile = await profileLoader(ctx).load(ownerId);
  return !(profile?.isFollowed ?? false);
}

async function publishComment(
  tx: Tx,
  content: Pick<NewContent, "id" | "kind" | "authorId" | "subjectKind" | "subjectId">,
  ownerId: string | null,
  repliedToId: string | null,
  mentionedIds: readonly string[],
): Promise<void> {
  const event = {
    commentId: content.id,
    authorId: content.authorId,
    path: pathOfContent(content),
  };
  const notified = new Set([repliedToId ?? ownerId, content.authorId]);
  const mentioned = { mentionedIds: mentionedIds.filter((id) => !notified.has(id)) };
  if (repliedToId) await tx.publish(replyCreated, { ...event, ...mentioned, repliedToId });
  else await tx.publish(commentCreated, { ...event, ...mentioned, ownerId });
}

/** Edits the viewer's own comment. @throws NotFound, and as `say` */
export async function editComment(ctx: Ctx, id: string, text: string): Promise<CommentRow> {
  const row = await findComment(ctx.db, await changeText(ctx, uuidOf(id), "comment", text), onlookerOf(ctx));
  if (!row) throw new NotFound("comment");
  return row;
}

/**
 * Deletes a comment: the viewer's own, or one on their own post. Its replies and its placeholder stay.
 * Idempotent. Another person's comment isn't deleted and returns false, so that ids can't be probed.
 * @returns whether there was one to delete
 */
export async function deleteComment(ctx: Ctx, id: string): Promise<boolean> {
  const { accountId } = requireAuthor(ctx);
  return ctx.transact(async (tx) => {
    const found = uuidOf(id);
    const content = found ? await lockContent(tx.db, found) : null;
    if (content?.kind !== "comment" || ![content.authorId, content.ownerId].includes(accountId)) return false;
    if (content.repliesCount > 0) await emptyContent(tx.db, content.id);
    else await deleteContent(tx.db, content.id);
    notifyTopic(tx, content);
    return true;
  });
}

/** Approves a comment on the viewer's post or video. @throws NotFound */
export async function approveComment(ctx: Ctx, id: string): Promise<CommentRow> {
  const { accountId } = requireAuthor(ctx);
  const found = uuidOf(id);
  await ctx.transact(async (tx) => {
    const content = found ? await lockContent(tx.db, found) : null;
    if (content?.kind !== "comment" || content.ownerId !== accountId) throw new NotFound("comment");
    if (!(await saveApproved(tx.db, content.id)) || content.isHeld) return;
    notifyTopic(tx, content);
    const answered = content.replyToId ? await lockContent(tx.db, content.replyToId) : null;
    await publishComment(tx, content, accountId, answered?.authorId ?? null, []);
  });
  const row = found ? await findComment(ctx.db, found, onlookerOf(ctx)) : null;
  if (!row) throw new NotFound("comment");
  return row;
}
