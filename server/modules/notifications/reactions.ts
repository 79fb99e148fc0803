import { defineReaction } from "../../platform/events.ts";
import { badgeNews } from "../challenges/index.ts";
import { badgeEarned } from "../challenges/events.ts";
import { commentCreated, liked, postCreated, replyCreated } from "../community/events.ts";
import { personFollowed } from "../profiles/events.ts";
import { tell } from "./tell.ts";
import type { News } from "./tell.ts";

const mention = (id: string, said: { path: string; authorId: string; mentionedIds: string[] }): News => ({
  sourceId: `${id}:mention`,
  people: said.mentionedIds,
  kind: "UGCMention",
  groupKey: `mention:${said.path}`,
  path: said.path,
  actorId: said.authorId,
});

export const reactions = [
  defineReaction(
    "notifications.tell_badge_earned",
    badgeEarned,
    async (ctx, { personId, badgeId }, { id }) => {
      const badge = await badgeNews(ctx, badgeId);
      if (!badge) return;
      await ctx.transact((tx) =>
        tell(tx, {
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
        tell(tx, {
          sourceId: id,
          people: [followedId],
          kind: "PersonFollowed",
          groupKey: "followed",
          path: "/notifications",
          actorId: followerId,
        }),
      ),
  ),
  defineReaction("notifications.tell_commented", commentCreated, (ctx, said, { id }) =>
    ctx.transact(async (tx) => {
      if (said.ownerId)
        await tell(tx, {
          sourceId: id,
          people: [said.ownerId],
          kind: "UGCComment",
          groupKey: `comment:${said.path}`,
          path: said.path,
          actorId: said.authorId,
        });
      await tell(tx, mention(id, said));
    }),
  ),
  defineReaction("notifications.tell_replied", replyCreated, (ctx, said, { id }) =>
    ctx.transact(async (tx) => {
      await tell(tx, {
        sourceId: id,
        people: [said.repliedToId],
        kind: "UGCCommentReply",
        groupKey: `reply:${said.path}`,
        path: said.path,
        actorId: said.authorId,
      });
      await tell(tx, mention(id, said));
    }),
  ),
  defineReaction("notifications.tell_liked", liked, (ctx, news, { id }) =>
    ctx.transact((tx) =>
      tell(tx, {
        sourceId: id,
        people: [news.authorId],
        kind: "UGCReactionLike",
        groupKey: `like:${news.contentType}:${news.contentId}`,
        facts: { thing: news.contentType },
        path: news.path,
        actorId: news.personId,
      }),
    ),
  ),
  defineReaction("notifications.tell_mentioned", postCreated, (ctx, post, { id }) =>
    ctx.transact((tx) => tell(tx, mention(id, post))),
  ),
];
