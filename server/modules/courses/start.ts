import { dayIn } from "../../../contract/formats/time-zones.ts";
import type { Ctx } from "../../ctx.ts";
import { courseStarted } from "./events.ts";
import { listCourseAudience, takeStartedCourses } from "./store.ts";

/**
 * Publishes which courses begin today in the studio's time zone: once each, with any number of workers. One that began on an earlier
 * day, as it was published or moved too late, isn't announced.
 */
export async function notifyStarts(ctx: Ctx): Promise<void> {
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const today = dayIn(now, ctx.studio.timeZone);
    for (const { id, isToday } of await takeStartedCourses(tx.db, { today, now }))
      if (isToday) await tx.publish(courseStarted, { courseId: id });
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
): Promise<string[]> => listCourseAudience(ctx.db, { courseId, after, first });
