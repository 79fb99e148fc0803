import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { addClassColumn } from "../catalog/index.ts";
import type { ClassRow } from "../catalog/index.ts";
import { listStates, recordSql } from "./store.ts";
import type { RecordState } from "./store.ts";

export type { RecordState } from "./store.ts";
export { whileThere } from "../../platform/while-there.ts";

addClassColumn({ name: "record", sql: recordSql });

/** A class with the viewer's record, if its statement included it. */
type WithRecord = ClassRow & { readonly record?: RecordState | null };

/** The viewer's records of classes, batched. */
export const recordLoader = defineLoader<string, RecordState>(async (ctx, classIds) => {
  if (!ctx.viewer) return new Map();
  const rows = await listStates(ctx.db, ctx.viewer.personId, classIds);
  return new Map(rows.map((row) => [row.classId, row]));
});

/** Maps the viewer's record of a class: synchronously if fetched with the class, else by the loader. */
export function withRecord<Value>(
  ctx: Ctx,
  found: ClassRow,
  read: (record: RecordState | null) => Value,
): Value | Promise<Value> {
  const { record } = found as WithRecord;
  if (!ctx.viewer) return read(null);
  return record === undefined ? recordLoader(ctx).load(found.id).then(read) : read(record);
}

/** A person's progress in a class. */
export interface Progress {
  readonly completed: boolean;
  /** 0 to 100, of the class's distinct time. */
  readonly percent: number;
  readonly positionMs: number;
}

/** What progress follows from. */
export type PracticedState = Pick<RecordState, "playedMs" | "positionMs" | "isViewed" | "isCompleted">;

/** Progress from a record; null if nothing was ever practiced. */
export function progressOf(record: PracticedState | null, durationMs: number): Progress | null {
  if (!record?.isViewed) return null;
  return {
    completed: record.isCompleted,
    percent: Math.min(100, Math.round((record.playedMs / durationMs) * 10_000) / 100),
    positionMs: record.positionMs,
  };
}
