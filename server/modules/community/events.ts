import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

const commentFields = z.object({
  commentId: z.uuid(),
  authorId: z.uuid(),
  /** Link target: a path of the web. */
  path: z.string(),
  /** Mentioned people, without the author and those notified already. */
  mentionedIds: z.array(z.uuid()),
});

/**
 * A comment on a post (then `ownerId` is its author) or on a class (then it is null). Not published for
 * comments that are held or wait for approval.
 */
export const commentCreated = defineEvent(
  "community.comment_created",
  commentFields.extend({ ownerId: z.uuid().nullable() }),
);

/** A reply to a comment by `repliedToId`. */
export const replyCreated = defineEvent(
  "community.reply_created",
  commentFields.extend({ repliedToId: z.uuid() }),
);

/**
 * The first like of a post, a comment or an upload by a person. A like that is removed and added again
 * publishes no event.
 */
export const liked = defineEvent(
  "community.liked",
  z.object({
    contentType: z.enum(["post", "comment", "video_upload"]),
    contentId: z.uuid(),
    personId: z.uuid(),
    authorId: z.uuid(),
    path: z.string(),
  }),
);

/** A post mentions people. */
export const postCreated = defineEvent(
  "community.post_created",
  z.object({
    postId: z.uuid(),
    authorId: z.uuid(),
    path: z.string(),
    mentionedIds: z.array(z.uuid()),
  }),
);

/** An author was notified by email of a moderation decision; published in the same transaction. */
export const decisionNotified = defineEvent(
  "community.decision_told",
  z.object({ caseId: z.uuid(), personId: z.uuid(), heading: z.string(), path: z.string() }),
);
