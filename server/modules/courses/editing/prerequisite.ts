import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { requireEditor } from "./editor.ts";
import {
  comesBefore,
  listCourseTitles,
  listPossiblePrerequisites,
  lockPrerequisite,
} from "./store-prerequisite.ts";
import type { NamedCourse } from "./store-prerequisite.ts";

/**
 * Courses that may be recommended before a course, with drafts, by title; 500 at most. Neither itself nor those after it.
 * @param courseId null for a new course
 * @throws NotFound for anyone but editors, Unauthenticated
 */
export async function possiblePrerequisites(ctx: Ctx, courseId: string | null): Promise<NamedCourse[]> {
  requireEditor(ctx);
  return listPossiblePrerequisites(ctx.db, courseId !== null && isUuid(courseId) ? courseId : null);
}

/** Courses by id, drafts too. */
export const courseTitleLoader = defineLoader<string, NamedCourse>(
  async (ctx, ids) => new Map((await listCourseTitles(ctx.db, ids)).map((course) => [course.id, course])),
);

/**
 * Checks the course that is to come before another one. Changes of this kind run one after another until the transaction ends, so
 * that no two make a circle.
 * @param change.courseId null for a new course
 * @throws BadInput for one that doesn't exist, or that comes after the course
 */
export async function checkPrerequisite(
  tx: Tx,
  change: { readonly courseId: string | null; readonly prerequisiteId: string },
): Promise<void> {
  const { courseId, prerequisiteId } = change;
  if (!isUuid(prerequisiteId) || !(await lockPrerequisite(tx.db, prerequisiteId)))
    throw new BadInput("prerequisiteId", msg("This course was deleted. Choose another one."));
  if (courseId !== null && (await comesBefore(tx.db, { courseId, prerequisiteId })))
    throw new BadInput(
      "prerequisiteId",
      msg("This course comes after the one you’re editing. Choose another one."),
    );
}
