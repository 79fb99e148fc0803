import type { Ctx } from "../../ctx.ts";
import { listCompleted } from "./store-completions.ts";
import type { CompletedRow } from "./store-completions.ts";

const before = "00000000-0000-0000-0000-000000000000";

/** Everything that anybody ever completed, in the order of persons and classes, a page at a time. @param after the last of the page before */
export const completedAfter = (
  ctx: Ctx,
  after: { personId: string; classId: string } | null,
  first: number,
): Promise<CompletedRow[]> => listCompleted(ctx.db, after ?? { personId: before, classId: before }, first);
