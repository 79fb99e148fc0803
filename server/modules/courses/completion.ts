import type { Ctx } from "../../ctx.ts";
import { completedClassIds } from "../practice/index.ts";
import { courseCompleted } from "./events.ts";
import { completeEnrollment, listOpenEnrollments } from "./store.ts";

/** What may have completed a course. */
export interface PossibleCompletion {
  readonly personId: string;
  /** The class that was just completed; null to look at all. */
  readonly classId: string | null;
  /** The course to look at; null for all that the person joined. */
  readonly courseId: string | null;
  readonly completedAt: Date;
}

/** Marks the person's courses whose classes are all completed, and publishes each once. Idempotent. */
export async function completeIfDone(
  ctx: Ctx,
  { personId, classId, courseId, completedAt }: PossibleCompletion,
): Promise<void> {
  const open = await listOpenEnrollments(ctx.db, { personId, classId, courseId });
  const completed = await completedClassIds(
    ctx,
    personId,
    open.flatMap(({ classIds }) => classIds),
  );
  for (const { courseId: id, classIds } of open) {
    const last = classId ?? classIds.at(-1);
    if (last === undefined || classIds.some((one) => !completed.has(one))) continue;
    await ctx.transact(async (tx) => {
      if (!(await completeEnrollment(tx.db, { courseId: id, personId, completedAt }))) return;
      await tx.publish(courseCompleted, {
        courseId: id,
        personId,
        classId: last,
        completedAt: completedAt.toISOString(),
      });
    });
  }
}
