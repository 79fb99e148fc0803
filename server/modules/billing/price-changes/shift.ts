import type { Ctx, Tx } from "../../../ctx.ts";

/** Members of one transaction. */
export const batch = 100;
/** How long a job runs before it makes room for others, in milliseconds. */
export const shiftMs = 50_000;

/** Limits a run of batches. */
export interface Shift {
  /** Milliseconds after which no further batch begins. */
  readonly untilMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Commits batches until none is left or the shift is over.
 * @param work commits one batch. Resolves to false after the last
 * @returns whether some may be left
 */
export async function workInBatches(
  ctx: Ctx,
  { untilMs, signal }: Shift,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const end = performance.now() + untilMs;
  for (;;) {
    if (signal?.aborted || performance.now() > end) return true;
    if (!(await ctx.transact(work))) return false;
  }
}
