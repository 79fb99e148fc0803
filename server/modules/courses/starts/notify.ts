import { dayIn } from "../../../../contract/formats/time-zones.ts";
import type { Ctx } from "../../../ctx.ts";
import { courseStarted } from "../events.ts";
import { listCourseAudience, takeStartedCourses } from "./store.ts";

/**
 * Publishes which courses begin today in the studio's time zone: once for each start day, with any number of workers. One that began on
 * an earlier day, as it was published or moved too late, isn't announced.
 */
export async function notifyStarts(ctx: Ctx): Promise<void> {
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const today = dayIn(now, ctx.studio.timeZone);
    for (const { id, isToday } of await takeStartedCourses(tx.db, { today, now }))
      if (isToday) await tx.publish(courseStarted, { courseId: id, startsOn: today });
  });
}

/** People of a course, ordered by id. */
interface AudiencePage {
  readonly courseId: string;
  /** Leaves out people who joined another start. */
  readonly startsOn?: string | undefined;
  /** Leaves out people who only follow the course, and those who completed it. */
  readonly isOngoing?: boolean;
  /** The last of the previous page; null for the first page. */
  readonly after: string | null;
  readonly first: number;
}

/** People who joined a course or follow it, ordered by id. */
export const courseAudience = (
  ctx: Ctx,
  { startsOn = undefined, isOngoing = false, ...page }: AudiencePage,
): Promise<string[]> => listCourseAudience(ctx.db, { ...page, startsOn: startsOn ?? null, isOngoing });
