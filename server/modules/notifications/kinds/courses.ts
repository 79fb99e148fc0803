import { paths } from "../../../../contract/urls.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { courseStarted } from "../../courses/events.ts";
import { courseById, courseParticipants, courseTitle } from "../../courses/index.ts";
import { defineKind, onEach } from "./kind.ts";

/** People notified per transaction. */
const pageSize = 500;

export const courses = {
  CourseStarting: defineKind<{ course: string; title: string }>({
    title: msg("Course starts"),
    icon: "calendar",
    channels: { inbox: true, push: true, email: "digest" },
    text: ({ facts: { course, title }, studio }) =>
      msg("“{title}” starts today.", { title: courseTitle(studio, { id: course, title }) }),
    sources: [
      onEach("notifications.notify_course_started", courseStarted, async (ctx, { courseId }, after) => {
        const course = await courseById(ctx, courseId);
        if (!course?.publishedAt) return { deliveries: [], next: null };
        const people = await courseParticipants(ctx, courseId, after, pageSize);
        return {
          deliveries: [
            {
              people,
              groupKey: `course:${courseId}`,
              facts: { course: courseId, title: course.title },
              path: paths.course(course.slug),
            },
          ],
          next: people.length === pageSize ? (people.at(-1) ?? null) : null,
        };
      }),
    ],
  }),
};
