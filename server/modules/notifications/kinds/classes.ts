import { formatDate } from "../../../../contract/formats/dates.ts";
import { localeOf } from "../../../../contract/locales.ts";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx } from "../../../ctx.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { classLeaving, classReleased } from "../../catalog/events.ts";
import {
  alertedAmong,
  alertedOfClass,
  audienceOfClasses,
  classTitles,
  findClass,
  readersOfClasses,
  thumbnailPath,
} from "../../catalog/index.ts";
import type { ClassRow } from "../../catalog/index.ts";
import { classAdded } from "../../courses/events.ts";
import { courseAudience, courseById, courseTitle as courseTitleIn } from "../../courses/index.ts";
import { saversOfClass } from "../../practice/index.ts";
import { defineKind, onEach, pageSize } from "./kind.ts";
import type { Delivery, DeliveryPage, Facts } from "./kind.ts";

interface Page {
  readonly people: readonly { readonly personId: string; readonly locale: string | null }[];
  readonly next: string | null;
}

/** Deliveries of a class to a page of people, one for each language. Nothing of a class that was unpublished. */
async function deliverClass<Values extends Facts>(
  ctx: Ctx,
  classId: string,
  readPage: () => Promise<Page>,
  deliveryOf: (found: ClassRow, title: string) => Omit<Delivery<Values>, "people" | "path" | "imagePath">,
): Promise<DeliveryPage<Values>> {
  const found = await findClass(ctx, classId);
  if (!found) return { deliveries: [], next: null };
  const { people, next } = await readPage();
  const deliveries = await Promise.all(
    [...Map.groupBy(people, ({ locale }) => localeOf(locale))].map(async ([locale, readers]) => {
      const title = (await classTitles(ctx, [found], locale)).get(found.id) ?? found.title;
      return {
        people: readers.map(({ personId }) => personId),
        path: paths.studioClass(found.slug),
        imagePath: thumbnailPath(found.picture),
        ...deliveryOf(found, title),
      };
    }),
  );
  return { deliveries, next };
}

/** `count` is of the week's notification: `title` and others leave until `leavesAt`. */
type Leaving = { title: string; leavesAt: string; count?: number };
const leaving =
  (leavesAt: string, groupPath: string) =>
  (_found: ClassRow, title: string): Omit<Delivery<Leaving>, "people" | "path" | "imagePath"> => ({
    groupKey: "classes-leaving",
    facts: { title, leavesAt },
    groupPath,
  });

/** `course` and `courseTitle` are of a course that the class was added to. */
type NewClass = { title: string; instructor: string; course?: string; courseTitle?: string };
const released = ({ instructorName }: ClassRow, title: string) => ({
  groupKey: "classes-new",
  facts: { title, instructor: instructorName },
  groupPath: paths.library(),
});
/** Of a class each person hears once that it is new: in the library, or in a course. */
const sourceOf = (classId: string): string => `class-new:${classId}`;

export const classes = {
  /** Sent in the person's morning by `planNotificationsJob`. */
  PlanOfTheDay: defineKind<{ title: string }>({
    title: msg("Today’s class"),
    icon: "calendar",
    channels: { inbox: false, push: true, email: "off" },
    text: ({ facts: { title } }) => msg("Today’s class: {title}.", { title }),
    sources: [],
  }),
  ClassNew: defineKind<NewClass>({
    title: msg("New classes"),
    icon: "video",
    channels: { inbox: true, push: true, email: "off" },
    text: ({ facts: { title, instructor, course, courseTitle = "" }, occurrences, studio }) => {
      if (course !== undefined && occurrences === 1)
        return msg("New in “{course}”: “{title}” with {instructor}.", {
          course: courseTitleIn(studio, { id: course, title: courseTitle }),
          title,
          instructor,
        });
      return msg(
        "{count, plural, offset:1 =1 {New class with {instructor}: “{title}”.} one {“{title}” and # more new class.} other {“{title}” and # more new classes.}}",
        { count: occurrences, instructor, title },
      );
    },
    sources: [
      onEach(
        "notifications.notify_class_released",
        classReleased,
        async (ctx, { classId, audience }, after) => {
          if (audience === "no_one") return { deliveries: [], next: null };
          const page = await audienceOfClasses(ctx, [classId], audience, { after, first: pageSize });
          const alerted = await alertedAmong(
            ctx,
            classId,
            page.people.map(({ personId }) => personId),
          );
          return deliverClass(
            ctx,
            classId,
            () => Promise.resolve(page),
            (found, title) => ({
              ...released(found, title),
              sourceId: sourceOf(classId),
              reached: { kind: "ClassAlert", people: alerted },
            }),
          );
        },
      ),
      onEach("notifications.notify_class_added", classAdded, async (ctx, { courseId, classId }, after) => {
        const course = await courseById(ctx, courseId);
        if (!course?.publishedAt) return { deliveries: [], next: null };
        return deliverClass(
          ctx,
          classId,
          async () => {
            const personIds = await courseAudience(ctx, { courseId, after, first: pageSize });
            return {
              people: await readersOfClasses(ctx, [classId], personIds),
              next: personIds.length === pageSize ? (personIds.at(-1) ?? null) : null,
            };
          },
          (found, title) => {
            const { facts, ...delivery } = released(found, title);
            return {
              ...delivery,
              facts: { ...facts, course: courseId, courseTitle: course.title },
              sourceId: sourceOf(classId),
            };
          },
        );
      }),
    ],
  }),
  /** A kind of its own: it was asked for, also by people who turned off new classes. */
  ClassAlert: defineKind<{ title: string; instructor: string }>({
    title: msg("Upcoming classes you asked about"),
    icon: "video",
    channels: { inbox: true, push: true, email: "off" },
    text: ({ facts: { title, instructor }, occurrences }) =>
      msg(
        "{count, plural, offset:1 =1 {You asked about it: “{title}” with {instructor} is here.} one {“{title}” and # more class you asked about are here.} other {“{title}” and # more classes you asked about are here.}}",
        { count: occurrences, instructor, title },
      ),
    sources: [
      onEach("notifications.notify_release_alerts", classReleased, (ctx, { classId }, after) =>
        deliverClass(
          ctx,
          classId,
          () => alertedOfClass(ctx, classId, { after, first: pageSize }),
          (found, title) => ({ ...released(found, title), groupKey: "classes-asked-about" }),
        ),
      ),
    ],
  }),
  /** Sent in the morning of the person's Saturday by `weeklyJob`. */
  NewForYou: defineKind({
    title: msg("New classes of the week"),
    icon: "video",
    channels: { inbox: false, push: false, email: "at_once" },
    isWeekly: true,
    text: () => msg("There are new classes of what you follow."),
    sources: [],
  }),
  /**
   * A person who saved the class and follows its instructor hears once: both sources notify of the same event. Followers of styles and
   * categories hear of all classes of a week at once, by `leavingWeekJob`.
   */
  ClassLeaving: defineKind<Leaving>({
    title: msg("Classes leaving soon"),
    icon: "calendar",
    channels: { inbox: true, push: true, email: "off" },
    text: ({ facts: { title, leavesAt, count }, occurrences, reader }) => {
      const day = formatDate(new Date(leavesAt), "date", reader);
      return count === undefined
        ? msg(
            "{count, plural, offset:1 =1 {“{title}” leaves the library on {day}.} one {“{title}” and # more class leave the library soon.} other {“{title}” and # more classes leave the library soon.}}",
            { count: occurrences, title, day },
          )
        : msg(
            "{count, plural, offset:1 =1 {“{title}” leaves the library on {day}.} one {“{title}” and # more class leave the library by {day}.} other {“{title}” and # more classes leave the library by {day}.}}",
            { count, title, day },
          );
    },
    sources: [
      onEach("notifications.notify_savers_of_leaving", classLeaving, (ctx, { classId, leavesAt }, after) =>
        deliverClass(
          ctx,
          classId,
          () => saversOfClass(ctx, classId, { after, first: pageSize }),
          leaving(leavesAt, paths.saved()),
        ),
      ),
      onEach("notifications.notify_followers_of_leaving", classLeaving, (ctx, { classId, leavesAt }, after) =>
        deliverClass(
          ctx,
          classId,
          () => audienceOfClasses(ctx, [classId], "close_followers", { after, first: pageSize }),
          leaving(leavesAt, paths.library()),
        ),
      ),
    ],
  }),
};
