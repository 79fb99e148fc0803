import type { Ctx } from "../../ctx.ts";
import { listCompleted } from "./store-completions.ts";
import type { CompletedRow } from "./store-completions.ts";

const before = "00000000-0000-0000-0000-000000000000";

/**
 * All completions, ordered by person and class, one page at a time.
 * @param after last row of the previous page
 */
export const completedAfter = (
  ctx: Ctx,
  after: { personId: string; classId: string } | null,
  first: number,
): Promise<CompletedRow[]> => listCompleted(ctx.db, after ?? { personId: before, classId: before }, first);
