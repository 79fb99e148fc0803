import { paths } from "../../../../contract/urls.ts";
import type { Ctx } from "../../../ctx.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { audienceOfClasses, withoutBarredChildren } from "../../catalog/index.ts";
import { courseAnnounced, courseStarted } from "../../courses/events.ts";
import { courseAudience, courseById, courseTitle } from "../../courses/index.ts";
import type { CourseRow } from "../../courses/index.ts";
import { defineKind, onEach, pageSize } from "./kind.ts";
import type { DeliveryPage } from "./kind.ts";

/** `moment` is missing in items of earlier releases: they told of starts. */
type CourseFacts = { course: string; title: string; moment?: "new" | "start" };

/** A page of the people who hear of a course, unless it isn't published any more. Children hear of one whose classes they may open. */
async function deliverCourse(
  ctx: Ctx,
  courseId: string,
  moment: "new" | "start",
  pageOf: (course: CourseRow) => Promise<{ people: readonly string[]; next: string | null }>,
): Promise<DeliveryPage<CourseFacts>> {
  const course = await courseById(ctx, courseId);
  if (!course?.publishedAt) return { deliveries: [], next: null };
  const { people: reached, next } = await pageOf(course);
  const classIds = course.classes.map(({ classId }) => classId);
  const people = await withoutBarredChildren(ctx, reached, classIds);
  return {
    deliveries: [
      {
        people,
        groupKey: `course:${courseId}`,
        facts: { course: courseId, title: course.title, moment },
        path: paths.course(course.slug),
      },
    ],
    next,
  };
}

export const courses = {
  CourseStarting: defineKind<CourseFacts>({
    title: msg("New and starting courses"),
    icon: "calendar",
    channels: { inbox: true, push: true, email: "digest" },
    text: ({ facts: { course, title, moment }, studio }) => {
      const named = { title: courseTitle(studio, { id: course, title }) };
      return moment === "new"
        ? msg("“{title}” is a new course.", named)
        : msg("“{title}” starts today.", named);
    },
    sources: [
      onEach("notifications.notify_course_started", courseStarted, (ctx, { courseId }, after) =>
        deliverCourse(ctx, courseId, "start", async () => {
          const people = await courseAudience(ctx, courseId, after, pageSize);
          return { people, next: people.length === pageSize ? (people.at(-1) ?? null) : null };
        }),
      ),
      onEach("notifications.notify_course_announced", courseAnnounced, (ctx, { courseId }, after) =>
        deliverCourse(ctx, courseId, "new", async ({ classes }) => {
          const classIds = classes.map(({ classId }) => classId);
          const page = await audienceOfClasses(ctx, classIds, "followers", { after, first: pageSize });
          return { people: page.people.map(({ personId }) => personId), next: page.next };
        }),
      ),
    ],
  }),
};
