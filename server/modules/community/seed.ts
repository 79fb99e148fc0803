import { randomUUID } from "node:crypto";
import type { Tx } from "../../ctx.ts";
import { createAsset } from "../media/index.ts";
import { hidesFrom } from "./limits.ts";
import { openCase, reportCase, saveReport } from "./moderation/store-cases.ts";
import type { ReportReason } from "./moderation/store-cases.ts";
import { insertContent, lockModerationSettings, saveLike } from "./store-writing.ts";
import type { NewContent } from "./store-writing.ts";
import { readText } from "./text.ts";

/** A text with its time and replies. */
export interface SeededText {
  readonly authorId: string;
  readonly text: string;
  readonly at: Date;
  readonly atMs?: number;
  readonly likedBy?: readonly string[];
  readonly replies?: readonly SeededText[];
  /** Reports with reporter and reason. */
  readonly reports?: readonly {
    readonly reporterId: string;
    readonly reason: ReportReason;
    readonly details?: string;
    readonly at: Date;
  }[];
  /** Held as spam: visible only to its author until it is moderated. */
  readonly isHeld?: boolean;
}
export interface SeededPost extends SeededText {
  readonly classId?: string | null;
  /** Timestamp in the class, milliseconds. */
  readonly atMs?: number;
  /** The author's own video, whose asset the caller transcodes later, and its comments. */
  readonly video?: { readonly id: string; readonly text: string; readonly comments: readonly SeededText[] };
  readonly styleSlug?: string | null;
}

/** Seeds an empty community with posts and comments. Sends no notifications. */
export async function seedCommunity(
  tx: Tx,
  seeds: {
    readonly posts: readonly SeededPost[];
    readonly discussions: readonly { readonly classId: string; readonly comments: readonly SeededText[] }[];
  },
): Promise<void> {
  for (const post of seeds.posts) {
    const { classId = null, styleSlug = null, video } = post;
    if (video) {
      await createAsset(tx, { id: video.id, ownerKind: "upload", ownerId: post.authorId });
      await insertText(
        tx,
        { authorId: post.authorId, text: video.text, at: post.at },
        { id: video.id, kind: "video_upload" },
      );
      for (const comment of video.comments)
        await insertThread(tx, comment, { subjectKind: "video_upload", subjectId: video.id });
    }
    const id = await insertText(tx, post, {
      kind: "post",
      classId,
      styleSlug,
      videoUploadId: video?.id ?? null,
    });
    for (const comment of post.replies ?? [])
      await insertThread(tx, comment, { subjectKind: "post", subjectId: id });
  }
  for (const { classId, comments } of seeds.discussions)
    for (const comment of comments)
      await insertThread(tx, comment, { subjectKind: "class", subjectId: classId });
}

type About = Pick<NewContent, "subjectKind" | "subjectId">;

async function insertThread(tx: Tx, seeded: SeededText, about: About): Promise<void> {
  const id = await insertText(tx, seeded, { kind: "comment", ...about });
  for (const reply of seeded.replies ?? [])
    await insertText(tx, reply, { kind: "comment", ...about, replyToId: id });
}

async function insertText(
  tx: Tx,
  seeded: SeededText,
  more: Partial<NewContent> & Pick<NewContent, "kind">,
): Promise<string> {
  const { id = randomUUID() } = more;
  // Seeded authors don't count as newcomers.
  const since = new Date(seeded.at.getTime() - 60 * 24 * 60 * 60 * 1000);
  for (const personId of new Set([seeded.authorId, ...(seeded.likedBy ?? [])]))
    await lockModerationSettings(tx.db, personId, since);
  const { text, links, fingerprint } = readText(seeded.text, 5000);
  await insertContent(tx.db, {
    authorId: seeded.authorId,
    text,
    links,
    fingerprint,
    now: seeded.at,
    videoUploadId: null,
    classId: null,
    styleSlug: null,
    subjectKind: null,
    subjectId: null,
    replyToId: null,
    atMs: seeded.atMs ?? null,
    isWaiting: false,
    audience: "everyone",
    isHeld: seeded.isHeld ?? false,
    idempotencyKey: null,
    ...more,
    id,
  });
  for (const personId of seeded.likedBy ?? [])
    await saveLike(tx.db, { id, personId, authorId: seeded.authorId, isOn: true, now: seeded.at });
  const thing = { contentType: more.kind, contentId: id, personId: seeded.authorId };
  if (seeded.isHeld) await openCase(tx.db, { ...thing, cause: "spam", now: seeded.at });
  for (const { at, reporterId, reason, details = null } of seeded.reports ?? []) {
    const { contentType, contentId } = thing;
    await saveReport(tx.db, {
      contentType,
      contentId,
      reporterId,
      reason,
      details,
      isMembers: true,
      now: at,
    });
    await reportCase(tx.db, { ...thing, now: at, hidesFrom });
  }
  return id;
}
