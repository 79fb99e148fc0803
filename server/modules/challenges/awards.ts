import type { Ctx, Tx } from "../../ctx.ts";
import { isForeignKeyViolation } from "../../platform/db.ts";
import { daysPerWeekOf } from "../onboarding/index.ts";
import { completedAfter } from "../practice/index.ts";
import { badgeEarned } from "./events.ts";
import { leaderboardTopic } from "./leaderboard.ts";
import { dayOf, stepsOf } from "./progress.ts";
import type { Completion } from "./progress.ts";
import {
  findTally,
  listPeople,
  lockForPerson,
  mergeParticipation,
  saveCompletion,
  saveTally,
} from "./store-award.ts";
import type { NewProgress } from "./store-award.ts";

/** Counts a completed class towards all achievements. Idempotent, and independent of the order of events. */
export async function countCompletion(
  ctx: Ctx,
  completion: Completion & { personId: string },
): Promise<void> {
  const count = () =>
    ctx.transact(async (tx) => {
      const timeZone = await lockForPerson(tx.db, completion.personId);
      await insertCompletion(tx, completion, timeZone);
      await recount(tx, completion.personId);
    });
  // If an editor deleted a challenge during the count, the recount no longer finds it.
  if (await unlessDeleted(count())) return;
  // The person or the class was deleted: nothing to count.
  await unlessDeleted(count());
}

/** @returns false if a row that it references was deleted in the meantime */
async function unlessDeleted(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    return false;
  }
}

/**
 * Recomputes a person's progress and badges from their whole history. Badges are never revoked.
 * @returns whether anything changed
 */
async function recount(tx: Tx, personId: string): Promise<boolean> {
  const { completions, breaks, counted } = await findTally(tx.db, personId);
  const progress: NewProgress[] = [];
  const earned: { badgeId: string; classId: string; earnedAt: Date }[] = [];
  for (const found of counted) {
    const from = found.isCurrent ? null : later(found.joinedAt, found.startsAt);
    const steps = stepsOf({ ...found, from, to: found.endsAt }, completions, breaks);
    const last = steps.at(-1);
    const joinedAt = found.joinedAt ?? completions[0]?.completedAt;
    if (joinedAt)
      progress.push({
        achievementId: found.id,
        joinedAt,
        amount: last?.amount ?? 0,
        reachedAt: last?.at ?? joinedAt,
      });
    for (const { id, amountToEarn } of found.badges) {
      const step = steps.find(({ amount }) => amount >= amountToEarn);
      if (step) earned.push({ badgeId: id, classId: step.classId, earnedAt: step.at });
    }
  }
  const saved = await saveTally(tx.db, personId, progress, earned);
  // Achievements outside challenges publish no leaderboard topic: theirs would include all members.
  for (const { id, isCurrent } of counted)
    if (!isCurrent && saved.achievementIds.has(id)) tx.signal(leaderboardTopic(id));
  for (const { badgeId, earnedAt } of saved.badges)
    await tx.publish(badgeEarned, { personId, badgeId, earnedAt: earnedAt.toISOString() });
  return saved.achievementIds.size > 0 || saved.badges.length > 0;
}

/**
 * Moves completions and joined challenges to another person and recounts; badges move too. Idempotent.
 * @returns the number of challenges moved
 */
export async function mergeChallenges(tx: Tx, people: { from: string; into: string }): Promise<number> {
  for (const personId of [people.from, people.into].toSorted()) await lockForPerson(tx.db, personId);
  const challenges = await mergeParticipation(tx.db, people);
  await recount(tx, people.into);
  return challenges;
}

/**
 * Recounts what a new member did as a guest, so that they appear on the leaderboards of joined challenges.
 * Idempotent.
 */
export async function countNewMember(ctx: Ctx, personId: string): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockForPerson(tx.db, personId);
    await recount(tx, personId);
  });
}

function later(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b;
  return a > b ? a : b;
}

const pageSize = 500;

/**
 * Recomputes progress and badges for everyone from the practice records, including those without an event.
 * Idempotent; completions already counted keep their day and played time.
 * @returns the number of people, and for how many anything changed
 */
export async function rebuildAchievements(ctx: Ctx): Promise<{ people: number; different: number }> {
  let last: { personId: string; classId: string } | null = null;
  for (;;) {
    const page = await completedAfter(ctx, last, pageSize);
    for (const [personId, completions] of Map.groupBy(page, (row) => row.personId))
      await ctx.transact(async (tx) => {
        const timeZone = await lockForPerson(tx.db, personId);
        for (const completion of completions) await insertCompletion(tx, completion, timeZone);
      });
    last = page.at(-1) ?? null;
    if (!last || page.length < pageSize) break;
  }
  let people = 0;
  let different = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const page = await listPeople(ctx.db, after, pageSize);
    for (const { personId } of page) {
      const isDifferent = await ctx.transact(async (tx) => {
        await lockForPerson(tx.db, personId);
        return recount(tx, personId);
      });
      if (isDifferent) different += 1;
    }
    people += page.length;
    after = page.at(-1)?.personId ?? after;
    if (page.length < pageSize) return { people, different };
  }
}

/** Saves a completion with the person's current day and plan, unless it exists. Lock the person first. */
async function insertCompletion(
  tx: Tx,
  completion: Completion & { personId: string },
  timeZone: string,
): Promise<void> {
  await saveCompletion(tx.db, {
    ...completion,
    day: dayOf(completion.completedAt, timeZone),
    daysPerWeek: await daysPerWeekOf(tx.db, completion.personId),
  });
}
