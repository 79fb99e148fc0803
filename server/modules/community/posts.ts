import { paths } from "../../../contract/urls.ts";
import type { Ctx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { currentSlug, findClass, heldSlug, mergedInto } from "../catalog/index.ts";
import { personOfUsername, requireViewer } from "../identity/index.ts";
import { postCreated } from "./events.ts";
import { notifyTopic } from "./topics.ts";
import { pageByTime } from "./pages.ts";
import type { Page, PageRequest } from "./pages.ts";
import { onlookerOf, requireAuthor, uuidOf } from "./people.ts";
import { deleteContent, lockContent, moveSomeStylePosts } from "./store-writing.ts";
import { findPost, listPosts, listRevisions } from "./store.ts";
import type { Feed, PostRow } from "./store.ts";
import { changeText, checkMoment, lockOwn, say } from "./writing.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";

export type { PostRow } from "./store.ts";

/** A post; null if the viewer may not see it. */
export async function post(ctx: Ctx, id: string): Promise<PostRow | null> {
  const found = uuidOf(id);
  return found ? findPost(ctx.db, found, onlookerOf(ctx)) : null;
}

/** Posts by followed people, by style, or by one person; all posts if empty. */
export interface PostFilter {
  readonly following?: boolean | null | undefined;
  readonly style?: string | null | undefined;
  readonly username?: string | null | undefined;
}

/** Posts, newest first. @throws BadInput; Unauthenticated for the feed of followed people */
export async function pageOfPosts(
  ctx: Ctx,
  filter: PostFilter,
  request: PageRequest | null | undefined,
): Promise<Page<PostRow>> {
  const { following, style, username } = filter;
  const given = [following, style, username].filter(Boolean);
  if (given.length > 1)
    throw new BadInput("filter", inEnglish("Use only one of following, style, and username."));
  let feed: Feed = "newest";
  let of: string | null = null;
  if (following) {
    requireViewer(ctx);
    feed = "following";
  } else if (style) {
    feed = "style";
    of = await currentSlug(ctx, "style", style.replaceAll("\u0000", ""));
  } else if (username) {
    feed = "person";
    of = (await personOfUsername(ctx, username))?.id ?? null;
    if (!of) return { items: [], nextCursor: null };
  }
  return pageByTime(request, (page) => listPosts(ctx.db, { ...page, feed, of, ...onlookerOf(ctx) }));
}

export interface NewPost {
  readonly text: string;
  readonly videoUploadId?: string | null | undefined;
  readonly classId?: string | null | undefined;
  /** Timestamp in the class, milliseconds. */
  readonly atMs?: number | null | undefined;
  readonly style?: string | null | undefined;
  readonly idempotencyKey: string;
}

/**
 * Creates a post; idempotent per key.
 * @throws as `say`; NotFound for an unknown class, or an upload that isn't the viewer's
 */
export async function createPost(ctx: Ctx, given: NewPost): Promise<PostRow> {
  const { accountId } = requireAuthor(ctx);
  const atMs = given.classId ? checkMoment(given.atMs) : null;
  const found = given.classId ? await findClass(ctx, given.classId, "plain") : null;
  if (given.classId && !found) throw new NotFound("class");
  const id = await say(
    ctx,
    { kind: "post", text: given.text, idempotencyKey: given.idempotencyKey },
    async (tx) => {
      const upload = given.videoUploadId
        ? await lockOwn(tx, uuidOf(given.videoUploadId), "video_upload", accountId)
        : null;
      const style = found?.styleSlug ?? given.style;
      return {
        videoUploadId: upload?.id ?? null,
        classId: found?.id ?? null,
        atMs,
        styleSlug: style ? await heldSlug(tx, "style", style) : null,
      };
    },
    (tx, content, mentionedIds) =>
      tx.publish(postCreated, {
        postId: content.id,
        authorId: accountId,
        path: paths.post(content.id),
        mentionedIds: [...mentionedIds],
      }),
  );
  return readOwn(ctx, id);
}

async function readOwn(ctx: Ctx, id: string): Promise<PostRow> {
  const row = await findPost(ctx.db, id, onlookerOf(ctx));
  if (!row) throw new NotFound("post");
  return row;
}

/** Edits the viewer's own post. @throws NotFound, and as `say` */
export async function editPost(ctx: Ctx, id: string, text: string): Promise<PostRow> {
  return readOwn(ctx, await changeText(ctx, uuidOf(id), "post", text));
}

/**
 * Deletes the viewer's own post with its comments. Idempotent. Another person's post isn't deleted and
 * returns false, so that ids can't be probed.
 * @returns whether there was one to delete
 */
export async function deletePost(ctx: Ctx, id: string): Promise<boolean> {
  const { accountId } = requireAuthor(ctx);
  return ctx.transact(async (tx) => {
    const found = uuidOf(id);
    const content = found ? await lockContent(tx.db, found) : null;
    if (content?.kind !== "post" || content.authorId !== accountId) return false;
    await deleteContent(tx.db, content.id);
    notifyTopic(tx, content);
    return true;
  });
}

/** Earlier versions of a text, for viewers who may read it. */
export function revisionsOf(ctx: Ctx, content: { id: string; editedAt: Date | string | null }) {
  return content.editedAt ? listRevisions(ctx.db, content.id) : [];
}

/** Moves the posts of a style that was merged into another one, in batches. Idempotent. */
export async function moveStylePosts(ctx: Ctx, from: string): Promise<void> {
  // Read now: it may have been merged further, and a style of the old name may be there again.
  const into = await mergedInto(ctx, "style", from);
  if (into === null) return;
  // oxlint-disable-next-line no-await-in-loop -- Each batch locks its rows for a moment only.
  while ((await ctx.transact((tx) => moveSomeStylePosts(tx.db, { from, into }))) > 0);
}
