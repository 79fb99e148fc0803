import type { Ctx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { largestPage } from "../../platform/graphql/paging.ts";
import { findAhead, findChallenge, listAround, listLeaders } from "./store.ts";
import type { ChallengeRow, LeaderRow, PlacedRow } from "./store.ts";

const usualLeaders = 10;
const usualNeighbours = 2;
const mostNeighbours = 10;
/** A rank beyond it isn't counted any further. */
const largestRank = 10_000;
/** However many complete a class at once, whoever looks on asks again no sooner than this, in milliseconds. */
const apartMs = 2_000;

/** What is signalled when somebody's place changes. */
export const leaderboardTopic = (achievementId: string): string => `challenges.leaderboard.${achievementId}`;

/** Whose places are asked for. */
export const leaderboardScopes = ["everyone", "followed"] as const;
export type LeaderboardScope = (typeof leaderboardScopes)[number];

/**
 * Who is ahead: by amount, then by who reached it first. Without the anonymous, those who opted out and those whom the viewer doesn't meet;
 * `followed`: the viewer and whom they follow.
 */
export async function leadersOf(
  ctx: Ctx,
  challenge: ChallengeRow,
  first: number | null,
  scope: LeaderboardScope,
): Promise<LeaderRow[]> {
  const count = first ?? usualLeaders;
  if (count < 1 || count > largestPage)
    throw new BadInput("first", `Ask for 1 to ${largestPage} people at a time.`);
  const viewerId = ctx.viewer?.personId ?? null;
  if (scope === "followed" && viewerId === null) return [];
  return listLeaders(
    ctx.db,
    { achievementId: challenge.achievement.id, first: count, viewerId },
    scope === "followed",
  );
}

/** Where the viewer stands, from 1; null when they aren't on the leaderboard, and beyond the 10,000th. */
export async function rankOf(ctx: Ctx, challenge: ChallengeRow): Promise<number | null> {
  if (!isRanked(ctx, challenge)) return null;
  const ahead = await findAhead(ctx.db, challenge.achievement.id, ctx.viewer!.personId);
  return ahead === null || ahead >= largestRank ? null : ahead + 1;
}

/**
 * The viewer among those just ahead and behind, in order; none when they aren't on the leaderboard.
 * @param each how many on either side
 */
export async function leadersAround(
  ctx: Ctx,
  challenge: ChallengeRow,
  each: number | null,
): Promise<PlacedRow[]> {
  const count = each ?? usualNeighbours;
  if (count < 1 || count > mostNeighbours)
    throw new BadInput("each", `Ask for 1 to ${mostNeighbours} people on either side.`);
  if (!isRanked(ctx, challenge)) return [];
  return listAround(ctx.db, {
    achievementId: challenge.achievement.id,
    personId: ctx.viewer!.personId,
    each: count,
  });
}

/** The challenge now, and again whenever somebody's place in it changes. @throws NotFound */
export async function challengeChanges(ctx: Ctx, id: string): Promise<AsyncGenerator<undefined>> {
  const found = await findChallenge(ctx.db, id.toLowerCase(), null);
  if (!found) throw new NotFound("challenge");
  return ctx.live.changes([leaderboardTopic(found.achievement.id)], apartMs);
}

function isRanked({ viewer }: Ctx, { amount }: ChallengeRow): boolean {
  return viewer !== null && !viewer.isAnonymous && !viewer.isChild && amount !== null;
}
