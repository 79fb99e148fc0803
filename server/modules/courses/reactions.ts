import { NotFound, Unauthenticated } from "../../platform/errors.ts";
import { defineReaction } from "../../platform/events.ts";
import { classPublicationChanged } from "../catalog/events.ts";
import { findClass } from "../catalog/index.ts";
import { subscriptionChanged } from "../billing/events.ts";
import { mergedInto } from "../billing/index.ts";
import { classCompleted } from "../practice/events.ts";
import { courseById, courseIdsOfClass, enroll } from "./courses.ts";
import { completeIfDone } from "./completion.ts";
import { issueCertificate } from "./certificates/certificates.ts";
import { courseCompleted, coursePublished } from "./events.ts";
import { lookForCompletions } from "./jobs.ts";
import { followClass } from "./pricing/pricing.ts";

export const reactions = [
  // Who buys a course dances it: it comes next on their home page, and in their week.
  defineReaction(
    "courses.join_bought",
    subscriptionChanged,
    async (ctx, { accountId, status, previousStatus, opensId }) => {
      if (!opensId || status !== "non_renewing" || previousStatus !== "pending") return;
      const course = await courseById(ctx, opensId);
      if (!course?.publishedAt) return;
      /** @returns false if the course or the account was deleted in the meantime */
      const join = async (personId: string): Promise<boolean> => {
        try {
          await enroll(ctx, personId, course.id);
          return true;
        } catch (error) {
          if (error instanceof NotFound || error instanceof Unauthenticated) return false;
          throw error;
        }
      };
      if (await join(accountId)) return;
      // The guest may have signed in to another account.
      const into = await mergedInto(ctx, accountId);
      if (into) await join(into);
    },
  ),
  // A course gives away the first class that is in the library.
  defineReaction("courses.follow_first_class", classPublicationChanged, (ctx, { classId }) =>
    followClass(ctx, classId),
  ),
  // Who completed all that is left of a course has completed it.
  defineReaction("courses.complete_changed", coursePublished, (ctx, { courseId }) =>
    lookForCompletions(ctx, [courseId]),
  ),
  defineReaction("courses.complete_without_class", classPublicationChanged, async (ctx, { classId }) => {
    if (!(await findClass(ctx, classId))) await lookForCompletions(ctx, await courseIdsOfClass(ctx, classId));
  }),
  defineReaction("courses.issue_certificate", courseCompleted, (ctx, { courseId, personId, completedAt }) =>
    issueCertificate(ctx, { courseId, personId, completedAt: new Date(completedAt) }),
  ),
  defineReaction("courses.complete_courses", classCompleted, (ctx, { personId, classId, completedAt }) =>
    completeIfDone(ctx, { personId, classId, courseId: null, completedAt: new Date(completedAt) }),
  ),
];
