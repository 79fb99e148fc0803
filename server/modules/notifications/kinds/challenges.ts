import type { Ctx } from "../../../ctx.ts";
import { paths } from "../../../../contract/urls.ts";
import { badgeEarned, challengeEnding, challengeStarted } from "../../challenges/events.ts";
import {
  badgeEarnedOf,
  badgeName,
  challengeOf,
  challengeTitle,
  participantsOf,
} from "../../challenges/index.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineKind, on, onEach, pageSize } from "./kind.ts";
import type { DeliveryPage, NotificationContext } from "./kind.ts";

export const badges = {
  BadgeEarned: defineKind<{ badge: string; name: string }>({
    title: msg("Badges you earn"),
    icon: "award",
    channels: { inbox: true, push: true, email: "off" },
    text: ({ facts: { badge, name }, studio }) =>
      msg("You’ve earned “{name}”.", { name: badgeName(studio, { slug: badge, name }) }),
    sources: [
      on("notifications.tell_badge_earned", badgeEarned, async (ctx, { personId, badgeId }) => {
        const badge = await badgeEarnedOf(ctx, badgeId);
        return (
          badge && {
            people: [personId],
            groupKey: `badge:${badgeId}`,
            facts: { badge: badge.slug, name: badge.name },
            path: badge.path,
            imagePath: badge.imagePath,
          }
        );
      }),
    ],
  }),
};

type Progress = { challenge: string; title: string; amount: number; goal: number };

const titleOf = ({ facts: { challenge, title }, studio }: NotificationContext<Progress>) =>
  challengeTitle(studio, { id: challenge, title });

/** A page of the participants of a challenge that has begun, or ends soon. */
async function participants(
  ctx: Ctx,
  challengeId: string,
  moment: "start" | "end",
  after: string | null,
): Promise<DeliveryPage<Progress>> {
  const challenge = await challengeOf(ctx, challengeId);
  if (!challenge) return { deliveries: [], next: null };
  const found = await participantsOf(ctx, challengeId, after, pageSize);
  const goal = challenge.badges.at(-1)?.badge.amountToEarn ?? 0;
  // Leaves out people who joined the challenge while it ran, and people who have earned every badge.
  const recipients = found.filter(({ joinedAt, amount }) =>
    moment === "start" ? joinedAt < challenge.startsAt : amount < goal,
  );
  const byAmount = Map.groupBy(recipients, ({ amount }) => (moment === "end" ? amount : 0));
  return {
    deliveries: [...byAmount].map(([amount, same]) => ({
      people: same.map(({ personId }) => personId),
      groupKey: `challenge:${challengeId}`,
      facts: { challenge: challengeId, title: challenge.title, amount, goal },
      path: paths.challenge(challenge.slug),
    })),
    next: found.length === pageSize ? (found.at(-1)?.personId ?? null) : null,
  };
}

export const challenges = {
  ChallengeStarting: defineKind<Progress>({
    title: msg("Challenge starts"),
    icon: "trophy",
    channels: { inbox: true, push: true, email: "digest" },
    text: (context) =>
      msg("“{title}” has started. Your classes count from now.", { title: titleOf(context) }),
    sources: [
      onEach("notifications.tell_challenge_started", challengeStarted, (ctx, { challengeId }, after) =>
        participants(ctx, challengeId, "start", after),
      ),
    ],
  }),
  ChallengeEnding: defineKind<Progress>({
    title: msg("Challenges ending soon"),
    icon: "trophy",
    channels: { inbox: true, push: true, email: "off" },
    text: (context) =>
      msg("“{title}” ends in less than a day. You’re at {amount} of {goal}.", {
        title: titleOf(context),
        amount: context.facts.amount,
        goal: context.facts.goal,
      }),
    sources: [
      onEach("notifications.tell_challenge_ending", challengeEnding, (ctx, { challengeId }, after) =>
        participants(ctx, challengeId, "end", after),
      ),
    ],
  }),
};
