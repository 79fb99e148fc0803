import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { StudioClass } from "../../catalog/refs.ts";
import type { ClassRow } from "../../catalog/index.ts";
import { CoursePace } from "../graphql.ts";
import {
  addCourseClasses,
  changeCourse,
  classTitleLoader,
  coursesTitled,
  createCourse,
  deleteCourse,
  listedClasses,
  publishCourse,
  studioCourse,
  studioCourses,
  unpublishCourse,
} from "./editing.ts";
import type { EditedCourse, EditedCoursePage } from "./editing.ts";
import { courseTitleLoader, possiblePrerequisites } from "./prerequisite.ts";
import { startsOf } from "./starts.ts";
import type { NamedCourse } from "./store-prerequisite.ts";

const StudioCourseClass = builder
  .objectRef<{ classId: string; week: number; studioClass: ClassRow | null }>("StudioCourseClass")
  .implement({
    fields: (t) => ({
      classId: t.exposeID("classId"),
      week: t.exposeInt("week"),
      title: t.string({
        nullable: true,
        description: "As its editors wrote it, of a draft too.",
        resolve: ({ classId }, _args, ctx) => classTitleLoader(ctx).load(classId),
      }),
      studioClass: t.expose("studioClass", {
        type: StudioClass,
        nullable: true,
        description: "Null for one that isn’t in the library; dancers don’t see it.",
      }),
    }),
  });
const NamedCourseType = builder.objectRef<NamedCourse>("NamedCourse").implement({
  description: "A course by its title as its editors wrote it, of a draft too.",
  fields: (t) => ({ id: t.exposeID("id"), title: t.exposeString("title") }),
});
const StudioCourseStart = builder
  .objectRef<{ startsOn: string; participants: number }>("StudioCourseStart")
  .implement({
    description: "A start day of a course.",
    fields: (t) => ({
      startsOn: t.exposeString("startsOn", { description: "YYYY-MM-DD" }),
      participantsCount: t.exposeInt("participants"),
    }),
  });
export const StudioCourse = builder.objectRef<EditedCourse>("StudioCourse").implement({
  description: "A course as the studio’s editors see it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    slug: t.exposeString("slug"),
    title: t.exposeString("title"),
    description: t.exposeString("description"),
    pace: t.expose("pace", { type: CoursePace }),
    startsOn: t.string({
      nullable: true,
      description: "The first start day, YYYY-MM-DD; null if each person starts on joining.",
      resolve: ({ startDays }) => startDays[0] ?? null,
    }),
    starts: t.field({
      type: [StudioCourseStart],
      description: "The start days, in order; none if each person starts on joining.",
      resolve: (found, _args, ctx) => startsOf(ctx, found),
    }),
    knownPercent: t.exposeInt("knownPercent"),
    opensByWeek: t.exposeBoolean("opensByWeek"),
    isFirstFree: t.exposeBoolean("isFirstFree"),
    prerequisite: t.field({
      type: NamedCourseType,
      nullable: true,
      description: "The course that is recommended before this one. Dancers see it while it is published.",
      resolve: ({ prerequisiteId }, _args, ctx) =>
        prerequisiteId === null ? null : courseTitleLoader(ctx).load(prerequisiteId),
    }),
    classCount: t.int({ resolve: ({ classes }) => classes.length }),
    classes: t.field({
      type: [StudioCourseClass],
      resolve: (found, _args, ctx) => listedClasses(ctx, found),
    }),
    publishedAt: t.expose("publishedAt", { type: "DateTime", nullable: true }),
    participantsCount: t.exposeInt("participants"),
    revision: t.exposeInt("revision", { description: "Advances with each change." }),
  }),
});
const StudioCoursePage = builder.objectRef<EditedCoursePage>("StudioCoursePage").implement({
  fields: (t) => ({
    items: t.field({ type: [StudioCourse], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

const CourseClassInput = builder.inputType("CourseClassInput", {
  fields: (t) => ({
    classId: t.id({ required: true }),
    week: t.int({ required: true, description: "From 1; weeks without classes are left out." }),
  }),
});
const CourseStartInput = builder.inputType("CourseStartInput", {
  fields: (t) => ({
    startsOn: t.string({ required: true, description: "YYYY-MM-DD" }),
    movedFrom: t.string({
      description:
        "The previous start day whose people move to this one, and are notified. People of a day that has begun keep theirs.",
    }),
  }),
});
const CourseInput = builder.inputType("CourseInput", {
  fields: (t) => ({
    title: t.string({ required: true }),
    description: t.string({ required: true }),
    pace: t.field({ type: CoursePace, required: true }),
    startsOn: t.string({
      description:
        "Without `starts`: YYYY-MM-DD, the only start day, or the first of several, which stay. Left out, each person starts on joining.",
    }),
    starts: t.field({
      type: [CourseStartInput],
      description:
        "All start days, up to 24; none: each person starts on joining. An upcoming day that people joined can’t be removed while others stay.",
    }),
    knownPercent: t.int({
      required: true,
      description: "At the pace of mastery: percent of a class’s eights to know before the next opens.",
    }),
    opensByWeek: t.boolean({
      required: true,
      description: "At the pace of mastery: whether a class opens in its week at the latest.",
    }),
    isFirstFree: t.boolean({
      description:
        "Whether anyone may play the first class while the course is published. Left out: unchanged, or not for a new course.",
    }),
    prerequisiteId: t.id({
      description:
        "The course that is recommended before this one. Null: none; left out: unchanged, or none for a new course.",
    }),
    classes: t.field({ type: [CourseClassInput], required: true, description: "In order." }),
  }),
});

builder.queryFields((t) => ({
  studioCourses: t.field({
    type: StudioCoursePage,
    description: "All courses with drafts, for the studio’s editors; the last created first.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) => studioCourses(ctx, pagination),
  }),
  studioCoursesTitled: t.field({
    type: [StudioCourse],
    description: "Courses of these titles, in any case, for the studio’s editors; the last created first.",
    args: { titles: t.arg.stringList({ required: true, description: "Up to 100." }) },
    resolve: (_root, { titles }, ctx) => coursesTitled(ctx, titles),
  }),
  possiblePrerequisites: t.field({
    type: [NamedCourseType],
    description:
      "Courses that may be recommended before one, with drafts, by title: neither itself nor those after it. For the studio’s editors.",
    args: { courseId: t.arg.id({ description: "Left out for a new course." }) },
    resolve: (_root, { courseId }, ctx) => possiblePrerequisites(ctx, courseId ?? null),
  }),
  studioCourse: t.field({
    type: StudioCourse,
    description: "For the studio’s editors.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => studioCourse(ctx, id),
  }),
}));
builder.mutationFields((t) => ({
  createCourse: t.field({
    type: StudioCourse,
    description: "Creates a draft. For the studio’s editors, as all that follows it.",
    args: {
      input: t.arg({ type: CourseInput, required: true }),
      idempotencyKey: t.arg.string({ required: true }),
    },
    resolve: (_root, { input, idempotencyKey }, ctx) => createCourse(ctx, input, idempotencyKey),
  }),
  changeCourse: t.field({
    type: StudioCourse,
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: CourseInput, required: true }),
      revision: t.arg.int({ required: true, description: "What the editor has seen." }),
    },
    resolve: (_root, { id, input, revision }, ctx) => changeCourse(ctx, id, input, revision),
  }),
  addCourseClasses: t.field({
    type: StudioCourse,
    description:
      "Adds classes in this order after the others; drafts too, which dancers see once they are in the library.",
    args: { id: t.arg.id({ required: true }), classIds: t.arg.idList({ required: true }) },
    resolve: (_root, { id, classIds }, ctx) => addCourseClasses(ctx, id, classIds),
  }),
  publishCourse: t.field({
    type: StudioCourse,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => publishCourse(ctx, id),
  }),
  unpublishCourse: t.field({
    type: StudioCourse,
    description: "Makes it a draft again. People who joined stay in it.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => unpublishCourse(ctx, id),
  }),
  deleteCourse: t.boolean({
    description: "Deletes a draft.",
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, ctx) => {
      await deleteCourse(ctx, id);
      return true;
    },
  }),
}));
