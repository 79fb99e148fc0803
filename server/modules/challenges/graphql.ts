import { builder } from "../../platform/graphql/builder.ts";
import { Pagination } from "../../platform/graphql/paging.ts";
import { StudioClass } from "../catalog/refs.ts";
import { LeaderboardUser } from "../identity/refs.ts";
import {
  badgeOf,
  badgesByYear,
  badgesOfClass,
  myBadgesByYear,
  newBadgesOf,
  requiredClasses,
} from "./badges.ts";
import type { BadgeYear, BadgesOfClass } from "./badges.ts";
import { challengeOf, challenges, changeSettings, joinChallenge, leaveChallenge } from "./challenges.ts";
import type {
  AchievementRow,
  BadgeRow,
  ChallengeRow,
  EarnedBadgeRow,
  LeaderRow,
  PlacedRow,
} from "./challenges.ts";
import {
  approximateRankOf,
  challengeChanges,
  leaderboardScopes,
  listLeaderboardAround,
  leaderboardOf,
  rankOf,
} from "./leaderboard.ts";
import { planBreak, streak } from "./streaks.ts";
import type { Streak } from "./streaks.ts";
import { badgeText, challengeText } from "./translations.ts";
import { badgeImageUrl, challengeImageUrl } from "./images.ts";

const Achievement = builder.objectRef<AchievementRow>("Achievement").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    triggerType: t.exposeString("triggerType", {
      description:
        "class_completed, required_classes_completed, minutes_practised (of completed classes), days_practised or streak_weeks.",
    }),
    requiredPublishedStudioClasses: t.field({
      type: [StudioClass],
      resolve: ({ id, triggerType }, _args, ctx) =>
        triggerType === "required_classes_completed" ? requiredClasses(ctx, id) : [],
    }),
  }),
});
const Badge = builder.objectRef<BadgeRow>("Badge").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.string({ resolve: (badge, _args, ctx) => badgeText(ctx, badge, "name") }),
    description: t.string({ resolve: (badge, _args, ctx) => badgeText(ctx, badge, "description") }),
    activeImageUrl: t.string({ resolve: (badge, _args, ctx) => badgeImageUrl(ctx, badge, "active") }),
    inactiveImageUrl: t.string({ resolve: (badge, _args, ctx) => badgeImageUrl(ctx, badge, "inactive") }),
    slug: t.exposeString("slug"),
    amountToEarn: t.exposeInt("amountToEarn"),
    challengeSlug: t.string({
      nullable: true,
      description:
        "The challenge that gives it, where it was asked for by `badgeById`; null for a standing one.",
      resolve: ({ challengeSlug }) => challengeSlug ?? null,
    }),
    achievement: t.expose("achievement", { type: Achievement }),
  }),
});
const UserBadge = builder.objectRef<EarnedBadgeRow>("UserBadge").implement({
  fields: (t) => ({
    badge: t.expose("badge", { type: Badge }),
    earnedAt: t.expose("earnedAt", { type: "DateTime" }),
  }),
});
const BadgeYearType = builder.objectRef<BadgeYear>("BadgeYear").implement({
  fields: (t) => ({
    year: t.exposeInt("year"),
    badges: t.field({ type: [UserBadge], resolve: ({ badges }) => [...badges] }),
  }),
});
const ChallengeBadge = builder.objectRef<ChallengeRow["badges"][number]>("ChallengeBadge").implement({
  fields: (t) => ({ badge: t.expose("badge", { type: Badge }), isEarned: t.exposeBoolean("isEarned") }),
});
const ChallengeText = builder.objectRef<ChallengeRow>("ChallengeText").implement({
  fields: (t) => ({
    goalHeader: t.string({ resolve: (found, _args, ctx) => challengeText(ctx, found, "goalHeader") }),
    subtitleHeader: t.string({ resolve: (found, _args, ctx) => challengeText(ctx, found, "subtitleHeader") }),
    earnedByHeader: t.string({ resolve: (found, _args, ctx) => challengeText(ctx, found, "earnedByHeader") }),
  }),
});
const LeaderboardEntry = builder.objectRef<LeaderRow>("LeaderboardEntry").implement({
  fields: (t) => ({
    place: t.int({
      nullable: true,
      description: "From 1, among those asked for; null around the viewer, where the distance says it.",
      resolve: ({ place }) => place ?? null,
    }),
    user: t.expose("person", { type: LeaderboardUser }),
    joinedAt: t.expose("joinedAt", { type: "DateTime" }),
    progressAmount: t.exposeInt("amount"),
    reachedAt: t.expose("reachedAt", { type: "DateTime" }),
  }),
});
const LeaderboardNeighbour = builder.objectRef<PlacedRow>("LeaderboardNeighbour").implement({
  fields: (t) => ({
    distance: t.exposeInt("distance", {
      description: "Negative ahead of the viewer, 0 the viewer, positive behind.",
    }),
    entry: t.field({ type: LeaderboardEntry, resolve: (placed) => placed }),
  }),
});
const LeaderboardScopeType = builder.enumType("LeaderboardScope", { values: leaderboardScopes });
const Challenge = builder.objectRef<ChallengeRow>("Challenge").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    slug: t.exposeString("slug"),
    title: t.string({ resolve: (found, _args, ctx) => challengeText(ctx, found, "title") }),
    description: t.string({ resolve: (found, _args, ctx) => challengeText(ctx, found, "description") }),
    thumbnailImageUrl: t.string({ resolve: (found, _args, ctx) => challengeImageUrl(ctx, found) }),
    startTime: t.expose("startsAt", { type: "DateTime" }),
    endTime: t.expose("endsAt", { type: "DateTime" }),
    achievement: t.expose("achievement", { type: Achievement }),
    badges: t.field({ type: [ChallengeBadge], resolve: ({ badges }) => [...badges] }),
    displayText: t.field({ type: ChallengeText, resolve: (found) => found }),
    participantLeaderboard: t.field({
      type: [LeaderboardEntry],
      description: "`of`: everyone unless told; `followed` is the viewer and whom they follow.",
      args: { first: t.arg.int(), of: t.arg({ type: LeaderboardScopeType }) },
      resolve: (found, args, ctx) => leaderboardOf(ctx, found, args.first ?? null, args.of ?? "everyone"),
    }),
    leaderboardAround: t.field({
      type: [LeaderboardNeighbour],
      description:
        "The viewer with `each` people (2 unless told, 10 at most) ahead and behind; none when they aren't on it.",
      args: { each: t.arg.int() },
      resolve: (found, { each }, ctx) => listLeaderboardAround(ctx, found, each ?? null),
    }),
    participantsCount: t.exposeInt("participants"),
    isJoined: t.boolean({ resolve: ({ amount }) => amount !== null }),
    progressAmount: t.exposeInt("amount", {
      nullable: true,
      description: "The viewer's; null until they join.",
    }),
    rank: t.int({
      nullable: true,
      description:
        "The viewer's, from 1; null when they aren't on the leaderboard or are beyond the 10,000th.",
      resolve: (found, _args, ctx) => rankOf(ctx, found),
    }),
    approximateRank: t.int({
      nullable: true,
      description:
        "About where the viewer is beyond the 10,000th place, to a thousand; null where `rank` is known.",
      resolve: (found, _args, ctx) => approximateRankOf(ctx, found),
    }),
  }),
});
const EarnedBadges = builder.objectRef<BadgesOfClass>("EarnedBadges").implement({
  fields: (t) => ({
    earnedBadges: t.idList({ resolve: ({ earnedBadges }) => [...earnedBadges] }),
    newBadges: t.idList({
      description: "Those that completing this class earned.",
      resolve: ({ newBadges }) => [...newBadges],
    }),
    newlyEarned: t.field({
      type: [Badge],
      description: "The badges of `newBadges`, the largest first.",
      resolve: (found, _args, ctx) => newBadgesOf(ctx, found),
    }),
  }),
});

const StreakType = builder.objectRef<Streak>("Streak").implement({
  description: "Days and weeks (by their Monday) are YYYY-MM-DD of the person's own clock.",
  fields: (t) => ({
    id: t.id({ resolve: ({ personId }) => personId }),
    weeks: t.exposeInt("weeks", { description: "In a row, this one included once it is kept." }),
    longest: t.exposeInt("longest"),
    week: t.exposeString("week"),
    today: t.exposeString("today"),
    daysDone: t.stringList({ resolve: ({ daysDone }) => [...daysDone] }),
    daysWanted: t.exposeInt("daysWanted", { description: "A week, as the person means to." }),
    isReached: t.exposeBoolean("isReached"),
    isBreak: t.exposeBoolean("isBreak"),
    breaks: t.stringList({
      description: "Planned breaks of this week and later ones.",
      resolve: ({ breaks }) => [...breaks],
    }),
    breaksLeft: t.exposeInt("breaksLeft", { description: "Of this quarter's two." }),
    nextBadge: t.expose("nextBadge", { type: Badge, nullable: true }),
  }),
});

builder.queryFields((t) => ({
  streak: t.field({ type: StreakType, resolve: (_root, _args, ctx) => streak(ctx) }),
  challengeById: t.field({
    type: Challenge,
    nullable: true,
    description: "By `id` or by `slug`.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => challengeOf(ctx, id),
  }),
  challenges: t.field({
    type: [Challenge],
    description: "The last to end first. `pagination.after` is the id of the last one of the page before.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) =>
      challenges(ctx, pagination?.first ?? null, pagination?.after ?? null),
  }),
  badgeById: t.field({
    type: Badge,
    nullable: true,
    description: "By `id` or by `slug`.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => badgeOf(ctx, id),
  }),
  myBadgesByYear: t.field({
    type: [BadgeYearType],
    resolve: (_root, _args, ctx) => myBadgesByYear(ctx),
  }),
  badgesByYear: t.field({
    type: [BadgeYearType],
    args: { username: t.arg.string({ required: true }) },
    resolve: (_root, { username }, ctx) => badgesByYear(ctx, username),
  }),
  getClassCompletedAchievementBadges: t.field({
    type: EarnedBadges,
    args: { classId: t.arg.id({ required: true }) },
    resolve: (_root, { classId }, ctx) => badgesOfClass(ctx, classId),
  }),
}));

builder.mutationFields((t) => ({
  planBreak: t.field({
    type: StreakType,
    description:
      "Plans to rest in the week of a day (YYYY-MM-DD), or takes that back: two a quarter, none in weeks that are over.",
    args: { week: t.arg.string({ required: true }), planned: t.arg.boolean({ required: true }) },
    resolve: (_root, { week, planned }, ctx) => planBreak(ctx, week, planned),
  }),
  joinChallenge: t.field({
    type: Challenge,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => joinChallenge(ctx, id),
  }),
  leaveChallenge: t.field({
    type: Challenge,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => leaveChallenge(ctx, id),
  }),
  changeChallengeSettings: t.boolean({
    description: "Whether the viewer is on leaderboards, and the IANA time zone in which their days end.",
    args: { isListed: t.arg.boolean(), timeZone: t.arg.string() },
    resolve: async (_root, args, ctx) => {
      await changeSettings(ctx, args);
      return true;
    },
  }),
}));

builder.subscriptionFields((t) => ({
  challengeChanged: t.field({
    type: Challenge,
    nullable: true,
    description: "The challenge now, and again whenever someone's place in it changes. `id` may be a slug.",
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_root, { id }, ctx) => challengeChanges(ctx, id),
    resolve: (_event, { id }, ctx) => challengeOf(ctx, id),
  }),
}));
