import { formatDate } from "../../../../contract/formats/dates.ts";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx } from "../../../ctx.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { audienceOfClasses, withoutBarredChildren } from "../../catalog/index.ts";
import { courseAnnounced, courseStarted, courseStartMoved } from "../../courses/events.ts";
import { courseAudience, courseById, courseTitle } from "../../courses/index.ts";
import type { CourseRow } from "../../courses/index.ts";
import { defineKind, onEach, pageSize } from "./kind.ts";
import type { DeliveryPage } from "./kind.ts";

/** `moment` is missing in items of earlier releases: they told of starts. */
type CourseFacts = { course: string; title: string; moment?: Moment; startsOn?: string };
/** A new course, a start that begins today, and one that was moved to another day. */
type Moment = "new" | "start" | "moved";

/** A page of the people who hear of a course, unless it isn't published any more. Children hear of one whose classes they may open. */
async function deliverCourse(
  ctx: Ctx,
  courseId: string,
  about: { moment: Moment; startsOn?: string },
  peopleOf: (course: CourseRow) => Promise<{ people: readonly string[]; next: string | null }>,
): Promise<DeliveryPage<CourseFacts>> {
  const course = await courseById(ctx, courseId);
  if (!course?.publishedAt) return { deliveries: [], next: null };
  const { people: reached, next } = await peopleOf(course);
  const classIds = course.classes.map(({ classId }) => classId);
  const people = await withoutBarredChildren(ctx, reached, classIds);
  return {
    deliveries: [
      {
        people,
        groupKey: `course:${courseId}`,
        facts: { course: courseId, title: course.title, ...about },
        path: paths.course(course.slug),
      },
    ],
    next,
  };
}

/** The ids of a page, and whether there may be more. */
const pageOf = (people: readonly string[]) => ({
  people,
  next: people.length === pageSize ? (people.at(-1) ?? null) : null,
});

export const courses = {
  CourseStarting: defineKind<CourseFacts>({
    title: msg("New and starting courses"),
    icon: "calendar",
    channels: { inbox: true, push: true, email: "digest" },
    text: ({ facts: { course, title, moment, startsOn }, reader, studio }) => {
      const named = { title: courseTitle(studio, { id: course, title }) };
      if (moment === "new") return msg("“{title}” is a new course.", named);
      if (moment !== "moved" || !startsOn) return msg("“{title}” starts today.", named);
      const day = formatDate(new Date(`${startsOn}T12:00:00Z`), "date", { ...reader, timeZone: "UTC" });
      return msg("“{title}” now starts on {day}.", { ...named, day });
    },
    sources: [
      onEach("notifications.notify_course_started", courseStarted, (ctx, { courseId, startsOn }, after) =>
        deliverCourse(ctx, courseId, { moment: "start" }, async () =>
          pageOf(await courseAudience(ctx, { courseId, startsOn, after, first: pageSize })),
        ),
      ),
      onEach(
        "notifications.notify_course_start_moved",
        courseStartMoved,
        (ctx, { courseId, startsOn }, after) =>
          deliverCourse(ctx, courseId, { moment: "moved", startsOn }, async () =>
            pageOf(
              await courseAudience(ctx, { courseId, startsOn, isOngoing: true, after, first: pageSize }),
            ),
          ),
      ),
      onEach("notifications.notify_course_announced", courseAnnounced, (ctx, { courseId }, after) =>
        deliverCourse(ctx, courseId, { moment: "new" }, async ({ classes }) => {
          const classIds = classes.map(({ classId }) => classId);
          const page = await audienceOfClasses(ctx, classIds, "followers", { after, first: pageSize });
          return { people: page.people.map(({ personId }) => personId), next: page.next };
        }),
      ),
    ],
  }),
};
