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
import { assetAvailable, assetFailed, processingFailed } from "../../media/events.ts";
import { personFollowed } from "../../profiles/events.ts";
import { msg, verbatim } from "../../../platform/i18n/messages.ts";
import { actorsIn, defineKind, on } from "./kind.ts";
import type { Delivery, NotificationContext } from "./kind.ts";

const mentionOf = (content: { path: string; authorId: string; mentionedIds: string[] }): Delivery => ({
  people: content.mentionedIds,
  groupKey: `mention:${content.path}`,
  facts: {},
  path: content.path,
  actorId: content.authorId,
});

const likes = {
  post: (context: NotificationContext) =>
    msg(
      "{count, plural, offset:1 =1 {{first} liked your post.} =2 {{first} and {second} liked your post.} other {{first} and # others liked your post.}}",
      actorsIn(context),
    ),
  comment: (context: NotificationContext) =>
    msg(
      "{count, plural, offset:1 =1 {{first} liked your comment.} =2 {{first} and {second} liked your comment.} other {{first} and # others liked your comment.}}",
      actorsIn(context),
    ),
  video_upload: (context: NotificationContext) =>
    msg(
      "{count, plural, offset:1 =1 {{first} liked your video.} =2 {{first} and {second} liked your video.} other {{first} and # others liked your video.}}",
      actorsIn(context),
    ),
} as const;

/** Comments, answers, likes, mentions and followers. */
export const people = {
  UGCComment: defineKind({
    title: msg("Comments on your posts"),
    icon: "comment",
    channels: { inbox: true, push: true, email: "digest" },
    text: (context) =>
      msg(
        "{count, plural, offset:1 =1 {{first} commented on your post.} =2 {{first} and {second} commented on your post.} other {{first} and # others commented on your post.}}",
        actorsIn(context),
      ),
    sources: [
      on("notifications.tell_commented", commentCreated, (_ctx, { ownerId, path, authorId }) =>
        ownerId
          ? { people: [ownerId], groupKey: `comment:${path}`, facts: {}, path, actorId: authorId }
          : null,
      ),
    ],
  }),
  UGCCommentReply: defineKind({
    title: msg("Replies to your comments"),
    icon: "comment",
    channels: { inbox: true, push: true, email: "digest" },
    text: (context) =>
      msg(
        "{count, plural, offset:1 =1 {{first} replied to your comment.} =2 {{first} and {second} replied to your comment.} other {{first} and # others replied to your comment.}}",
        actorsIn(context),
      ),
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
  UGCReactionLike: defineKind<{ thing: keyof typeof likes }>({
    title: msg("Likes"),
    icon: "heart",
    channels: { inbox: true, push: false, email: "off" },
    text: (context) => likes[context.facts.thing](context),
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
    title: msg("Mentions"),
    icon: "mention",
    channels: { inbox: true, push: true, email: "digest" },
    text: (context) =>
      msg(
        "{count, plural, offset:1 =1 {{first} mentioned you.} =2 {{first} and {second} mentioned you.} other {{first} and # others mentioned you.}}",
        actorsIn(context),
      ),
    sources: [
      on("notifications.tell_commented", commentCreated, (_ctx, comment) => mentionOf(comment), ":mention"),
      on("notifications.tell_replied", replyCreated, (_ctx, reply) => mentionOf(reply), ":mention"),
      on("notifications.tell_mentioned", postCreated, (_ctx, post) => mentionOf(post), ":mention"),
    ],
  }),
  PersonFollowed: defineKind({
    title: msg("New followers"),
    icon: "follower",
    channels: { inbox: true, push: false, email: "off" },
    text: (context) =>
      msg(
        "{count, plural, offset:1 =1 {{first} started following you.} =2 {{first} and {second} started following you.} other {{first} and # others started following you.}}",
        actorsIn(context),
      ),
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
  ready: msg("Your video is ready."),
  failed: msg("We couldn’t process your video. Upload it again, or choose another file."),
  delayed: msg("We couldn’t process your video yet. You don’t need to upload it again."),
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
    title: msg("Your uploads"),
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
      on("notifications.tell_upload_delayed", processingFailed, (ctx, { assetId }) =>
        deliverUpload(ctx, assetId, "delayed"),
      ),
    ],
  }),
  ModerationOutcome: defineKind<DecisionOrSentence>({
    title: msg("Moderation decisions"),
    icon: "shield",
    channels: { inbox: true, push: false, email: "off" },
    isMailedElsewhere: true,
    text: ({ facts }) => ("text" in facts ? verbatim(facts.text) : decisionTitle(facts)),
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
