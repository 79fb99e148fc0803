import type { Ctx } from "../../ctx.ts";
import { isUuid } from "../../platform/uuid.ts";
import { defineSetSource } from "../practice/index.ts";
import { classesOf } from "./courses.ts";
import { findCourseRow } from "./store.ts";
import type { CourseRow } from "./store.ts";

const prefix = "course-";

/** The id of a course's set: its open classes in order, as the player dances them. */
export const setIdOfCourse = ({ id }: CourseRow): string => `${prefix}${id}`;

defineSetSource(prefix, async (ctx: Ctx, key: string) => {
  const course = isUuid(key) ? await findCourseRow(ctx.db, key.toLowerCase()) : null;
  if (!course?.publishedAt) return [];
  const classes = await classesOf(ctx, course);
  return classes
    .filter(({ opening }) => opening.isOpen)
    .map(({ studioClass, isCompleted }) => ({ studioClass, isDanced: isCompleted }));
});
