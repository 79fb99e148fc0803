import type { Ctx } from "../../ctx.ts";
import { sqlState } from "../../platform/db.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { pageSize } from "../../platform/graphql/paging.ts";
import { isUuid } from "../../platform/uuid.ts";
import { requireViewer } from "../identity/index.ts";
import { leaderboardTopic } from "./leaderboard.ts";
import {
  deleteParticipant,
  findChallenge,
  insertParticipant,
  listChallenges,
  updateSettings,
} from "./store.ts";
import type { ChallengeRow } from "./store.ts";
import { lockForPerson } from "./store-award.ts";

export type {
  AchievementRow,
  BadgeRow,
  ChallengeRow,
  EarnedBadgeRow,
  LeaderRow,
  PlacedRow,
} from "./store.ts";

const foreignKeyViolation = "23503";

const viewerId = (ctx: Ctx) => ctx.viewer?.personId ?? null;

/** A challenge by its id or its readable name, as the viewer sees it. */
export function challengeOf(ctx: Ctx, id: string): Promise<ChallengeRow | null> {
  return findChallenge(ctx.db, id.toLowerCase(), viewerId(ctx));
}

/** Challenges, the last to end first. `after` is the id of the last one of the page before. */
export function challenges(ctx: Ctx, first: number | null, after: string | null): Promise<ChallengeRow[]> {
  if (after !== null && !isUuid(after))
    throw new BadInput("pagination.after", "Send the id of the last challenge of the page before.");
  return listChallenges(ctx.db, { personId: viewerId(ctx), first: pageSize(first), after });
}

/** Joins; progress counts from now on. Joining again changes nothing. @throws NotFound, BadInput once it has ended, Unauthenticated */
export async function joinChallenge(ctx: Ctx, id: string): Promise<ChallengeRow> {
  const { personId } = requireViewer(ctx);
  const found = await challengeOf(ctx, id);
  if (!found) throw new NotFound("challenge");
  try {
    await ctx.transact(async (tx) => {
      const now = tx.clock.now();
      if (found.endsAt <= now)
        throw new BadInput("id", "This challenge has ended. Join one that is running.");
      await lockForPerson(tx.db, personId);
      await insertParticipant(tx.db, { achievementId: found.achievement.id, personId, now });
      tx.signal(leaderboardTopic(found.achievement.id));
    });
  } catch (error) {
    // An editor has deleted it meanwhile.
    if (sqlState(error) === foreignKeyViolation) throw new NotFound("challenge");
    throw error;
  }
  return reload(ctx, found.id);
}

/** Leaves; badges stay. @throws NotFound, Unauthenticated */
export async function leaveChallenge(ctx: Ctx, id: string): Promise<ChallengeRow> {
  const { personId } = requireViewer(ctx);
  const found = await challengeOf(ctx, id);
  if (!found) throw new NotFound("challenge");
  await ctx.transact(async (tx) => {
    await deleteParticipant(tx.db, { achievementId: found.achievement.id, personId });
    tx.signal(leaderboardTopic(found.achievement.id));
  });
  return reload(ctx, found.id);
}

async function reload(ctx: Ctx, id: string): Promise<ChallengeRow> {
  const found = await challengeOf(ctx, id);
  if (!found) throw new NotFound("challenge");
  return found;
}

/** Changes whether the viewer is on leaderboards, and by which clock their days end. @throws BadInput, Unauthenticated */
export async function changeSettings(
  ctx: Ctx,
  change: { isListed?: boolean | null | undefined; timeZone?: string | null | undefined },
): Promise<void> {
  const { personId } = requireViewer(ctx);
  const { isListed = null, timeZone = null } = change;
  if (timeZone !== null && !isTimeZone(timeZone))
    throw new BadInput("timeZone", "Send an IANA time zone, such as Europe/Zurich.");
  await ctx.transact(async (tx) => {
    await lockForPerson(tx.db, personId);
    // Days that are over stay what they were: the new clock is for those to come.
    await updateSettings(tx.db, { personId, isListed, timeZone });
  });
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}
