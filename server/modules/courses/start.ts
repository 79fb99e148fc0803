import { dayIn } from "../../../contract/formats/time-zones.ts";
import type { Ctx } from "../../ctx.ts";
import { courseStarted } from "./events.ts";
import { listCourseAudience, takeStartedCourses } from "./store.ts";

/** Publishes which courses have begun in the studio's time zone: once each, with any number of workers. */
export async function notifyStarts(ctx: Ctx): Promise<void> {
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const today = dayIn(now, ctx.studio.timeZone);
    for (const { id } of await takeStartedCourses(tx.db, { today, now }))
      await tx.publish(courseStarted, { courseId: id });
  });
}

/**
 * People who joined a course or follow it, ordered by id.
 * @param after the last of the previous page; null for the first page
 */
export const courseAudience = (
  ctx: Ctx,
  courseId: string,
  after: string | null,
  first: number,
): Promise<string[]> =>
  listCourseAudience(ctx.db, { courseId, after: after ?? "00000000-0000-0000-0000-000000000000", first });
