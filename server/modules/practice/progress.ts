import type { Ctx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { findClass, isLocked } from "../catalog/index.ts";
import { requireViewer } from "../identity/index.ts";
import { previewMs } from "../media/index.ts";
import { allowanceNow, completes, creditPractice, firstAllowanceMs, lengthOf } from "./credit.ts";
import type { PlayedRange } from "./credit.ts";
import { classCompleted } from "./events.ts";
import { progressOf, recordLoader, whileThere } from "./records.ts";
import type { Progress } from "./records.ts";
import { findAllowanceForUpdate, findRecordForUpdate, saveAllowance, saveRecord } from "./store.ts";

/** Most ranges that one report may hold. */
const mostRanges = 1000;
/** The latest time within a class that a client may speak of, in milliseconds. */
const latestMs = 24 * 60 * 60 * 1000;

function checkReport(played: readonly PlayedRange[], positionMs: number): void {
  if (played.length > mostRanges)
    throw new BadInput("played", `Report ${mostRanges} ranges at most at a time; unite those that touch.`);
  for (const { fromMs, toMs } of played) {
    if (fromMs < 0 || toMs < fromMs || toMs > latestMs) {
      throw new BadInput(
        "played",
        "Each range begins at 0 or later and ends after it begins, in milliseconds of the class.",
      );
    }
  }
  if (positionMs < 0 || positionMs > latestMs)
    throw new BadInput("positionMs", "The position is a time within the class, in milliseconds.");
}

/**
 * Unites what was played with what is known, as far as it can be credited, and notes where to resume. Sending the same
 * again changes nothing. The first time that nine tenths are reached is news.
 * @throws BadInput for ranges or a position that no class has, NotFound, Unauthenticated
 */
export async function recordPractice(
  ctx: Ctx,
  classId: string,
  played: readonly PlayedRange[],
  positionMs: number,
): Promise<Progress> {
  const { personId } = requireViewer(ctx);
  checkReport(played, positionMs);
  const found = await findClass(ctx, classId);
  if (!found) throw new NotFound("class");
  const { durationMs } = found;
  const playableMs = (await isLocked(ctx, found)) ? Math.min(previewMs, durationMs) : durationMs;

  const write = () =>
    ctx.transact(async (tx) => {
      const now = tx.clock.now();
      // The allowance first, always: reports of one person wait for each other, and never across.
      const allowance = await findAllowanceForUpdate(tx.db, { personId, allowanceMs: firstAllowanceMs, now });
      const record = await findRecordForUpdate(tx.db, personId, found.id);
      const allowanceMs = allowanceNow(allowance.balanceMs, allowance.countedAt.getTime(), now.getTime());
      const grantedAt = record.grantedAt?.getTime() ?? null;
      const credit = creditPractice({
        known: record.played,
        played,
        playableMs,
        grantedAt,
        allowanceMs,
        now: now.getTime(),
      });
      const playedMs = lengthOf(credit.ranges);
      const completesNow = record.completedAt === null && completes(playedMs, durationMs);
      const completedAt = completesNow ? now : record.completedAt;
      const state = { playedMs, positionMs: Math.min(positionMs, durationMs) };
      await saveRecord(tx.db, {
        personId,
        classId: found.id,
        played: credit.ranges,
        ...state,
        viewedAt: now,
        completedAt,
      });
      await saveAllowance(tx.db, { personId, balanceMs: allowanceMs - credit.addedMs, now });
      if (completesNow)
        await tx.publish(classCompleted, {
          personId,
          classId: found.id,
          completedAt: now.toISOString(),
          playedMs,
        });
      return {
        ...state,
        isGranted: grantedAt !== null,
        isViewed: true,
        isCompleted: completedAt !== null,
        isSaved: false,
      };
    });
  const state = await whileThere(write);
  recordLoader(ctx).clear(found.id);
  const progress = progressOf(state, durationMs);
  if (!progress) throw new Error("A record that was just written has no progress.");
  return progress;
}
