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

/** What a moderation decision means for the author of the content. */
const decisionOutcomes = ["removed", "stays_removed", "limited", "visible"] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];

/** An author was notified by email of a moderation decision; published in the same transaction. */
export const decisionNotified = defineEvent(
  "community.decision_told",
  z.intersection(
    /** `path` is null for the profile of a person without a username. */
    z.object({ caseId: z.uuid(), personId: z.uuid(), path: z.string().nullable() }),
    z.union([
      z.object({
        contentType: z.enum(["post", "comment", "video_upload", "user"]),
        outcome: z.enum(decisionOutcomes),
      }),
      // From a server of a release before 1.0, during an upgrade.
      z.object({ heading: z.string() }),
    ]),
  ),
);
