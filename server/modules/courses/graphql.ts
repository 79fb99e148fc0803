import { builder } from "../../platform/graphql/builder.ts";
import { Pagination } from "../../platform/graphql/paging.ts";
import { FollowType, StudioClass } from "../catalog/refs.ts";
import { certificateIdOf } from "./certificates/certificates.ts";
import {
  classesOf,
  courseBySlug,
  courseImageUrl,
  courses,
  enrollmentOf,
  joinCourse,
  joinedCountOf,
  leaveCourse,
  maxJoined,
  myCourses,
  nextOf,
  startDaysOf,
  startsOnOf,
  visibleClasses,
} from "./courses.ts";
import type { CourseClass, CoursePage } from "./courses.ts";
import { paces } from "./opening.ts";
import { isCompleted, prerequisiteOf } from "./prerequisite.ts";
import { Course } from "./refs.ts";
import { setIdOfCourse } from "./set.ts";
import { courseText } from "./translations.ts";

export const CoursePace = builder.enumType("CoursePace", {
  description:
    "How classes open: all at the start, one a day, a week of the course each week, or each once enough of the one before is known.",
  values: paces,
});

const CourseClassType = builder.objectRef<CourseClass>("CourseClass").implement({
  description: "A class of a course, with the viewer’s progress.",
  fields: (t) => ({
    place: t.exposeInt("place", { description: "From 1." }),
    week: t.exposeInt("week", { description: "From 1." }),
    isCompleted: t.exposeBoolean("isCompleted"),
    eights: t.exposeInt("eights"),
    knownEights: t.exposeInt("knownEights", {
      description: "Those that the viewer knows with counts, or better.",
    }),
    isOpen: t.boolean({ resolve: ({ opening }) => opening.isOpen }),
    opensOn: t.string({
      nullable: true,
      description:
        "YYYY-MM-DD in the viewer’s time zone: the latest day on which it opens. Null while open, or if no day opens it.",
      resolve: ({ opening }) => opening.opensOn,
    }),
    opensAfter: t.int({
      nullable: true,
      description: "The place of the class to know first; null if none.",
      resolve: ({ opening }) => opening.opensAfter,
    }),
    studioClass: t.expose("studioClass", { type: StudioClass }),
  }),
});
const CourseProgress = builder.objectRef<readonly CourseClass[]>("CourseProgress").implement({
  description: "The classes of a course that the viewer may see, and how far they are.",
  fields: (t) => ({
    classes: t.field({ type: [CourseClassType], resolve: (classes) => [...classes] }),
    completedCount: t.int({ resolve: (classes) => classes.filter(({ isCompleted }) => isCompleted).length }),
    next: t.field({
      type: CourseClassType,
      nullable: true,
      description: "The first open class that isn’t completed.",
      resolve: (classes) => nextOf(classes),
    }),
  }),
});
const CourseInstructor = builder.objectRef<{ slug: string; name: string }>("CourseInstructor").implement({
  fields: (t) => ({ slug: t.exposeString("slug"), name: t.exposeString("name") }),
});

Course.implement({
  description: "Classes in order, in weeks.",
  fields: (t) => ({
    id: t.exposeID("id"),
    slug: t.exposeString("slug"),
    title: t.string({ resolve: (found, _args, ctx) => courseText(ctx, found, "title") }),
    description: t.string({ resolve: (found, _args, ctx) => courseText(ctx, found, "description") }),
    thumbnailImageUrl: t.string({
      nullable: true,
      description: "Its own image, or that of one of its classes, as `StudioClass.thumbnailImageUrl`.",
      resolve: (found, _args, ctx) => courseImageUrl(ctx, found),
    }),
    pace: t.expose("pace", { type: CoursePace }),
    startsOn: t.string({
      nullable: true,
      description:
        "YYYY-MM-DD: the start that the viewer joined, or would join unless they choose another. Null: on the day of joining.",
      resolve: (found, _args, ctx) => startsOnOf(ctx, found),
    }),
    startDays: t.stringList({
      description:
        "The start days, YYYY-MM-DD, that the viewer can still join, in order. `joinCourse` takes one of them. None: it starts on joining.",
      resolve: async (found, _args, ctx) => [...(await startDaysOf(ctx, found))],
    }),
    weekCount: t.int({ resolve: ({ classes }) => classes.at(-1)?.week ?? 0 }),
    classCount: t.int({ resolve: async (found, _args, ctx) => (await visibleClasses(ctx, found)).length }),
    durationInMs: t.int({
      description: "Of all its classes.",
      resolve: async (found, _args, ctx) =>
        (await visibleClasses(ctx, found)).reduce((sum, { studioClass }) => sum + studioClass.durationMs, 0),
    }),
    instructors: t.field({
      type: [CourseInstructor],
      description: "In the order of their first classes.",
      resolve: async (found, _args, ctx) => {
        const named = new Map<string, string>();
        for (const { studioClass } of await visibleClasses(ctx, found))
          named.set(studioClass.instructorSlug, studioClass.instructorName);
        return [...named].map(([slug, name]) => ({ slug, name }));
      },
    }),
    joinedCount: t.int({
      nullable: true,
      description: `How many people joined, completed or not. At most ${maxJoined}; null for fewer than five.`,
      resolve: (found, _args, ctx) => joinedCountOf(ctx, found),
    }),
    isJoined: t.boolean({
      resolve: async (found, _args, ctx) => (await enrollmentOf(ctx, found)) !== null,
    }),
    follow: t.field({
      type: FollowType,
      resolve: (found, _args, ctx) => ({
        kind: "course" as const,
        slug: found.slug,
        name: courseText(ctx, found, "title"),
      }),
    }),
    completedAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the viewer, having joined, completed all of its classes.",
      resolve: async (found, _args, ctx) => (await enrollmentOf(ctx, found))?.completedAt ?? null,
    }),
    isCompleted: t.boolean({
      description:
        "Whether the viewer completed all of its classes that they may see, having joined it or not.",
      resolve: (found, _args, ctx) => isCompleted(ctx, found),
    }),
    certificateId: t.id({
      nullable: true,
      description: "Of the viewer’s `certificate`; null without one.",
      resolve: (found, _args, ctx) => certificateIdOf(ctx, found),
    }),
    prerequisite: t.field({
      type: Course,
      nullable: true,
      description: "The published course that the studio recommends before this one. It locks nothing.",
      resolve: (found, _args, ctx) => prerequisiteOf(ctx, found),
    }),
    setId: t.id({
      description: "The id of a `danceSet` with its open classes in order.",
      resolve: (found) => setIdOfCourse(found),
    }),
    progress: t.field({ type: CourseProgress, resolve: (found, _args, ctx) => classesOf(ctx, found) }),
  }),
});
const CoursePageType = builder.objectRef<CoursePage>("CoursePage").implement({
  fields: (t) => ({
    items: t.field({ type: [Course], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

builder.queryFields((t) => ({
  courses: t.field({
    type: CoursePageType,
    description: "Published courses, the latest first.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) => courses(ctx, pagination),
  }),
  course: t.field({
    type: Course,
    nullable: true,
    args: { slug: t.arg.string({ required: true }) },
    resolve: (_root, { slug }, ctx) => courseBySlug(ctx, slug),
  }),
  myCourses: t.field({
    type: [Course],
    description: "Courses that the viewer joined and hasn’t completed, the last joined first.",
    args: { first: t.arg.int() },
    resolve: (_root, { first }, ctx) => myCourses(ctx, first ?? null),
  }),
}));
builder.mutationFields((t) => ({
  joinCourse: t.field({
    type: Course,
    description: "Idempotent. Classes that were completed before count.",
    args: {
      slug: t.arg.string({ required: true }),
      startsOn: t.arg.string({
        description:
          "One of `Course.startDays`; a viewer who joined changes to it. Left out: the next one, or the one that they joined.",
      }),
    },
    resolve: (_root, { slug, startsOn }, ctx) => joinCourse(ctx, slug, startsOn ?? null),
  }),
  leaveCourse: t.field({
    type: Course,
    description: "Idempotent. What was practiced stays.",
    args: { slug: t.arg.string({ required: true }) },
    resolve: (_root, { slug }, ctx) => leaveCourse(ctx, slug),
  }),
}));
