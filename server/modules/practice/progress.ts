import type { Ctx } from "../../ctx.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { defineLoader } from "../../platform/loader.ts";
import { accessOf, rankOf } from "../billing/index.ts";
import { classLoader, findClass } from "../catalog/index.ts";
import type { ClassRow } from "../catalog/index.ts";
import { requireViewer } from "../identity/index.ts";
import { previewMs } from "../media/index.ts";
import { allowanceNow, completes, creditPractice, firstAllowanceMs, lengthOf } from "./credit.ts";
import type { PlayedRange } from "./credit.ts";
import { classCompleted } from "./events.ts";
import {
  findAllowanceForUpdate,
  findRecordForUpdate,
  insertGrants,
  listBegun,
  listRecords,
  listSuggested,
  saveAllowance,
  saveRecord,
} from "./store.ts";
import type { RecordRow } from "./store.ts";

export type { RecordRow } from "./store.ts";

/** What the viewer did with classes, batched. */
export const recordLoader = defineLoader<string, RecordRow>(async (ctx, classIds) => {
  if (!ctx.viewer) return new Map();
  const rows = await listRecords(ctx.db, ctx.viewer.personId, classIds);
  return new Map(rows.map((row) => [row.classId, row]));
});

/** How far a person is in a class. */
export interface Progress {
  readonly completed: boolean;
  /** 0 to 100, of the class's distinct time. */
  readonly percent: number;
  readonly positionMs: number;
}

/** Progress from a record; null when nothing was ever practised. */
export function progressOf(record: RecordRow | null, durationMs: number): Progress | null {
  if (!record?.viewedAt) return null;
  return {
    completed: record.completedAt !== null,
    percent: Math.min(100, Math.round((record.playedMs / durationMs) * 10_000) / 100),
    positionMs: record.positionMs,
  };
}

/** Whether the viewer may play the whole class. */
export async function maySeeWhole(ctx: Ctx, found: ClassRow): Promise<boolean> {
  const access = ctx.viewer ? await accessOf(ctx, ctx.viewer.personId) : "free";
  return rankOf(found.accessType) <= rankOf(access);
}

/** Notes that the viewer was given playback of classes, once for all that are asked for together. */
export const grantLoader = defineLoader<string, true>(async (ctx, classIds) => {
  const { personId } = requireViewer(ctx);
  const known = await recordLoader(ctx).loadMany([...classIds]);
  const fresh = classIds.filter((_id, at) => {
    const record = known[at];
    return record === null || record instanceof Error || record?.grantedAt === null;
  });
  if (fresh.length > 0) await insertGrants(ctx.db, personId, fresh, firstAllowanceMs, ctx.clock.now());
  return new Map(classIds.map((id) => [id, true]));
});

/** Most ranges that one report may hold. */
const mostRanges = 1000;
const longestMs = 24 * 60 * 60 * 1000;

function checkRanges(played: readonly PlayedRange[]): void {
  if (played.length > mostRanges) throw new BadInput("played", `Report ${mostRanges} ranges at most at a time; unite those that touch.`);
  for (const { fromMs, toMs } of played) {
    if (fromMs < 0 || toMs < fromMs || toMs > longestMs) throw new BadInput("played", "Each range begins at 0 or later and ends after it begins, in milliseconds of the class.");
  }
}

/**
 * Unites what was played with what is known, as far as it can be credited, and notes where to resume. Sending the same
 * again changes nothing. The first time that nine tenths are reached is news.
 */
export async function recordPractice(ctx: Ctx, classId: string, played: readonly PlayedRange[], positionMs: number): Promise<Progress> {
  const { personId } = requireViewer(ctx);
  checkRanges(played);
  if (positionMs < 0 || positionMs > longestMs) throw new BadInput("positionMs", "The position is a time within the class, in milliseconds.");
  const found = await findClass(ctx, classId);
  if (!found) throw new NotFound("class");
  const playableMs = (await maySeeWhole(ctx, found)) ? found.durationMs : Math.min(previewMs, found.durationMs);

  return ctx.transact(async (tx) => {
    const now = tx.clock.now();
    // The allowance first, always: two reports of one person wait for each other, never across.
    const allowance = await findAllowanceForUpdate(tx.db, personId, firstAllowanceMs, now);
    const record = await findRecordForUpdate(tx.db, personId, found.id);
    const allowanceMs = allowanceNow(allowance.balanceMs, allowance.countedAt.getTime(), now.getTime());
    const credit = creditPractice({
      known: record.played,
      played,
      playableMs,
      grantedAt: record.grantedAt?.getTime() ?? null,
      allowanceMs,
      now: now.getTime(),
    });
    const playedMs = lengthOf(credit.ranges);
    const completesNow = record.completedAt === null && completes(playedMs, found.durationMs);
    const completedAt = completesNow ? now : record.completedAt;
    const next = { personId, classId: found.id, played: credit.ranges, playedMs, positionMs: Math.min(positionMs, found.durationMs), viewedAt: now, completedAt };
    await saveRecord(tx.db, next);
    await saveAllowance(tx.db, personId, allowanceMs - credit.addedMs, now);
    if (completesNow) await tx.publish(classCompleted, { personId, classId: found.id, completedAt: now.toISOString(), playedMs });
    const progress = progressOf({ ...record, ...next, viewedAt: now, completedAt }, found.durationMs);
    if (!progress) throw new Error("A record that was just written has no progress.");
    return progress;
  });
}

/** Classes that the viewer began and didn't complete, the last practised first. */
export async function continueClasses(ctx: Ctx, first: number): Promise<ClassRow[]> {
  return ctx.viewer ? loadInOrder(ctx, await listBegun(ctx.db, ctx.viewer.personId, first)) : [];
}

/** Classes for the viewer: of what they follow and practise, near their level, never what they completed. */
export async function forYouClasses(ctx: Ctx, first: number): Promise<ClassRow[]> {
  // Nobody has the id that stands for a visitor: they get what is new.
  const personId = ctx.viewer?.personId ?? "00000000-0000-0000-0000-000000000000";
  return loadInOrder(ctx, await listSuggested(ctx.db, personId, first));
}

async function loadInOrder(ctx: Ctx, ids: readonly string[]): Promise<ClassRow[]> {
  const rows = await classLoader(ctx).loadMany([...ids]);
  return rows.filter((row): row is ClassRow => row !== null && !(row instanceof Error));
}
