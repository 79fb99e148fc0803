import type { Ctx } from "../../ctx.ts";
import { findClass } from "../catalog/index.ts";
import type { ClassRow } from "../catalog/index.ts";
import { masteryLevels, masteryOf } from "./mastery/index.ts";
import { withRecord } from "./records.ts";
import { listStates } from "./store.ts";

/** The level from which a part counts as known. */
const knownLevel = masteryLevels.indexOf("counts");

/** How far the viewer is with a class. */
export interface ClassPractice {
  readonly isCompleted: boolean;
  readonly eights: number;
  /** Eights of the parts that the viewer knows with counts, or better. */
  readonly knownEights: number;
}

/** How far the viewer is with a class; nothing is known without a viewer. */
export async function practiceOf(ctx: Ctx, found: ClassRow): Promise<ClassPractice> {
  const [whole, mastery, isCompleted] = await Promise.all([
    found.parts ? found : findClass(ctx, found.id, "whole"),
    masteryOf(ctx, found),
    withRecord(ctx, found, (record) => record?.isCompleted ?? false),
  ]);
  const known = new Set(
    mastery
      .filter(({ level }) => masteryLevels.indexOf(level) >= knownLevel)
      .map(({ partIndex }) => partIndex),
  );
  let eights = 0;
  let knownEights = 0;
  for (const part of whole?.parts ?? []) {
    eights += part.eights;
    if (known.has(part.index)) knownEights += part.eights;
  }
  return { isCompleted, eights, knownEights };
}

/** The classes among `classIds` that a person completed. */
export async function completedClassIds(
  ctx: Ctx,
  personId: string,
  classIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (classIds.length === 0) return new Set();
  const states = await listStates(ctx.db, personId, [...new Set(classIds)]);
  return new Set(states.filter(({ isCompleted }) => isCompleted).map(({ classId }) => classId));
}
