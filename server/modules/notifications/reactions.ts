import { paths } from "../../../contract/urls.ts";
import type { Ctx } from "../../ctx.ts";
import { defineReaction } from "../../platform/events.ts";
import { paymentFailed, subscriptionChanged, trialEnding } from "../billing/events.ts";
import { badgeEarnedOf } from "../challenges/index.ts";
import { badgeEarned, challengeEnding, challengeStarted } from "../challenges/events.ts";
import { commentCreated, decisionNotified, liked, postCreated, replyCreated } from "../community/events.ts";
import { uploaderOf } from "../community/index.ts";
import { personRemoved } from "../identity/events.ts";
import { assetAvailable, assetFailed } from "../media/events.ts";
import { personBlocked, personFollowed } from "../profiles/events.ts";
import { challengeNotificationsJob } from "./challenge-notifications.ts";
import { partInboxes } from "./inbox.ts";
import { forgetPerson } from "./people.ts";
import { notify } from "./notify.ts";
import type { Notification } from "./notify.ts";

const mention = (
  id: string,
  comment: { path: string; authorId: string; mentionedIds: string[] },
): Notification => ({
  sourceId: `${id}:mention`,
  people: comment.mentionedIds,
  kind: "UGCMention",
  groupKey: `mention:${comment.path}`,
  path: comment.path,
  actorId: comment.authorId,
});

/** Billing items show only the date; the hour of a charge isn't guaranteed. */
const day = (at: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(at));
const billingNotification = (
  id: string,
  kind: "TrialEnding" | "PaymentNews",
  about: { accountId: string; subscriptionId: string },
  text: string,
): Notification => ({
  sourceId: id,
  people: [about.accountId],
  kind,
  groupKey: `money:${about.subscriptionId}`,
  facts: { text },
  path: paths.subscription(),
});

export const reactions = [
  defineReaction("notifications.part", personBlocked, (ctx, { personId, otherId }) =>
    ctx.transact((tx) => partInboxes(tx, personId, otherId)),
  ),
  ...(
    [
      ["notifications.tell_challenge_started", challengeStarted, "ChallengeStarting"],
      ["notifications.tell_challenge_ending", challengeEnding, "ChallengeEnding"],
    ] as const
  ).map(([name, event, kind]) =>
    defineReaction(name, event, (ctx, { challengeId }, { id }) =>
      ctx.transact((tx) =>
        tx.enqueue(
          challengeNotificationsJob,
          { sourceId: id, kind, challengeId, after: null },
          { key: `${name}:${id}` },
        ),
      ),
    ),
  ),
  defineReaction("notifications.tell_payment_failed", paymentFailed, (ctx, failed, { id }) =>
    ctx.transact((tx) =>
      notify(
        tx,
        billingNotification(
          id,
          "PaymentNews",
          failed,
          failed.retryAt
            ? `A payment didn’t go through. We try again on ${day(failed.retryAt)}; another card can be set before.`
            : "A payment didn’t go through, and we won’t try again. Set another card to keep dancing.",
        ),
      ),
    ),
  ),
  defineReaction("notifications.tell_trial_ending", trialEnding, (ctx, ending, { id }) =>
    ctx.transact((tx) =>
      notify(tx, billingNotification(id, "TrialEnding", ending, `Your trial ends on ${day(ending.endsAt)}.`)),
    ),
  ),
  defineReaction(
    "notifications.tell_subscription_ended",
    subscriptionChanged,
    async (ctx, changed, { id }) => {
      // A subscription that was never active has nothing to end.
      if (changed.status !== "canceled" || changed.previousStatus === "pending") return;
      await ctx.transact((tx) =>
        notify(
          tx,
          billingNotification(
            id,
            "PaymentNews",
            changed,
            "Your subscription has ended. What you danced, saved and earned stays yours.",
          ),
        ),
      );
    },
  ),
  defineReaction(
    "notifications.tell_badge_earned",
    badgeEarned,
    async (ctx, { personId, badgeId }, { id }) => {
      const badge = await badgeEarnedOf(ctx, badgeId);
      if (!badge) return;
      await ctx.transact((tx) =>
        notify(tx, {
          sourceId: id,
          people: [personId],
          kind: "BadgeEarned",
          groupKey: `badge:${badgeId}`,
          facts: { name: badge.name },
          path: badge.path,
          imagePath: badge.imagePath,
        }),
      );
    },
  ),
  defineReaction(
    "notifications.tell_person_followed",
    personFollowed,
    async (ctx, { followerId, followedId }, { id }) =>
      ctx.transact((tx) =>
        notify(tx, {
          sourceId: id,
          people: [followedId],
          kind: "PersonFollowed",
          groupKey: "followed",
          path: paths.inbox(),
          actorId: followerId,
        }),
      ),
  ),
  defineReaction("notifications.tell_commented", commentCreated, (ctx, comment, { id }) =>
    ctx.transact(async (tx) => {
      if (comment.ownerId)
        await notify(tx, {
          sourceId: id,
          people: [comment.ownerId],
          kind: "UGCComment",
          groupKey: `comment:${comment.path}`,
          path: comment.path,
          actorId: comment.authorId,
        });
      await notify(tx, mention(id, comment));
    }),
  ),
  defineReaction("notifications.tell_replied", replyCreated, (ctx, comment, { id }) =>
    ctx.transact(async (tx) => {
      await notify(tx, {
        sourceId: id,
        people: [comment.repliedToId],
        kind: "UGCCommentReply",
        groupKey: `reply:${comment.path}`,
        path: comment.path,
        actorId: comment.authorId,
      });
      await notify(tx, mention(id, comment));
    }),
  ),
  defineReaction("notifications.tell_liked", liked, (ctx, notification, { id }) =>
    ctx.transact((tx) =>
      notify(tx, {
        sourceId: id,
        people: [notification.authorId],
        kind: "UGCReactionLike",
        groupKey: `like:${notification.contentType}:${notification.contentId}`,
        facts: { thing: notification.contentType },
        path: notification.path,
        actorId: notification.personId,
      }),
    ),
  ),
  defineReaction("notifications.tell_mentioned", postCreated, (ctx, post, { id }) =>
    ctx.transact((tx) => notify(tx, mention(id, post))),
  ),
  defineReaction("notifications.forget_actor", personRemoved, (ctx, { personId }) =>
    ctx.transact((tx) => forgetPerson(tx, personId)),
  ),
  defineReaction("notifications.tell_decided", decisionNotified, (ctx, decision, { id }) =>
    ctx.transact((tx) =>
      notify(tx, {
        sourceId: id,
        people: [decision.personId],
        kind: "ModerationOutcome",
        groupKey: `case:${decision.caseId}`,
        facts: { text: `${decision.heading}.` },
        path: decision.path,
      }),
    ),
  ),
  defineReaction("notifications.tell_upload_ready", assetAvailable, (ctx, { assetId }, { id }) =>
    notifyOfUpload(ctx, assetId, id, "Your video is ready to be seen."),
  ),
  defineReaction("notifications.tell_upload_failed", assetFailed, (ctx, { assetId }, { id }) =>
    notifyOfUpload(ctx, assetId, id, "Your video couldn’t be prepared. Upload it again, or another file."),
  ),
];

/** An asset without an uploader belongs to a class; its editors see the status in the studio. */
async function notifyOfUpload(ctx: Ctx, assetId: string, sourceId: string, text: string): Promise<void> {
  const upload = await uploaderOf(ctx, assetId);
  if (!upload) return;
  await ctx.transact((tx) =>
    notify(tx, {
      sourceId,
      people: [upload.personId],
      kind: "UploadReady",
      groupKey: `upload:${assetId}`,
      facts: { text },
      path: upload.path,
    }),
  );
}
