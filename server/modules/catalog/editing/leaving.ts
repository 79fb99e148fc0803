import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { classLeaving } from "../events.ts";
import { takeLeaving } from "./store-publication.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Classes of one run of the job. Others follow with the next. */
const maxPerRun = 100;

/** Until when a class must leave for members to be told now: within five days. */
export const noticeUntil = (now: Date): Date => new Date(now.getTime() + 5 * dayMs);

/** Tells members of classes that leave the library soon: once for each date, with any number of workers. */
export const announceLeavingJob = defineJob({
  name: "catalog.announce_leaving",
  schema: z.object({}),
  maxAttempts: 3,
  run: announceLeaving,
});

async function announceLeaving(ctx: Ctx): Promise<void> {
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const leaving = await takeLeaving(tx.db, {
      now,
      until: noticeUntil(now),
      // What has just come is news by itself.
      publishedBefore: new Date(now.getTime() - dayMs),
      max: maxPerRun,
    });
    for (const { id, leavesAt } of leaving)
      await tx.publish(classLeaving, { classId: id, leavesAt: leavesAt.toISOString() });
  });
}
