import type { Ctx } from "../../../ctx.ts";
import { paths } from "../../../../contract/urls.ts";
import {
  commentCreated,
  decisionNotified,
  liked,
  postCreated,
  replyCreated,
} from "../../community/events.ts";
import { decisionTitle, uploaderOf } from "../../community/index.ts";
import type { DecisionFacts } from "../../community/index.ts";
import { assetAvailable, assetFailed } from "../../media/events.ts";
import { personFollowed } from "../../profiles/events.ts";
import { actorsText, defineKind, on } from "./kind.ts";
import type { Delivery } from "./kind.ts";

const mentionOf = (content: { path: string; authorId: string; mentionedIds: string[] }): Delivery => ({
  people: content.mentionedIds,
  groupKey: `mention:${content.path}`,
  facts: {},
  path: content.path,
  actorId: content.authorId,
});

const things = { post: "your post", comment: "your comment", video_upload: "your video" } as const;

/** Comments, answers, likes, mentions and followers. */
export const people = {
  UGCComment: defineKind({
    title: "Comments on your posts",
    icon: "comment",
    channels: { inbox: true, push: true, email: "digest" },
    text: (context) => `${actorsText(context)} commented on your post.`,
    sources: [
      on("notifications.tell_commented", commentCreated, (_ctx, { ownerId, path, authorId }) =>
        ownerId
          ? { people: [ownerId], groupKey: `comment:${path}`, facts: {}, path, actorId: authorId }
          : null,
      ),
    ],
  }),
  UGCCommentReply: defineKind({
    title: "Replies to your comments",
    icon: "comment",
    channels: { inbox: true, push: true, email: "digest" },
    text: (context) => `${actorsText(context)} replied to your comment.`,
    sources: [
      on("notifications.tell_replied", replyCreated, (_ctx, { repliedToId, path, authorId }) => ({
        people: [repliedToId],
        groupKey: `reply:${path}`,
        facts: {},
        path,
        actorId: authorId,
      })),
    ],
  }),
  UGCReactionLike: defineKind<{ thing: keyof typeof things }>({
    title: "Likes",
    icon: "heart",
    channels: { inbox: true, push: false, email: "off" },
    text: (context) => `${actorsText(context)} liked ${things[context.facts.thing]}.`,
    sources: [
      on("notifications.tell_liked", liked, (_ctx, { authorId, contentType, contentId, path, personId }) => ({
        people: [authorId],
        groupKey: `like:${contentType}:${contentId}`,
        facts: { thing: contentType },
        path,
        actorId: personId,
      })),
    ],
  }),
  UGCMention: defineKind({
    title: "Mentions",
    icon: "mention",
    channels: { inbox: true, push: true, email: "digest" },
    text: (context) => `${actorsText(context)} mentioned you.`,
    sources: [
      on("notifications.tell_commented", commentCreated, (_ctx, comment) => mentionOf(comment), ":mention"),
      on("notifications.tell_replied", replyCreated, (_ctx, reply) => mentionOf(reply), ":mention"),
      on("notifications.tell_mentioned", postCreated, (_ctx, post) => mentionOf(post), ":mention"),
    ],
  }),
  PersonFollowed: defineKind({
    title: "New followers",
    icon: "follower",
    channels: { inbox: true, push: false, email: "off" },
    text: (context) => `${actorsText(context)} started following you.`,
    sources: [
      on("notifications.tell_person_followed", personFollowed, (_ctx, { followerId, followedId }) => ({
        people: [followedId],
        groupKey: "followed",
        facts: {},
        path: paths.inbox(),
        actorId: followerId,
      })),
    ],
  }),
};

const uploadTexts = {
  ready: "Your video is ready to be seen.",
  failed: "Your video couldn’t be prepared. Upload it again, or another file.",
} as const;

/** An asset without an uploader belongs to a class; its editors see the status in the studio. */
async function deliverUpload(
  ctx: Ctx,
  assetId: string,
  outcome: keyof typeof uploadTexts,
): Promise<Delivery<{ outcome: keyof typeof uploadTexts }> | null> {
  const upload = await uploaderOf(ctx, assetId);
  return (
    upload && {
      people: [upload.personId],
      groupKey: `upload:${assetId}`,
      facts: { outcome },
      path: upload.path,
    }
  );
}

/** The sentence itself is of a release before 1.0. */
type DecisionOrSentence = DecisionFacts | { text: string };

/** What happens to things that a person shared. */
export const shared = {
  UploadReady: defineKind<{ outcome: keyof typeof uploadTexts }>({
    title: "Your uploads",
    icon: "video",
    channels: { inbox: true, push: true, email: "off" },
    text: ({ facts }) => uploadTexts[facts.outcome],
    sources: [
      on("notifications.tell_upload_ready", assetAvailable, (ctx, { assetId }) =>
        deliverUpload(ctx, assetId, "ready"),
      ),
      on("notifications.tell_upload_failed", assetFailed, (ctx, { assetId }) =>
        deliverUpload(ctx, assetId, "failed"),
      ),
    ],
  }),
  ModerationOutcome: defineKind<DecisionOrSentence>({
    title: "Moderation decisions",
    icon: "shield",
    channels: { inbox: true, push: false, email: "off" },
    isMailedElsewhere: true,
    text: ({ facts }) => ("text" in facts ? facts.text : `${decisionTitle(facts)}.`),
    sources: [
      on(
        "notifications.tell_decided",
        decisionNotified,
        (_ctx, { personId, caseId, path, ...decision }): Delivery<DecisionOrSentence> => ({
          people: [personId],
          groupKey: `case:${caseId}`,
          facts:
            "heading" in decision
              ? { text: `${decision.heading}.` }
              : { contentType: decision.contentType, outcome: decision.outcome },
          path: path ?? paths.inbox(),
        }),
      ),
    ],
  }),
};
