import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../ctx.ts";
import { isUniqueViolation } from "../../platform/db.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { listPersonsNamed } from "../identity/index.ts";
import { IdempotencyKeyReused } from "./errors.ts";
import { checkPace, isNewcomer, maxRepeated } from "./limits.ts";
import { openCase } from "./moderation/store-cases.ts";
import { checkPause, requireAuthor } from "./people.ts";
import {
  findKeyed,
  findLastHour,
  insertContent,
  lockContent,
  lockModerationSettings,
  saveMentions,
  saveText,
} from "./store-writing.ts";
import type { HeldContent, NewContent, ModerationSettings } from "./store-writing.ts";
import type { ContentKind } from "./store.ts";
import { readText, readingOf } from "./text.ts";
import type { Reading } from "./text.ts";
import { notifyTopic } from "./topics.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";

const hourMs = 60 * 60 * 1000;
/** Maximum characters of a text, by kind of content. */
export const longest: Record<ContentKind, number> = { post: 5000, comment: 2000, video_upload: 500 };

/** Latest timestamp that a text may point to in a class or video, in milliseconds. */
const maxMomentMs = 4 * 60 * 60 * 1000;

/** Validates an optional timestamp in a video. @throws BadInput */
export function checkMoment(atMs: number | null | undefined): number | null {
  if (atMs != null && (atMs < 0 || atMs > maxMomentMs))
    throw new BadInput("atMs", inEnglish("Must be milliseconds from the start of the video."));
  return atMs ?? null;
}

/** A validated text, its author's moderation settings, and whether it is held because it was repeated. */
export interface Judged {
  readonly reading: Reading;
  readonly moderationSettings: ModerationSettings;
  readonly isHeld: boolean;
}

/** Fields that a new post or comment adds to the text. */
export type Draft = Partial<
  Pick<
    NewContent,
    | "videoUploadId"
    | "classId"
    | "styleSlug"
    | "subjectKind"
    | "subjectId"
    | "replyToId"
    | "atMs"
    | "isWaiting"
  >
>;

/**
 * Creates content once per key; a repeated key returns the earlier content.
 * @param draft reads the subject in the same transaction; throws if it can't be commented on
 * @param onPublished publishes the event; not called for held content
 * @returns its id
 * @throws BadInput, PanRejected, PostLimit, LinkLimit, CommunityPaused, IdempotencyKeyReused,
 * RegistrationRequired, Forbidden
 */
export async function say(
  ctx: Ctx,
  input: { kind: "post" | "comment"; text: string; idempotencyKey: string },
  draft: (tx: Tx, judged: Judged) => Promise<Draft>,
  onPublished: (tx: Tx, content: NewContent, mentionedIds: readonly string[]) => Promise<void>,
): Promise<string> {
  const { accountId: authorId } = requireAuthor(ctx);
  const { kind, idempotencyKey } = input;
  if (!/^[\x21-\x7e]{1,100}$/.test(idempotencyKey))
    throw new BadInput("idempotencyKey", inEnglish("Must be 1 to 100 letters, digits, or symbols."));
  const reading = readText(input.text, longest[kind]);
  const once = async () => {
    const before = await findKeyed(ctx.db, authorId, idempotencyKey);
    if (before && (before.kind !== kind || before.text !== reading.text)) throw new IdempotencyKeyReused();
    return before?.id ?? null;
  };
  const before = await once();
  if (before) return before;
  try {
    return await ctx.transact(async (tx) => {
      const now = tx.clock.now();
      const moderationSettings = await lockModerationSettings(tx.db, authorId, now);
      checkPause(moderationSettings, now);
      const isNew = isNewcomer(moderationSettings.since, now);
      const { repeated, ...lastHour } = await findLastHour(tx.db, {
        personId: authorId,
        since: new Date(now.getTime() - hourMs),
        dayAgo: new Date(now.getTime() - 24 * hourMs),
        fingerprint: reading.fingerprint,
      });
      checkPace(lastHour, { kind, links: reading.links }, isNew);
      const isHeld = repeated >= maxRepeated && reading.text.length > 20;
      const content: NewContent = {
        id: randomUUID(),
        kind,
        authorId,
        now,
        text: reading.text,
        links: reading.links,
        fingerprint: reading.fingerprint,
        videoUploadId: null,
        classId: null,
        styleSlug: null,
        subjectKind: null,
        subjectId: null,
        replyToId: null,
        atMs: null,
        isWaiting: false,
        audience: "everyone",
        isHeld,
        idempotencyKey,
        ...(await draft(tx, { reading, moderationSettings, isHeld })),
      };
      await insertContent(tx.db, content);
      if (isHeld)
        await openCase(tx.db, {
          contentType: kind,
          contentId: content.id,
          personId: authorId,
          cause: "spam",
          now,
        });
      const mentionedIds = await saveMentionedPeople(tx, content.id, authorId, reading.names);
      notifyTopic(tx, content);
      if (!content.isHeld && !content.isWaiting) await onPublished(tx, content, mentionedIds);
      return content.id;
    });
  } catch (error) {
    // Unique violation: a concurrent request with the same key was first.
    if (!isUniqueViolation(error)) throw error;
    const other = await once();
    if (!other) throw error;
    return other;
  }
}

async function saveMentionedPeople(
  tx: Tx,
  contentId: string,
  authorId: string,
  names: readonly string[],
): Promise<string[]> {
  const named = names.length > 0 ? await listPersonsNamed(tx.db, names) : [];
  const personIds = named.map(({ id }) => id).filter((id) => id !== authorId);
  return saveMentions(tx.db, { contentId, personIds, authorId });
}

/** The viewer's own content, locked until the transaction ends. @throws NotFound also for another person's */
export async function lockOwn(
  tx: Tx,
  id: string | null,
  kind: ContentKind,
  ownerId: string,
): Promise<HeldContent> {
  const content = id ? await lockContent(tx.db, id) : null;
  if (
    !content ||
    content.kind !== kind ||
    content.authorId !== ownerId ||
    content.isDeleted ||
    content.removedAt
  )
    throw new NotFound(kind);
  return content;
}

/** Edits a text and keeps the earlier version. An unchanged text is a no-op. */
export async function changeText(
  ctx: Ctx,
  id: string | null,
  kind: "post" | "comment",
  text: string,
): Promise<string> {
  const { accountId } = requireAuthor(ctx);
  const reading = readText(text, longest[kind]);
  return ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const moderationSettings = await lockModerationSettings(tx.db, accountId, now);
    checkPause(moderationSettings, now);
    const content = await lockOwn(tx, id, kind, accountId);
    if (content.text === reading.text) return content.id;
    const { repeated, ...lastHour } = await findLastHour(tx.db, {
      personId: accountId,
      since: new Date(now.getTime() - hourMs),
      dayAgo: new Date(now.getTime() - 24 * hourMs),
      fingerprint: reading.fingerprint,
    });
    const before = readingOf(content.text);
    if (reading.links > before.links)
      checkPace(
        { ...lastHour, posts: 0, comments: 0 },
        { kind, links: reading.links - before.links },
        isNewcomer(moderationSettings.since, now),
      );
    const isHeld = repeated >= maxRepeated && reading.text.length > 20;
    await saveText(tx.db, { ...reading, id: content.id, now, isHeld });
    if (isHeld)
      await openCase(tx.db, {
        contentType: kind,
        contentId: content.id,
        personId: accountId,
        cause: "spam",
        now,
      });
    await saveMentionedPeople(tx, content.id, accountId, reading.names);
    notifyTopic(tx, content);
    return content.id;
  });
}
