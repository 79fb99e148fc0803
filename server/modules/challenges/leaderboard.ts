import { LRUCache } from "lru-cache";
import type { Ctx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { maxPageSize } from "../../platform/graphql/paging.ts";
import { findAhead, findChallenge, listAround, listLeaderboard, listSpread, maxCounted } from "./store.ts";
import type { ChallengeRow, LeaderRow, PlacedRow } from "./store.ts";

const defaultLeaderboardSize = 10;
const usualNeighbours = 2;
const maxNeighbors = 10;
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
export async function leaderboardOf(
  ctx: Ctx,
  challenge: ChallengeRow,
  first: number | null,
  scope: LeaderboardScope,
): Promise<LeaderRow[]> {
  const count = first ?? defaultLeaderboardSize;
  if (count < 1 || count > maxPageSize)
    throw new BadInput("first", `Ask for 1 to ${maxPageSize} people at a time.`);
  const viewerId = ctx.viewer?.personId ?? null;
  if (scope === "followed" && viewerId === null) return [];
  return listLeaderboard(
    ctx.db,
    { achievementId: challenge.achievement.id, first: count, viewerId },
    scope === "followed",
  );
}

/** Counted once for a challenge as it was read, however many of its fields ask. */
const counted = new WeakMap<ChallengeRow, Promise<number | null>>();

/** How many are ahead of the viewer, at most `mostCounted`; null when they aren't on the leaderboard. */
function aheadOf(ctx: Ctx, challenge: ChallengeRow): Promise<number | null> {
  if (!isRanked(ctx, challenge)) return Promise.resolve(null);
  let ahead = counted.get(challenge);
  if (!ahead)
    counted.set(challenge, (ahead = findAhead(ctx.db, challenge.achievement.id, ctx.viewer!.personId)));
  return ahead;
}

/** Where the viewer stands, from 1; null when they aren't on the leaderboard, and beyond the 10,000th. */
export async function rankOf(ctx: Ctx, challenge: ChallengeRow): Promise<number | null> {
  const ahead = await aheadOf(ctx, challenge);
  return ahead === null || ahead >= maxCounted ? null : ahead + 1;
}

type Spread = readonly { readonly amount: number; readonly people: number }[];
/** How many have each amount, by leaderboard: counted by each server again after a minute. */
const spreads = new WeakMap<Ctx["config"], LRUCache<string, Spread, Ctx>>();
const spreadKeptMs = 60_000;

/**
 * About where the viewer stands beyond the 10,000th place, in steps of a thousand; null where `rankOf` counts exactly, and when they
 * aren't on the leaderboard. Among those with the same amount they are taken to be in the middle.
 */
export async function approximateRankOf(ctx: Ctx, challenge: ChallengeRow): Promise<number | null> {
  if (challenge.participants <= maxCounted) return null;
  const ahead = await aheadOf(ctx, challenge);
  if (ahead === null || ahead < maxCounted) return null;
  let kept = spreads.get(ctx.config);
  if (!kept) {
    kept = new LRUCache({
      max: 500,
      ttl: spreadKeptMs,
      fetchMethod: (achievementId, _stale, { context }) => listSpread(context.db, achievementId),
    });
    spreads.set(ctx.config, kept);
  }
  return approximateRank(
    await kept.forceFetch(challenge.achievement.id, { context: ctx }),
    challenge.amount ?? 0,
  );
}

/** A rank by how many have more and how many as much, rounded to a thousand, and never among those that are counted exactly. */
function approximateRank(spread: Spread, amount: number): number {
  const sum = spread.reduce(
    (found, each) =>
      found + (each.amount > amount ? each.people : each.amount === amount ? each.people / 2 : 0),
    0,
  );
  return Math.max(maxCounted, Math.round(sum / 1000) * 1000);
}

/**
 * The viewer among those just ahead and behind, in order; none when they aren't on the leaderboard.
 * @param each how many on either side
 */
export async function listLeaderboardAround(
  ctx: Ctx,
  challenge: ChallengeRow,
  each: number | null,
): Promise<PlacedRow[]> {
  const count = each ?? usualNeighbours;
  if (count < 1 || count > maxNeighbors)
    throw new BadInput("each", `Ask for 1 to ${maxNeighbors} people on either side.`);
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
