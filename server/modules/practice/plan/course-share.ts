import type { Ctx } from "../../../ctx.ts";
import { defineMemo } from "../../../platform/loader.ts";
import type { Choice } from "./choose.ts";
import type { Day } from "./days.ts";

/** A class of a course that comes next for a person who joined it. */
export interface CourseStep {
  readonly classId: string;
  readonly courseId: string;
  /** Of the course. */
  readonly title: string;
  /** From 1, among the classes of the course that the person may open. */
  readonly place: number;
  readonly total: number;
  /** The day from which the course offers it; null: from the start. */
  readonly opensOn: Day | null;
}

/** Whose steps are asked for, in which week. */
export interface StepsRequest {
  readonly personId: string;
  /** What is completed since then belongs to the week. */
  readonly since: Date;
  /** What the person may open. */
  readonly accessRank: number;
  readonly allowsExplicit: boolean;
  readonly isChild: boolean;
}
type ListSteps = (ctx: Ctx, request: StepsRequest) => Promise<readonly (readonly CourseStep[])[]>;

let listSteps: ListSteps | null = null;

/** Declares what courses offer next, a list for each course, the last joined first. Call it at module scope. */
export function defineCourseSteps(list: ListSteps): void {
  listSteps = list;
}

/** Answers by request: a page asks for the plan in several places. */
const knownSteps = defineMemo(() => new Map<string, ReturnType<ListSteps>>());

/** What the person's courses offer next; none without the module of courses. */
export function courseStepsOf(ctx: Ctx, request: StepsRequest): ReturnType<ListSteps> {
  if (!listSteps) return Promise.resolve([]);
  const known = knownSteps(ctx);
  const key = JSON.stringify(request);
  const steps = known.get(key) ?? listSteps(ctx, request);
  known.set(key, steps);
  return steps;
}

/**
 * Gives courses their share of a week: every second session, in turn, each with the next class of a course that is open on its day.
 * The class that stood there moves to the session that the course's class had, if it was in the week already.
 * @param courses what each course offers next, in order
 * @param sharedSlot the family's session, which stays; null for none
 */
export function withCourses(
  choices: readonly Choice[],
  days: readonly Day[],
  courses: readonly (readonly CourseStep[])[],
  sharedSlot: number | null,
): Choice[] {
  const result = [...choices];
  let waiting = courses.map((steps) => [...steps]);
  for (let slot = 0; slot < result.length; slot += 2) {
    if (slot === sharedSlot) continue;
    const at = waiting.findIndex(([next]) => next && (next.opensOn ?? "") <= days[slot]!);
    const step = waiting[at]?.shift();
    if (!step) continue;
    // The course that had its turn waits for the others.
    waiting = [...waiting.toSpliced(at, 1), waiting[at]!];
    const other = result.findIndex(({ classId }) => classId === step.classId);
    if (other >= 0 && other !== slot) result[other] = result[slot]!;
    result[slot] = { classId: step.classId, reason: reasonOf(step) };
  }
  return result;
}

const reasonOf = ({ courseId, title, place, total }: CourseStep): Choice["reason"] => ({
  kind: "course",
  detail: title,
  named: { kind: "course", subject: courseId },
  step: { place, total },
});
