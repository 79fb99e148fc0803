import type { Ctx, Tx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { findClass, isLocked } from "../catalog/index.ts";
import { requireViewer } from "../identity/index.ts";
import { previewMs } from "../media/index.ts";
import { allowanceNow, completes, creditPractice, firstAllowanceMs, lengthOf } from "./credit.ts";
import type { PlayedRange } from "./credit.ts";
import { classCompleted } from "./events.ts";
import { progressOf, recordLoader, whileThere } from "./records.ts";
import type { PracticedState, Progress } from "./records.ts";
import {
  findAllowanceForUpdate,
  findRecordForUpdate,
  insertGrants,
  saveAllowance,
  saveRecord,
} from "./store.ts";
import { sumPlayedMs } from "./store-lists.ts";
import { companionsOf } from "./co-practice.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";

/** Maximum ranges per report. */
const maxRanges = 1000;
/** Maximum position within a class, in milliseconds. */
const latestMs = 24 * 60 * 60 * 1000;

function checkReport(played: readonly PlayedRange[], positionMs: number): void {
  if (played.length > maxRanges)
    throw new BadInput(
      "played",
      inEnglish(`Report at most ${maxRanges} ranges at a time. Merge ranges that touch.`),
    );
  for (const { fromMs, toMs } of played) {
    if (fromMs < 0 || toMs < fromMs || toMs > latestMs) {
      throw new BadInput(
        "played",
        inEnglish(
          "Each range must start at 0 or later and end after it starts, in milliseconds of the class.",
        ),
      );
    }
  }
  if (positionMs < 0 || positionMs > latestMs)
    throw new BadInput("positionMs", inEnglish("The position must be within the class, in milliseconds."));
}

/**
 * Adds played ranges to a viewer's credited practice, as far as allowed, and stores the resume position. Idempotent.
 * Publishes the completion when nine tenths are first reached. Co-practicing profiles of the family are credited too.
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
  const companions = (await companionsOf(ctx)).filter(({ isChild }) => !(isChild && found.isExplicit));
  const report: Report = { classId: found.id, durationMs, playableMs, played, positionMs };

  const state = await whileThere(() =>
    ctx.transact(async (tx) => {
      const mine = await creditPerson(tx, personId, report, null);
      for (const { personId: id, since } of companions) {
        // A profile that joined later is credited from then; none before the class was opened.
        if (mine.grantedAt)
          await creditPerson(tx, id, report, since > mine.grantedAt ? since : mine.grantedAt);
      }
      return mine.state;
    }),
  );
  recordLoader(ctx).clear(found.id);
  const progress = progressOf(state, durationMs);
  if (!progress) throw new Error("A record that was just written has no progress.");
  return progress;
}

/** A report of played ranges, with how much the viewer may play. */
interface Report {
  readonly classId: string;
  readonly durationMs: number;
  readonly playableMs: number;
  readonly played: readonly PlayedRange[];
  readonly positionMs: number;
}

/**
 * Credits one person with a report.
 * @param begunAt start of credit for a co-practicing profile without a grant of its own
 */
async function creditPerson(
  tx: Tx,
  personId: string,
  report: Report,
  begunAt: Date | null,
): Promise<{ readonly grantedAt: Date | null; readonly state: PracticedState }> {
  const { classId, durationMs } = report;
  const now = tx.clock.now();
  // Locks the allowance first, always: reports of one person run one after another.
  const allowance = await findAllowanceForUpdate(tx.db, { personId, allowanceMs: firstAllowanceMs, now });
  const record = await findRecordForUpdate(tx.db, personId, classId);
  const grantedAt = record.grantedAt ?? begunAt;
  if (!record.grantedAt && begunAt)
    await insertGrants(tx.db, { personId, classIds: [classId], allowanceMs: firstAllowanceMs, now: begunAt });
  const allowanceMs = allowanceNow(allowance.balanceMs, allowance.countedAt.getTime(), now.getTime());
  const credit = creditPractice({
    known: record.played,
    played: report.played,
    playableMs: report.playableMs,
    grantedAt: grantedAt?.getTime() ?? null,
    allowanceMs,
    now: now.getTime(),
  });
  const playedMs = lengthOf(credit.ranges);
  const completesNow = record.completedAt === null && completes(playedMs, durationMs);
  const completedAt = completesNow ? now : record.completedAt;
  const state = { playedMs, positionMs: Math.min(report.positionMs, durationMs) };
  await saveRecord(tx.db, { personId, classId, played: credit.ranges, ...state, viewedAt: now, completedAt });
  await saveAllowance(tx.db, { personId, balanceMs: allowanceMs - credit.addedMs, now });
  if (completesNow)
    await tx.publish(classCompleted, { personId, classId, completedAt: now.toISOString(), playedMs });
  return {
    grantedAt,
    state: { ...state, isViewed: true, isCompleted: completedAt !== null },
  };
}

/** How long the viewer has danced in all, in milliseconds; null without a viewer. */
export async function practicedInMs(ctx: Ctx): Promise<number | null> {
  return ctx.viewer ? sumPlayedMs(ctx.db, ctx.viewer.personId) : null;
}
