import { LRUCache } from "lru-cache";
import type { Ctx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { maxPageSize } from "../../platform/graphql/paging.ts";
import { findAhead, findChallenge, listAround, listLeaderboard, listSpread, maxCounted } from "./store.ts";
import type { ChallengeRow, LeaderRow, PlacedRow } from "./store.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";

const defaultLeaderboardSize = 10;
const usualNeighbours = 2;
const maxNeighbors = 10;
/**
 * Subscribers get updates at most this often, in milliseconds, however many people complete a class at once.
 */
const minIntervalMs = 2_000;

/** Pub/sub topic for changes of a leaderboard. */
export const leaderboardTopic = (achievementId: string): string => `challenges.leaderboard.${achievementId}`;

/** Which people a leaderboard includes. */
export const leaderboardScopes = ["everyone", "followed"] as const;
export type LeaderboardScope = (typeof leaderboardScopes)[number];

/**
 * The leaderboard: by amount, then by time reached. Leaves out guests, people who opted out, and people
 * blocked or muted. `followed`: the viewer and the people they follow.
 */
export async function leaderboardOf(
  ctx: Ctx,
  challenge: ChallengeRow,
  first: number | null,
  scope: LeaderboardScope,
): Promise<LeaderRow[]> {
  const count = first ?? defaultLeaderboardSize;
  if (count < 1 || count > maxPageSize)
    throw new BadInput("first", inEnglish(`Request 1 to ${maxPageSize} people at a time.`));
  const viewerId = ctx.viewer?.personId ?? null;
  if (scope === "followed" && viewerId === null) return [];
  return listLeaderboard(
    ctx.db,
    { achievementId: challenge.achievement.id, first: count, viewerId },
    scope === "followed",
  );
}

/** Memo per fetched challenge, shared by its fields. */
const counted = new WeakMap<ChallengeRow, Promise<number | null>>();

/**
 * Number of people ahead of the viewer, at most `maxCounted`; null if the viewer isn't on the leaderboard.
 */
function aheadOf(ctx: Ctx, challenge: ChallengeRow): Promise<number | null> {
  if (!isRanked(ctx, challenge)) return Promise.resolve(null);
  let ahead = counted.get(challenge);
  if (!ahead)
    counted.set(challenge, (ahead = findAhead(ctx.db, challenge.achievement.id, ctx.viewer!.personId)));
  return ahead;
}

/** The viewer's rank, from 1; null if they aren't on the leaderboard, or beyond rank 10,000. */
export async function rankOf(ctx: Ctx, challenge: ChallengeRow): Promise<number | null> {
  const ahead = await aheadOf(ctx, challenge);
  return ahead === null || ahead >= maxCounted ? null : ahead + 1;
}

type Spread = readonly { readonly amount: number; readonly people: number }[];
/** Number of people per amount, by leaderboard; each server recounts after a minute. */
const spreads = new WeakMap<Ctx["config"], LRUCache<string, Spread, Ctx>>();
const spreadTtlMs = 60_000;

/**
 * The viewer's approximate rank beyond 10,000, in steps of a thousand. Null where `rankOf` is exact, or if
 * the viewer isn't on the leaderboard. Among people with the same amount, the middle is assumed.
 */
export async function approximateRankOf(ctx: Ctx, challenge: ChallengeRow): Promise<number | null> {
  if (challenge.participants <= maxCounted) return null;
  const ahead = await aheadOf(ctx, challenge);
  if (ahead === null || ahead < maxCounted) return null;
  let cache = spreads.get(ctx.config);
  if (!cache) {
    cache = new LRUCache({
      max: 500,
      ttl: spreadTtlMs,
      fetchMethod: (achievementId, _stale, { context }) => listSpread(context.db, achievementId),
    });
    spreads.set(ctx.config, cache);
  }
  return approximateRank(
    await cache.forceFetch(challenge.achievement.id, { context: ctx }),
    challenge.amount ?? 0,
  );
}

/**
 * Rank from the number of people with more and with the same amount. Rounded to a thousand, and never within
 * the exact range.
 */
function approximateRank(spread: Spread, amount: number): number {
  const sum = spread.reduce(
    (found, each) =>
      found + (each.amount > amount ? each.people : each.amount === amount ? each.people / 2 : 0),
    0,
  );
  return Math.max(maxCounted, Math.round(sum / 1000) * 1000);
}

/**
 * The viewer with the people just ahead and behind, in order; empty if they aren't on the leaderboard.
 * @param each number of people on either side
 */
export async function listLeaderboardAround(
  ctx: Ctx,
  challenge: ChallengeRow,
  each: number | null,
): Promise<PlacedRow[]> {
  const count = each ?? usualNeighbours;
  if (count < 1 || count > maxNeighbors)
    throw new BadInput("each", inEnglish(`Request 1 to ${maxNeighbors} people on each side.`));
  if (!isRanked(ctx, challenge)) return [];
  return listAround(ctx.db, {
    achievementId: challenge.achievement.id,
    personId: ctx.viewer!.personId,
    each: count,
  });
}

/** Yields the challenge at once, and again when the leaderboard changes. @throws NotFound */
export async function challengeChanges(ctx: Ctx, id: string): Promise<AsyncGenerator<undefined>> {
  const found = await findChallenge(ctx.db, id.toLowerCase(), null);
  if (!found) throw new NotFound("challenge");
  return ctx.live.changes([leaderboardTopic(found.achievement.id)], minIntervalMs);
}

function isRanked({ viewer }: Ctx, { amount }: ChallengeRow): boolean {
  return viewer !== null && !viewer.isAnonymous && !viewer.isChild && amount !== null;
}
