import type { Ctx, Tx } from "../../ctx.ts";
import { sqlState } from "../../platform/db.ts";
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

const foreignKeyViolation = "23503";

/** Counts a completed class towards everything that it moves. However often and in what order the news comes, it counts once. */
export async function countCompletion(
  ctx: Ctx,
  completion: Completion & { personId: string },
): Promise<void> {
  const count = () =>
    ctx.transact(async (tx) => {
      const timeZone = await lockForPerson(tx.db, completion.personId);
      await noteCompletion(tx, completion, timeZone);
      await recount(tx, completion.personId);
    });
  // A challenge that an editor deleted while it was being counted for is gone when it is counted again.
  if (await unlessDeleted(count())) return;
  // The person or the class is gone: nobody is left to count for.
  await unlessDeleted(count());
}

/** @returns false when something that it writes about was deleted meanwhile */
async function unlessDeleted(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (sqlState(error) !== foreignKeyViolation) throw error;
    return false;
  }
}

/**
 * Works out a person's progress and badges from their whole history. Badges are never taken back.
 * @returns whether anything was different
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
  // Nobody looks at what stands for everybody: its leaderboard would be all members.
  for (const { id, isCurrent } of counted)
    if (!isCurrent && saved.achievementIds.has(id)) tx.signal(leaderboardTopic(id));
  for (const { badgeId, earnedAt } of saved.badges)
    await tx.publish(badgeEarned, { personId, badgeId, earnedAt: earnedAt.toISOString() });
  return saved.achievementIds.size > 0 || saved.badges.length > 0;
}

/** Gives what one person completed and joined to another, and counts anew; badges come with it. Merging again changes nothing. @returns how many challenges came along */
export async function mergeChallenges(tx: Tx, people: { from: string; into: string }): Promise<number> {
  for (const personId of [people.from, people.into].toSorted()) await lockForPerson(tx.db, personId);
  const challenges = await mergeParticipation(tx.db, people);
  await recount(tx, people.into);
  return challenges;
}

/** Counts anew what a new member did as a guest: from now on they stand on the leaderboards of what they joined. Harmless twice. */
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
 * Works everybody's progress and badges out again from what practice recorded, also what no news came of. Run again it changes nothing; what was
 * counted before keeps its day and its played time.
 * @returns how many people there are, and for how many anything was different
 */
export async function rebuildAchievements(ctx: Ctx): Promise<{ people: number; different: number }> {
  let last: { personId: string; classId: string } | null = null;
  for (;;) {
    const page = await completedAfter(ctx, last, pageSize);
    for (const [personId, completions] of Map.groupBy(page, (row) => row.personId))
      await ctx.transact(async (tx) => {
        const timeZone = await lockForPerson(tx.db, personId);
        for (const completion of completions) await noteCompletion(tx, completion, timeZone);
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

/** Keeps a completion with the person's day and plan of now, unless it is known. Lock the person first. */
async function noteCompletion(
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
