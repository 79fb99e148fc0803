import type { Ctx, Tx } from "../../../ctx.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../../platform/db.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { slugTried, triedSlugs } from "../../../platform/slug.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { classLoader } from "../../catalog/index.ts";
import type { ClassRow } from "../../catalog/index.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { deleteImagesLater } from "../../media/index.ts";
import { removeTranslations } from "../../site/index.ts";
import { classAdded, courseAnnounced, coursePublished } from "../events.ts";
import { followCourse, wasBought } from "../pricing/pricing.ts";
import { maxClasses, readCourse } from "./attributes.ts";
import type { GivenCourse } from "./attributes.ts";
import { requireEditor } from "./editor.ts";
import { imagesFolder } from "./images-folder.ts";
import { checkPrerequisite } from "./prerequisite.ts";
import { moveParticipants, studioDay } from "./starts.ts";
import {
  appendCourseClasses,
  deleteCourseRow,
  findCourseOfKey,
  findEditedCourse,
  insertCourse,
  listClassTitles,
  listCoursesTitled,
  listEditedCourses,
  lockCourse,
  updateCourse,
  updatePublication,
} from "./store.ts";
import type { CourseAttributes, EditedCourse } from "./store.ts";

export type { EditedCourse } from "./store.ts";

/** Folders of an import. */
const maxTitles = 100;

/** A page of courses, as seen by their editors. */
export interface EditedCoursePage {
  readonly items: readonly EditedCourse[];
  readonly nextCursor: string | null;
}

/**
 * All courses with drafts, the last created first.
 * @throws NotFound for anyone but editors, BadInput, Unauthenticated
 */
export async function studioCourses(
  ctx: Ctx,
  request: { first?: number | null | undefined; after?: string | null | undefined } | null | undefined,
): Promise<EditedCoursePage> {
  requireEditor(ctx);
  const first = pageSize(request?.first);
  const cursor = decodeCursor(request?.after, ["time", "uuid"]);
  const rows = await listEditedCourses(ctx.db, {
    first: first + 1,
    beforeAt: cursor && cursor[0],
    beforeId: cursor && cursor[1],
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.createdAt.getTime(), last.id]) : null };
}

/** A course, as seen by its editors. @throws NotFound, Unauthenticated */
export async function studioCourse(ctx: Ctx, id: string): Promise<EditedCourse> {
  requireEditor(ctx);
  const found = isUuid(id) ? await findEditedCourse(ctx.db, id) : null;
  if (!found) throw new NotFound("course");
  return found;
}

/** Courses of these titles in any case, with drafts; the last created first. For editors. @throws BadInput, NotFound, Unauthenticated */
export async function coursesTitled(ctx: Ctx, titles: readonly string[]): Promise<EditedCourse[]> {
  requireEditor(ctx);
  if (titles.length > maxTitles) throw new BadInput("titles", inEnglish(`Send up to ${maxTitles} titles.`));
  return listCoursesTitled(
    ctx.db,
    titles.map((title) => title.trim()),
  );
}

/** Titles of classes by id, of drafts too. */
export const classTitleLoader = defineLoader<string, string>(
  async (ctx, ids) => new Map((await listClassTitles(ctx.db, ids)).map(({ id, title }) => [id, title])),
);

/** The classes of a course with their weeks; `studioClass` is null for one that isn't in the library. */
export async function listedClasses(
  ctx: Ctx,
  { classes }: EditedCourse,
): Promise<{ classId: string; week: number; studioClass: ClassRow | null }[]> {
  const rows = await classLoader(ctx).loadMany(classes.map(({ classId }) => classId));
  return classes.map((one, index) => {
    const row = rows[index];
    return { ...one, studioClass: !row || row instanceof Error ? null : row };
  });
}

/** Creates a draft; idempotent per key. @throws BadInput, NotFound, Unauthenticated */
export async function createCourse(
  ctx: Ctx,
  given: GivenCourse,
  idempotencyKey: string,
): Promise<EditedCourse> {
  const { accountId } = requireEditor(ctx);
  const creationKey = `${accountId}:${idempotencyKey}`;
  const made = await findCourseOfKey(ctx.db, creationKey);
  if (made) return studioCourse(ctx, made);
  const attributes = readCourse(given, { isFirstFree: false, prerequisiteId: null, startDays: [] });
  const { prerequisiteId } = attributes;
  await checkClasses(ctx, attributes.classes);
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugTried(attributes.title, "course", attempt);
    try {
      const id = await ctx.transact(async (tx) => {
        const createdAt = tx.clock.now();
        if (prerequisiteId !== null) await checkPrerequisite(tx, { courseId: null, prerequisiteId });
        const created = await insertCourse(tx.db, {
          ...attributes,
          slug,
          creationKey,
          createdAt,
          publishedAt: null,
        });
        if (created)
          await recordAuditEntry(tx, {
            action: "courses.course_created",
            subject: `course:${created}`,
            details: { title: attributes.title },
          });
        return created;
      });
      if (id) return await studioCourse(ctx, id);
    } catch (error) {
      if (!isUniqueViolation(error) || attempt > triedSlugs) throw error;
      // Unique violation: a concurrent request with the same key, or a slug that was taken concurrently.
      const other = await findCourseOfKey(ctx.db, creationKey);
      if (other) return studioCourse(ctx, other);
    }
  }
}

/**
 * Changes a course; its slug stays. People who joined keep their progress.
 * @param revision that the editor has seen
 * @throws BadInput, ChangedMeanwhile, NotFound, Unauthenticated
 */
export async function changeCourse(
  ctx: Ctx,
  id: string,
  given: GivenCourse,
  revision: number,
): Promise<EditedCourse> {
  const known = await studioCourse(ctx, id);
  const { moves, ...attributes } = readCourse(given, known);
  const { prerequisiteId, startDays } = attributes;
  const before = new Set(known.classes.map(({ classId }) => classId));
  await checkClasses(
    ctx,
    attributes.classes.filter(({ classId }) => !before.has(classId)),
  );
  if (known.publishedAt && attributes.classes.length === 0) throw noClasses();
  await ctx.transact(async (tx) => {
    if (prerequisiteId !== null && prerequisiteId !== known.prerequisiteId)
      await checkPrerequisite(tx, { courseId: known.id, prerequisiteId });
    if (moves.length > 0 || startDays.join() !== known.startDays.join()) {
      const locked = await lockCourse(tx.db, known.id);
      if (!locked) throw new NotFound("course");
      // Days that someone else saved since must not be taken for removed ones.
      if (locked.revision !== revision || known.revision !== revision) throw new ChangedMeanwhile();
      await moveParticipants(tx, known, { days: startDays, moves });
    }
    if (!(await updateCourse(tx.db, known.id, revision, attributes, studioDay(tx))))
      throw new ChangedMeanwhile();
    await followCourse(tx, known.id, [...before]);
    if (known.publishedAt)
      await publishChange(
        ctx,
        tx,
        known.id,
        attributes.classes.map(({ classId }) => classId).filter((classId) => !before.has(classId)),
      );
    await recordAuditEntry(tx, {
      action: "courses.course_changed",
      subject: `course:${known.id}`,
      details: {
        before: changedAttributes(known, attributes),
        after: changedAttributes(attributes, known),
        ...(moves.length > 0 && { moves }),
      },
    });
  });
  return studioCourse(ctx, known.id);
}

/**
 * Adds classes to the last week of a course in this order, after its others. Drafts too: dancers see them in it once they are in the
 * library. One that is in it stays where it is. Idempotent.
 * @throws BadInput for too many or unknown ones, NotFound, Unauthenticated
 */
export async function addCourseClasses(
  ctx: Ctx,
  id: string,
  classIds: readonly string[],
): Promise<EditedCourse> {
  const known = await studioCourse(ctx, id);
  if (!classIds.every(isUuid)) throw new BadInput("classIds", inEnglish("Send the ids of classes."));
  const given = [...new Set(classIds.map((classId) => classId.toLowerCase()))];
  try {
    await ctx.transact(async (tx) => {
      if (!(await lockCourse(tx.db, known.id))) throw new NotFound("course");
      const present = new Set((await findEditedCourse(tx.db, known.id))?.classes.map((one) => one.classId));
      const added = given.filter((classId) => !present.has(classId));
      if (present.size + added.length > maxClasses)
        throw new BadInput("classIds", msg("Choose up to {maxClasses} classes.", { maxClasses }));
      if ((await appendCourseClasses(tx.db, known.id, added)) === 0) return;
      await followCourse(tx, known.id);
      if (known.publishedAt) await publishChange(ctx, tx, known.id, added);
      await recordAuditEntry(tx, {
        action: "courses.course_changed",
        subject: `course:${known.id}`,
        details: { added: added.length },
      });
    });
  } catch (error) {
    if (isForeignKeyViolation(error))
      throw new BadInput("classIds", msg("A class was deleted. Reload the page."));
    throw error;
  }
  return studioCourse(ctx, known.id);
}

/** Publishes that a published course changed, and which classes of the library were added to it. */
async function publishChange(ctx: Ctx, tx: Tx, courseId: string, addedIds: readonly string[]): Promise<void> {
  await tx.publish(coursePublished, { courseId });
  const added = await classLoader(ctx).loadMany(addedIds);
  for (const one of added)
    if (one && !(one instanceof Error)) await tx.publish(classAdded, { courseId, classId: one.id });
}

/** Attributes that differ from another version, for the audit log; without the description. */
function changedAttributes(attributes: CourseAttributes, other: CourseAttributes): Record<string, unknown> {
  const names = [
    "title",
    "pace",
    "startDays",
    "knownPercent",
    "opensByWeek",
    "isFirstFree",
    "prerequisiteId",
    "classes",
  ] as const;
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(attributes[name]) !== JSON.stringify(other[name]))
      .map((name) => [name, attributes[name]]),
  );
}

/** Publishes a draft. Idempotent. @throws BadInput without a class in the library, NotFound, Unauthenticated */
export async function publishCourse(ctx: Ctx, id: string): Promise<EditedCourse> {
  const known = await studioCourse(ctx, id);
  const listed = await listedClasses(ctx, known);
  if (!listed.some(({ studioClass }) => studioClass)) throw noClasses();
  await ctx.transact(async (tx) => {
    const published = await updatePublication(tx.db, known.id, tx.clock.now());
    if (!published) return;
    await followCourse(tx, known.id);
    await tx.publish(coursePublished, { courseId: known.id });
    if (published.isFirst) await tx.publish(courseAnnounced, { courseId: known.id });
    await recordAuditEntry(tx, {
      action: "courses.course_published",
      subject: `course:${known.id}`,
      details: { title: known.title },
    });
  });
  return studioCourse(ctx, known.id);
}

/** Makes a published course a draft again; people who joined stay in it. Idempotent. @throws NotFound, Unauthenticated */
export async function unpublishCourse(ctx: Ctx, id: string): Promise<EditedCourse> {
  const known = await studioCourse(ctx, id);
  await ctx.transact(async (tx) => {
    if (!(await updatePublication(tx.db, known.id, null))) return;
    await followCourse(tx, known.id);
    await recordAuditEntry(tx, {
      action: "courses.course_unpublished",
      subject: `course:${known.id}`,
      details: { title: known.title },
    });
  });
  return studioCourse(ctx, known.id);
}

/** Deletes a draft with its enrollments; its badge goes with it. @throws BadInput for a published one, NotFound, Unauthenticated */
export async function deleteCourse(ctx: Ctx, id: string): Promise<void> {
  const known = await studioCourse(ctx, id);
  if (known.publishedAt) throw new BadInput("id", msg("Unpublish the course before you delete it."));
  if (await wasBought(ctx, known.id))
    throw new BadInput("id", msg("People bought this course. Keep it as a draft: they keep its classes."));
  await ctx.transact(async (tx) => {
    // It may have been published since.
    if (!(await lockCourse(tx.db, known.id))) throw new NotFound("course");
    if (!(await deleteCourseRow(tx.db, known.id)))
      throw new BadInput("id", msg("Unpublish the course before you delete it."));
    await deleteImagesLater(tx, imagesFolder(known.id));
    await removeTranslations(tx, "course", known.id);
    await recordAuditEntry(tx, {
      action: "courses.course_deleted",
      subject: `course:${known.id}`,
      details: { title: known.title, participants: known.participants },
    });
  });
}

const noClasses = () => new BadInput("classes", msg("Add at least one class of the library."));

/** @throws BadInput for a class that isn't in the library */
async function checkClasses(ctx: Ctx, classes: CourseAttributes["classes"]): Promise<void> {
  const rows = await classLoader(ctx).loadMany(classes.map(({ classId }) => classId));
  if (rows.some((row) => !row || row instanceof Error))
    throw new BadInput("classes", msg("A class isn’t in the library any more. Remove it and try again."));
}
