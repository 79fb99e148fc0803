import type { Ctx, Tx } from "../../ctx.ts";
import { NotFound } from "../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../platform/graphql/paging.ts";
import { defineLoader } from "../../platform/loader.ts";
import { whileThere } from "../../platform/while-there.ts";
import { classLoader, isHidden, thumbnailUrl } from "../catalog/index.ts";
import type { ClassRow } from "../catalog/index.ts";
import { requireViewer } from "../identity/index.ts";
import { practiceOf } from "../practice/index.ts";
import { mergeCertificateRows } from "./certificates/store.ts";
import { completeIfDone } from "./completion.ts";
import { openingsOf } from "./opening.ts";
import type { Opening } from "./opening.ts";
import {
  countJoined,
  findCourseRow,
  findPublishedCourse,
  findToday,
  listCourseIdsOfClass,
  listJoinedCourses,
  listPublishedCourses,
} from "./store.ts";
import type { CourseRow } from "./store.ts";
import { dayToJoin, joinableDays, notOffered } from "./starts/starts.ts";
import { deleteEnrollment, insertEnrollment, listEnrollments, mergeEnrollmentRows } from "./starts/store.ts";
import type { Enrollment } from "./starts/store.ts";

export type { CourseRow } from "./store.ts";

/** A class of a course, with the viewer's progress. */
export interface CourseClass {
  /** From 1, among the classes that the viewer may see. */
  readonly place: number;
  readonly week: number;
  readonly studioClass: ClassRow;
  readonly isCompleted: boolean;
  readonly eights: number;
  readonly knownEights: number;
  readonly opening: Opening;
}

/** A published course by its slug; null without one. */
export const courseBySlug = (ctx: Ctx, slug: string): Promise<CourseRow | null> =>
  findPublishedCourse(ctx.db, slug.toLowerCase());

/** A course by id, also a draft; null without one. */
export const courseById = (ctx: Ctx, id: string): Promise<CourseRow | null> => findCourseRow(ctx.db, id);

/** The published courses that a class is in. */
export const courseIdsOfClass = (ctx: Ctx, classId: string): Promise<string[]> =>
  listCourseIdsOfClass(ctx.db, classId);

/** A page of published courses. */
export interface CoursePage {
  readonly items: readonly CourseRow[];
  readonly nextCursor: string | null;
}

/** Published courses, the latest first. @throws BadInput */
export async function courses(
  ctx: Ctx,
  request: { first?: number | null | undefined; after?: string | null | undefined } | null | undefined,
): Promise<CoursePage> {
  const first = pageSize(request?.first);
  const cursor = decodeCursor(request?.after, ["time", "uuid"]);
  const rows = await listPublishedCourses(ctx.db, {
    first: first + 1,
    beforeAt: cursor && cursor[0],
    beforeId: cursor && cursor[1],
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return {
    items,
    nextCursor: last?.publishedAt ? encodeCursor([last.publishedAt.getTime(), last.id]) : null,
  };
}

/** Courses that the viewer joined and hasn't completed, the last joined first; none without a viewer. */
export const myCourses = async (ctx: Ctx, first: number | null): Promise<CourseRow[]> =>
  ctx.viewer
    ? listJoinedCourses(ctx.db, { personId: ctx.viewer.personId, first: pageSize(first, "first") })
    : [];

const enrollmentLoader = defineLoader<string, Enrollment>(async (ctx, courseIds) => {
  if (!ctx.viewer) return new Map();
  const rows = await listEnrollments(ctx.db, { personId: ctx.viewer.personId, courseIds });
  return new Map(rows.map((row) => [row.courseId, row]));
});
/** The viewer's day, YYYY-MM-DD, read once per request. */
const todayOf = async (ctx: Ctx): Promise<string> => (await todayLoader(ctx).load("today")) ?? "";
const todayLoader = defineLoader<string, string>(async (ctx, keys) => {
  const today = await findToday(ctx.db, { personId: ctx.viewer?.personId ?? null, now: ctx.clock.now() });
  return new Map(keys.map((key) => [key, today]));
});

/** Fewer could be recognized. */
const minShownJoined = 5;
/** Counting stops here. */
export const maxJoined = 10_000;
const joinedLoader = defineLoader<string, number>(async (ctx, courseIds) => {
  const rows = await countJoined(ctx.db, { courseIds, max: maxJoined });
  return new Map(rows.map(({ courseId, joined }) => [courseId, joined]));
});

/** How many people joined a course, at most `maxJoined`; null if fewer than five. */
export async function joinedCountOf(ctx: Ctx, { id }: CourseRow): Promise<number | null> {
  const joined = (await joinedLoader(ctx).load(id)) ?? 0;
  return joined < minShownJoined ? null : joined;
}

/** The viewer's enrollment in a course; null if they haven't joined it. */
export const enrollmentOf = (ctx: Ctx, { id }: CourseRow): Promise<Enrollment | null> =>
  enrollmentLoader(ctx).load(id);

/** The day on which a course starts for a person, joined or not; null if it would start as they join. */
const startFor = ({ startDays }: CourseRow, enrollment: Enrollment | null, today: string): string | null =>
  enrollment?.startsOn ?? joinableDays(startDays, today)[0] ?? null;

/** The start of a course that the viewer joined, or would join; null if it starts on joining. */
export async function startsOnOf(ctx: Ctx, course: CourseRow): Promise<string | null> {
  if (course.startDays.length === 0) return null;
  const [enrollment, today] = await Promise.all([enrollmentOf(ctx, course), todayOf(ctx)]);
  return startFor(course, enrollment, today);
}

/** The start days of a course that the viewer can join, in order. */
export const startDaysOf = async (ctx: Ctx, { startDays }: CourseRow): Promise<readonly string[]> =>
  startDays.length === 0 ? [] : joinableDays(startDays, await todayOf(ctx));

/** Classes of a course that are in the library and that the viewer may see, in order, without progress. */
export async function visibleClasses(
  ctx: Ctx,
  { classes }: CourseRow,
): Promise<{ studioClass: ClassRow; week: number }[]> {
  const rows = await classLoader(ctx).loadMany(classes.map(({ classId }) => classId));
  return classes.flatMap(({ week }, index) => {
    const row = rows[index];
    return !row || row instanceof Error || isHidden(ctx, row) ? [] : [{ studioClass: row, week }];
  });
}

/** Classes of a course in order, with the viewer's progress and with what opens each. */
export async function classesOf(ctx: Ctx, course: CourseRow): Promise<CourseClass[]> {
  const [visible, enrollment, today] = await Promise.all([
    visibleClasses(ctx, course),
    enrollmentOf(ctx, course),
    todayOf(ctx),
  ]);
  const progress = await Promise.all(
    visible.map(async ({ studioClass, week }) => ({ week, ...(await practiceOf(ctx, studioClass)) })),
  );
  const openings = openingsOf(course, startFor(course, enrollment, today), today, progress);
  return visible.map(({ studioClass }, index) => ({
    ...progress[index]!,
    place: index + 1,
    studioClass,
    opening: openings[index]!,
  }));
}

/** The first open class that isn't completed; null if there is none. */
export const nextOf = (classes: readonly CourseClass[]): CourseClass | null =>
  classes.find(({ isCompleted, opening }) => opening.isOpen && !isCompleted) ?? null;

/** The image of a course: its own, else that of the chosen class, else that of its first class; null without a class. */
export async function courseImageUrl(ctx: Ctx, course: CourseRow): Promise<string | null> {
  if (course.picture !== null) return thumbnailUrl(ctx, course.picture);
  const classes = (await visibleClasses(ctx, course)).map(({ studioClass }) => studioClass);
  const shown = classes.find(({ id }) => id === course.imageClassId) ?? classes[0];
  return shown ? thumbnailUrl(ctx, shown.picture) : null;
}

/** An editor may change the start days while someone joins. */
const maxAttempts = 2;

/**
 * Enrolls a person in a course. Classes that they completed before count. Idempotent.
 * @param chosen the start day; null: the next one, or the one that they joined
 * @throws BadInput for a day that can't be joined, NotFound
 */
export async function enroll(
  ctx: Ctx,
  personId: string,
  courseId: string,
  chosen: string | null = null,
): Promise<void> {
  const now = ctx.clock.now();
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const course = await findCourseRow(ctx.db, courseId);
    if (!course) throw new NotFound("course");
    const [known] = await listEnrollments(ctx.db, { personId, courseIds: [courseId] });
    // Who joined that day keeps it, also once it is past.
    const wanted = known?.startsOn === chosen ? null : chosen;
    const startsOn = dayToJoin(course.startDays, await findToday(ctx.db, { personId, now }), wanted);
    const joining = { courseId, personId, now, startsOn, isChosen: wanted !== null };
    if (await whileThere(() => insertEnrollment(ctx.db, joining)))
      return completeIfDone(ctx, { personId, courseId, classId: null, completedAt: now });
  }
  throw notOffered();
}

/**
 * Joins a course, or another start of one. Idempotent.
 * @param startsOn one of its start days; null: the next one, or the one that the viewer joined
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function joinCourse(ctx: Ctx, slug: string, startsOn: string | null): Promise<CourseRow> {
  const { personId } = requireViewer(ctx);
  const found = await courseBySlug(ctx, slug);
  if (!found) throw new NotFound("course");
  await enroll(ctx, personId, found.id, startsOn);
  enrollmentLoader(ctx).clear(found.id);
  return found;
}

/** Leaves a course; what was practiced stays. Idempotent. @throws NotFound, Unauthenticated */
export async function leaveCourse(ctx: Ctx, slug: string): Promise<CourseRow> {
  const { personId } = requireViewer(ctx);
  const found = await courseBySlug(ctx, slug);
  if (!found) throw new NotFound("course");
  await deleteEnrollment(ctx.db, { courseId: found.id, personId });
  enrollmentLoader(ctx).clear(found.id);
  return found;
}

/** Transfers enrollments and certificates to another person. @returns the number of courses */
export async function mergeCourses(tx: Tx, people: { from: string; into: string }): Promise<number> {
  await mergeCertificateRows(tx.db, people);
  return mergeEnrollmentRows(tx.db, people);
}
