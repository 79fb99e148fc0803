import { defineReaction } from "../../platform/events.ts";
import { badgeNews } from "../challenges/index.ts";
import { badgeEarned } from "../challenges/events.ts";
import { personFollowed } from "../profiles/events.ts";
import { tell } from "./tell.ts";

export const reactions = [
  defineReaction("notifications.tell_badge_earned", badgeEarned, async (ctx, { personId, badgeId }, { id }) => {
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
  }),
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
];
