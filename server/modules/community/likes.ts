import type { Ctx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { liked } from "./events.ts";
import { comment } from "./comments.ts";
import { stir } from "./live.ts";
import { checkPause, requireAuthor, uuidOf } from "./people.ts";
import { pathOfPost, post } from "./posts.ts";
import { findLikesCount, lockStanding, saveLike } from "./store-writing.ts";
import type { CommentRow, ContentKind, ContentRow } from "./store.ts";
import { pathOfUpload, upload } from "./uploads.ts";

/** A post, a comment or an upload that the viewer may see. @throws NotFound, BadInput */
export async function findContent(ctx: Ctx, kind: ContentKind, id: string): Promise<ContentRow> {
  const found = await { post, comment, video_upload: upload }[kind](ctx, id);
  if (!found?.author) throw new NotFound(kind);
  return found;
}

/** Likes something, or no longer. @returns how many like it. @throws NotFound, RegistrationRequired */
export async function setLike(
  ctx: Ctx,
  contentType: ContentKind | "user",
  id: string,
  isOn: boolean,
): Promise<number> {
  const { accountId: personId } = requireAuthor(ctx);
  if (contentType === "user") throw new BadInput("contentType", "People are followed, not liked.");
  const content = await findContent(ctx, contentType, id);
  const contentId = uuidOf(id)!;
  const authorId = content.author!.id;
  return ctx.transact(async (tx) => {
    const now = tx.clock.now();
    // Both rows are taken in one order, so that two people who like each other's things don't wait for each other.
    for (const one of [personId, authorId].sort()) {
      const standing = await lockStanding(tx.db, one, now);
      if (one === personId) checkPause(standing, now);
    }
    const isFirst = await saveLike(tx.db, { id: contentId, personId, isOn, now });
    if (isFirst && authorId !== personId) {
      const path = pathOf(content);
      await tx.publish(liked, { contentType, contentId, personId, authorId, path });
    }
    stir(tx, content.kind === "comment" ? (content as CommentRow).subjectId : contentId);
    return findLikesCount(tx.db, contentId);
  });
}

function pathOf(content: ContentRow): string {
  if (content.kind === "post") return pathOfPost(content.id);
  if (content.kind === "video_upload") return pathOfUpload(content.id);
  const { subjectKind, subjectId } = content as CommentRow;
  return `${subjectKind === "post" ? pathOfPost(subjectId) : `/class/${subjectId}`}#comment-${content.id}`;
}
