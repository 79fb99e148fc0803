import type { Ctx } from "../../ctx.ts";
import { isForeignKeyViolation } from "../../platform/db.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { pageSize } from "../../platform/graphql/paging.ts";
import { isUuid } from "../../platform/uuid.ts";
import { requireViewer, setTimeZone } from "../identity/index.ts";
import { leaderboardTopic } from "./leaderboard.ts";
import {
  deleteParticipant,
  findChallenge,
  insertParticipant,
  listChallenges,
  updateListed,
} from "./store.ts";
import type { ChallengeRow } from "./store.ts";
import { lockForPerson } from "./store-award.ts";
import { msg, inEnglish } from "../../platform/i18n/messages.ts";

export type {
  AchievementRow,
  BadgeRow,
  ChallengeRow,
  EarnedBadgeRow,
  LeaderRow,
  PlacedRow,
} from "./store.ts";

const viewerId = (ctx: Ctx) => ctx.viewer?.personId ?? null;

/** A challenge by id or slug, with the viewer's progress. */
export function challengeOf(ctx: Ctx, id: string): Promise<ChallengeRow | null> {
  return findChallenge(ctx.db, id.toLowerCase(), viewerId(ctx));
}

/** Challenges, latest end first. `after` is the id of the last one on the previous page. */
export function challenges(ctx: Ctx, first: number | null, after: string | null): Promise<ChallengeRow[]> {
  if (after !== null && !isUuid(after))
    throw new BadInput(
      "pagination.after",
      inEnglish("`after` must be the id of the previous page’s last challenge."),
    );
  return listChallenges(ctx.db, { personId: viewerId(ctx), first: pageSize(first), after });
}

/**
 * Joins a challenge; progress counts from now on. Idempotent.
 * @throws NotFound, BadInput once it has ended, Unauthenticated
 */
export async function joinChallenge(ctx: Ctx, id: string): Promise<ChallengeRow> {
  const { personId } = requireViewer(ctx);
  const found = await challengeOf(ctx, id);
  if (!found) throw new NotFound("challenge");
  try {
    await ctx.transact(async (tx) => {
      const now = tx.clock.now();
      if (found.endsAt <= now)
        throw new BadInput("id", msg("This challenge has ended. Join one that’s running."));
      await lockForPerson(tx.db, personId);
      await insertParticipant(tx.db, { achievementId: found.achievement.id, personId, now });
      tx.signal(leaderboardTopic(found.achievement.id));
    });
  } catch (error) {
    // An editor has deleted the challenge in the meantime.
    if (isForeignKeyViolation(error)) throw new NotFound("challenge");
    throw error;
  }
  return reload(ctx, found.id);
}

/** Leaves a challenge; badges stay. @throws NotFound, Unauthenticated */
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

/**
 * Changes whether the viewer appears on leaderboards, and the time zone of their days.
 * @throws BadInput, Unauthenticated
 */
export async function changeSettings(
  ctx: Ctx,
  change: { isListed?: boolean | null | undefined; timeZone?: string | null | undefined },
): Promise<void> {
  const { personId } = requireViewer(ctx);
  const { isListed = null, timeZone = null } = change;
  await ctx.transact(async (tx) => {
    await lockForPerson(tx.db, personId);
    // Past days stay as they are: the new time zone applies to future days.
    if (timeZone !== null) await setTimeZone(tx, personId, timeZone);
    if (isListed !== null) await updateListed(tx.db, { personId, isListed });
  });
}
