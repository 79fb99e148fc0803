import type { Ctx, Tx } from "../../ctx.ts";
import { completedClassIds } from "../practice/index.ts";
import { courseCompleted } from "./events.ts";
import { completeEnrollment, listOpenEnrolled, listOpenEnrollments } from "./store.ts";

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
    await ctx.transact((tx) => completeFor(tx, { courseId: id, personId, classId: last, completedAt }));
  }
}

interface Completion {
  readonly courseId: string;
  readonly personId: string;
  readonly classId: string;
  readonly completedAt: Date;
}
/** Marks a person's course as completed, and publishes it unless it was. */
async function completeFor(tx: Tx, { completedAt, ...completion }: Completion): Promise<void> {
  if (!(await completeEnrollment(tx.db, { ...completion, completedAt }))) return;
  await tx.publish(courseCompleted, { ...completion, completedAt: completedAt.toISOString() });
}

/** People of a course whose completion one transaction looks at. */
const pageSize = 200;

/**
 * Completes a course for a page of those who have completed all classes that are left in it: one was removed, or left the library.
 * Idempotent.
 * @param page.after the last person of the page before; null for the first page
 * @returns the last person of the page; null if it is the last page
 */
export async function completeCourse(
  ctx: Ctx,
  { courseId, after, first = pageSize }: { courseId: string; after: string | null; first?: number },
): Promise<string | null> {
  const completedAt = ctx.clock.now();
  const people = await listOpenEnrolled(ctx.db, { courseId, after, first });
  for (const { personId, lastClassId } of people)
    if (lastClassId !== null)
      await ctx.transact((tx) => completeFor(tx, { courseId, personId, classId: lastClassId, completedAt }));
  return people.length === first ? (people.at(-1)?.personId ?? null) : null;
}
