import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { defineLoader } from "../../../platform/loader.ts";
import {
  defineClassList,
  findClass,
  findInstructorClass,
  isLocked,
  selectClassesOf,
} from "../../catalog/index.ts";
import type { ClassRow, Depth } from "../../catalog/index.ts";
import { requireViewer } from "../../identity/index.ts";
import { previewMs } from "../../media/index.ts";
import { whileThere } from "../records.ts";
import { layOver, leastPeople } from "./heatmap.ts";
import type { HeatmapCell } from "./heatmap.ts";
import { levelNow, levelOfSitting, masteryLevels } from "./levels.ts";
import type { MasteryLevel } from "./levels.ts";
import { ratingOf, review } from "./reviews.ts";
import {
  addLoop,
  dueSource,
  findLooperCount,
  findMasteryForUpdate,
  listLooped,
  listMastery,
  saveMastery,
} from "./store.ts";
import type { ClassMastery, MasteryRow } from "./store.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

export { masteryLevels } from "./levels.ts";
export type { MasteryLevel } from "./levels.ts";
export type { HeatmapCell } from "./heatmap.ts";

/** The viewer's mastery of a part. */
export interface PartMastery {
  readonly partIndex: number;
  readonly level: MasteryLevel;
  /** Whether the level is self-reported. */
  readonly isSelfReported: boolean;
  /** Tempo of the last loop, percent; null: never looped. */
  readonly tempo: number | null;
  /** When the part is due for review; null: not learned yet. */
  readonly dueAt: Date | null;
}

const masteryLoader = defineLoader<string, ClassMastery>(async (ctx, classIds) => {
  if (!ctx.viewer) return new Map();
  const rows = await listMastery(ctx.db, ctx.viewer.personId, classIds);
  return new Map(rows.map((row) => [row.classId, row]));
});

const wholeOf = async (ctx: Ctx, found: ClassRow): Promise<ClassRow> => {
  const whole = found.parts ? found : await findClass(ctx, found.id, "whole");
  if (!whole) throw new NotFound("class");
  return whole;
};

/** The viewer's mastery of each part of a class; empty without a viewer. */
export async function masteryOf(ctx: Ctx, found: ClassRow): Promise<PartMastery[]> {
  if (!ctx.viewer) return [];
  const [{ parts = [] }, known] = await Promise.all([wholeOf(ctx, found), masteryLoader(ctx).load(found.id)]);
  return parts.map((part) => {
    const stored = known?.parts.find(({ partKey }) => partKey === part.key) ?? null;
    return {
      partIndex: part.index,
      level: levelNow(stored, part, known?.played ?? []),
      isSelfReported: stored?.own != null,
      tempo: stored?.tempo ?? null,
      dueAt: stored?.dueAt ? new Date(stored.dueAt) : null,
    };
  });
}

/** A session with one loop. Tempo in percent; passes: from A to B without a stop. */
export interface LoopReport {
  readonly startMs: number;
  readonly endMs: number;
  readonly tempo: number;
  readonly passes: number;
}

async function findPart(
  ctx: Ctx,
  classId: string,
  isIt: (part: { index: number; key: number; startMs: number; endMs: number }) => boolean,
) {
  const found = await findClass(ctx, classId, "whole");
  if (!found) throw new NotFound("class");
  const part = found.parts?.find(isIt);
  if (!part) throw new NotFound("part");
  return { found, part };
}

async function changePart(
  ctx: Ctx,
  found: ClassRow,
  partKey: number,
  change: (known: MasteryRow, now: Date) => MasteryRow,
  loop: LoopReport | null,
): Promise<PartMastery[]> {
  const { personId } = requireViewer(ctx);
  const part = { personId, classId: found.id, partKey };
  await whileThere(() =>
    ctx.transact(async (tx) => {
      const known = await findMasteryForUpdate(tx.db, part);
      await saveMastery(tx.db, { ...change(known, tx.clock.now()), ...part });
      if (loop)
        await addLoop(tx.db, { personId, classId: found.id, startMs: loop.startMs, endMs: loop.endMs });
    }),
  );
  masteryLoader(ctx).clear(found.id);
  return masteryOf(ctx, found);
}

/**
 * Records a loop: its range, its tempo, and the level that its clean passes show. Repeating a report changes nothing. A
 * loop belongs to the part that contains its start.
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function recordLoop(ctx: Ctx, classId: string, report: LoopReport): Promise<PartMastery[]> {
  requireViewer(ctx);
  const { startMs, endMs, tempo, passes } = report;
  if (startMs < 0 || endMs <= startMs)
    throw new BadInput("loop", msg("A loop must start at 0 or later and end after it starts."));
  if (tempo < 25 || tempo > 150)
    throw new BadInput("tempo", inEnglish("The tempo must be 25 to 150 percent of the class’s tempo."));
  if (passes < 0 || passes > 1000)
    throw new BadInput("passes", inEnglish("Report up to 1,000 clean passes."));
  const { found, part } = await findPart(
    ctx,
    classId,
    (one) => startMs >= one.startMs - 1 && startMs < one.endMs - 1,
  );
  const playableMs = (await isLocked(ctx, found)) ? Math.min(previewMs, found.durationMs) : found.durationMs;
  if (endMs > playableMs + 1)
    throw new BadInput("loop", inEnglish("The loop must end within what the viewer can play."));
  return changePart(
    ctx,
    found,
    part.key,
    (known, now) => {
      const shown = levelOfSitting(report);
      const next = { ...known, tempo };
      if (shown === 0) return next;
      const reviewed = review(known, ratingOf(shown, known.own ?? known.reached), now);
      return {
        ...next,
        ...reviewed,
        reached: Math.max(known.reached, shown),
        own: known.own !== null && shown > known.own ? null : known.own,
        dueAt: new Date(reviewed.card.due),
      };
    },
    report,
  );
}

/**
 * Sets the self-reported level of a part; null returns to the measured one. A higher level is an easy review; a lower
 * one is a failed review, so that the part is due sooner.
 * @throws NotFound, Unauthenticated
 */
export async function setMastery(
  ctx: Ctx,
  classId: string,
  partIndex: number,
  level: MasteryLevel | null,
): Promise<PartMastery[]> {
  requireViewer(ctx);
  const { found, part } = await findPart(ctx, classId, ({ index }) => index === partIndex);
  return changePart(
    ctx,
    found,
    part.key,
    (known, now) => {
      if (level === null) return { ...known, own: null };
      const own = masteryLevels.indexOf(level);
      const before = known.own ?? known.reached;
      if (own === known.own) return known;
      // A part that was only seen isn't learned, and is never due.
      if (own < 2 && !known.card) return { ...known, own };
      const reviewed = review(known, own < before ? 1 : own > before ? 4 : 3, now, true);
      return { ...known, ...reviewed, own, dueAt: new Date(reviewed.card.due) };
    },
    null,
  );
}

interface DueColumns {
  readonly partIndex: number;
  readonly reached: number;
  readonly own: number | null;
  readonly tempo: number | null;
  readonly dueAt: Date;
}
const listDue = defineClassList(
  selectClassesOf<{ personId: string | null; now: Date; first: number }, DueColumns>(
    "practice.list_due",
    dueSource,
  ),
);

/** A part that is due for review. */
export interface DuePart extends PartMastery {
  readonly studioClass: ClassRow;
}

/** Parts that the viewer should review, the longest due first; empty without a viewer. */
export async function dueParts(ctx: Ctx, first: number, depth: Depth): Promise<DuePart[]> {
  if (!ctx.viewer) return [];
  const rows = await listDue(ctx, depth, { personId: ctx.viewer.personId, now: ctx.clock.now(), first });
  return rows.map((row) => ({
    studioClass: row,
    partIndex: row.partIndex,
    level: masteryLevels[row.own ?? row.reached]!,
    isSelfReported: row.own !== null,
    tempo: row.tempo,
    dueAt: row.dueAt,
  }));
}

/** Loop heatmap of a class; `stretches` is empty below the minimum number of people. */
export interface LoopHeatmap {
  readonly people: number;
  readonly leastPeople: number;
  readonly stretches: readonly HeatmapCell[];
}

/**
 * Loop heatmap of a class, for its instructor and the studio's editors.
 * @throws NotFound for everyone else
 */
export async function loopHeatmap(ctx: Ctx, classId: string): Promise<LoopHeatmap> {
  const found = await findInstructorClass(ctx, classId);
  const people = await findLooperCount(ctx.db, found.id);
  const stretches = people < leastPeople ? [] : layOver(await listLooped(ctx.db, found.id));
  return { people: people < leastPeople ? 0 : people, leastPeople, stretches };
}

/** Inserts loops of seeded people. Idempotent. */
export async function seedLoops(
  tx: Tx,
  classId: string,
  loops: readonly { personId: string; startMs: number; endMs: number }[],
): Promise<void> {
  for (const loop of loops) await addLoop(tx.db, { ...loop, classId });
}
