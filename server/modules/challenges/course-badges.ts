import type { Ctx } from "../../ctx.ts";
import { isForeignKeyViolation } from "../../platform/db.ts";
import { courseById } from "../courses/index.ts";
import { badgeEarned } from "./events.ts";
import { awardCourseBadge, upsertCourseBadge } from "./store-course-badges.ts";

/** Gives a published course its badge, or the badge its changed name. Idempotent. */
export async function saveCourseBadge(ctx: Ctx, courseId: string): Promise<void> {
  const course = await courseById(ctx, courseId);
  if (!course || course.classes.length === 0) return;
  await ctx.transact((tx) =>
    upsertCourseBadge(tx.db, {
      courseId,
      slug: `course-${course.slug}`,
      name: course.title,
      amountToEarn: course.classes.length,
    }),
  );
}

/** Awards the badge of a completed course. Idempotent: a person earns it once. */
export async function awardCourse(
  ctx: Ctx,
  completion: { courseId: string; personId: string; classId: string; completedAt: string },
): Promise<void> {
  // The badge may not exist yet: its own reaction can run later than this one.
  await saveCourseBadge(ctx, completion.courseId);
  const award = () =>
    ctx.transact(async (tx) => {
      const badgeId = await awardCourseBadge(tx.db, completion);
      if (badgeId === null) return;
      const { personId, completedAt } = completion;
      await tx.publish(badgeEarned, { personId, badgeId, earnedAt: completedAt });
    });
  try {
    await award();
  } catch (error) {
    // The person was deleted: no one is left to earn it.
    if (!isForeignKeyViolation(error)) throw error;
  }
}
