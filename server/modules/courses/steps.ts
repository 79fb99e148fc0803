import { defineCourseSteps } from "../practice/index.ts";
import { opensOnOf } from "./opening.ts";
import { listSteps } from "./store-steps.ts";

/** Courses that share a week. */
const maxCourses = 5;

// What was completed within the week stays in it, so that the plan doesn't move on while it is danced.
defineCourseSteps(async (ctx, request) => {
  const joined = await listSteps(ctx.db, { ...request, first: maxCourses });
  return joined.map(({ courseId, title, startsOn, pace, classes }) =>
    classes.flatMap(({ classId, week, isCompleted }, index) =>
      isCompleted
        ? []
        : [
            {
              classId,
              courseId,
              title,
              place: index + 1,
              total: classes.length,
              opensOn: opensOnOf({ pace }, startsOn, { index, week }),
            },
          ],
    ),
  );
});
