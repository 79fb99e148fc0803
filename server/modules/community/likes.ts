import type { Ctx, Tx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { liked } from "./events.ts";
import { comment } from "./comments/comments.ts";
import { pathOfContent } from "./paths.ts";
import { checkPause, requireAuthor, uuidOf } from "./people.ts";
import { post } from "./posts.ts";
import { notifyTopic } from "./topics.ts";
import {
  createModerationSettings,
  findLikesCount,
  lockModerationSettings,
  saveLike,
  saveParted,
} from "./store-writing.ts";
import type { CommentRow, ContentKind, PostRow, UploadRow } from "./store.ts";
import { upload } from "./uploads/uploads.ts";
import { msg } from "../../platform/i18n/messages.ts";

/** A post, a comment or an upload that is visible to the viewer. @throws NotFound, BadInput */
export async function findContent(
  ctx: Ctx,
  kind: ContentKind,
  id: string,
): Promise<PostRow | CommentRow | UploadRow> {
  const found = await { post, comment, video_upload: upload }[kind](ctx, id);
  if (!found?.author) throw new NotFound(kind);
  return found;
}

/** Adds or removes the viewer's like. @returns the number of likes. @throws NotFound, RegistrationRequired */
export async function setLike(
  ctx: Ctx,
  contentType: ContentKind | "user",
  id: string,
  isOn: boolean,
): Promise<number> {
  const { accountId: personId } = requireAuthor(ctx);
  if (contentType === "user")
    throw new BadInput("contentType", msg("You can’t like a person. Follow them instead."));
  const content = await findContent(ctx, contentType, id);
  const contentId = uuidOf(id)!;
  const authorId = content.author!.id;
  return ctx.transact(async (tx) => {
    const now = tx.clock.now();
    // Only the liker's row: a popular author's likes would otherwise wait for each other, and for what the author writes.
    checkPause(await lockModerationSettings(tx.db, personId, now), now);
    // Likes are added up on the author's row. Two people who like each other's content may deadlock here: `transact` tries again (40P01).
    if (authorId !== personId) await createModerationSettings(tx.db, authorId, now);
    const saved = await saveLike(tx.db, { id: contentId, personId, authorId, isOn, now });
    // One of the two has blocked the other since the content was found.
    if (isOn && !saved) throw new NotFound(contentType);
    if (saved?.isFirst && authorId !== personId) {
      const path = pathOfContent(content);
      await tx.publish(liked, { contentType, contentId, personId, authorId, path });
    }
    notifyTopic(tx, { id: contentId, subjectId: "subjectId" in content ? content.subjectId : null });
    return findLikesCount(tx.db, contentId);
  });
}

/** Removes the likes between two people, one of whom blocked the other. */
export async function partLikes(tx: Tx, personId: string, otherId: string): Promise<void> {
  await saveParted(tx.db, [personId, otherId].sort() as [string, string], tx.clock.now());
}
