import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { classesOf, enrollmentOf } from "./courses.ts";
import { listPublishedOf } from "./store.ts";
import type { CourseRow } from "./store.ts";

const publishedLoader = defineLoader<string, CourseRow>(
  async (ctx, ids) => new Map((await listPublishedOf(ctx.db, ids)).map((row) => [row.id, row])),
);

/** The published course that is recommended before a course; null without one. */
export const prerequisiteOf = async (ctx: Ctx, { prerequisiteId }: CourseRow): Promise<CourseRow | null> =>
  prerequisiteId === null ? null : publishedLoader(ctx).load(prerequisiteId);

/** Whether the viewer completed all classes of a course that they may see, having joined it or not. */
export async function isCompleted(ctx: Ctx, course: CourseRow): Promise<boolean> {
  if ((await enrollmentOf(ctx, course))?.completedAt) return true;
  const classes = await classesOf(ctx, course);
  return classes.length > 0 && classes.every((one) => one.isCompleted);
}
