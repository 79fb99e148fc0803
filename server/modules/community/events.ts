import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

const said = z.object({
  commentId: z.uuid(),
  authorId: z.uuid(),
  /** Where it can be read: a path of the web. */
  path: z.string(),
  /** Whom it names, without the author and those told already. */
  mentionedIds: z.array(z.uuid()),
});

/** Somebody commented on a post (then `ownerId` wrote that) or on a class (then it is null). Not published for what waits or is held. */
export const commentCreated = defineEvent(
  "community.comment_created",
  said.extend({ ownerId: z.uuid().nullable() }),
);

/** Somebody answered a comment of `repliedToId`. */
export const replyCreated = defineEvent("community.reply_created", said.extend({ repliedToId: z.uuid() }));

/** Somebody likes a post, a comment or an upload, for the first time: taking it back and giving it again is no news. */
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

/** A post names people. */
export const postCreated = defineEvent(
  "community.post_created",
  z.object({
    postId: z.uuid(),
    authorId: z.uuid(),
    path: z.string(),
    mentionedIds: z.array(z.uuid()),
  }),
);

/** A person was told by mail what was decided about their thing; published with that mail. */
export const decisionNotified = defineEvent(
  "community.decision_told",
  z.object({ caseId: z.uuid(), personId: z.uuid(), heading: z.string(), path: z.string() }),
);
