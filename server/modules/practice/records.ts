import type { Ctx } from "../../ctx.ts";
import { sqlState } from "../../platform/db.ts";
import { Unauthenticated } from "../../platform/errors.ts";
import { defineLoader } from "../../platform/loader.ts";
import { addClassColumn } from "../catalog/index.ts";
import type { ClassRow } from "../catalog/index.ts";
import { listStates, recordSql } from "./store.ts";
import type { RecordState } from "./store.ts";

export type { RecordState } from "./store.ts";

addClassColumn({ name: "record", sql: recordSql });

/** A class with what the viewer did with it, where its statement brought that along. */
type WithRecord = ClassRow & { readonly record?: RecordState | null };

/** What the viewer did with classes, batched. */
export const recordLoader = defineLoader<string, RecordState>(async (ctx, classIds) => {
  if (!ctx.viewer) return new Map();
  const rows = await listStates(ctx.db, ctx.viewer.personId, classIds);
  return new Map(rows.map((row) => [row.classId, row]));
});

/** What the viewer did with a class: at once where it came with the class, else when it is fetched. */
export function withRecord<Value>(
  ctx: Ctx,
  found: ClassRow,
  read: (record: RecordState | null) => Value,
): Value | Promise<Value> {
  const { record } = found as WithRecord;
  if (!ctx.viewer) return read(null);
  return record === undefined ? recordLoader(ctx).load(found.id).then(read) : read(record);
}

/** How far a person is in a class. */
export interface Progress {
  readonly completed: boolean;
  /** 0 to 100, of the class's distinct time. */
  readonly percent: number;
  readonly positionMs: number;
}

/** Progress from a record; null when nothing was ever practised. */
export function progressOf(record: RecordState | null, durationMs: number): Progress | null {
  if (!record?.isViewed) return null;
  return {
    completed: record.isCompleted,
    percent: Math.min(100, Math.round((record.playedMs / durationMs) * 10_000) / 100),
    positionMs: record.positionMs,
  };
}

const foreignKeyViolation = "23503";

/** Runs a write for a person whose account may end meanwhile. @throws Unauthenticated when it has */
export async function whileThere<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (sqlState(error) === foreignKeyViolation && constraint?.includes("person_id"))
      throw new Unauthenticated();
    throw error;
  }
}
