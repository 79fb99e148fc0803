import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { Ctx } from "../../../ctx.ts";
import { isForeignKeyViolation } from "../../../platform/db.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import {
  center,
  checkFocus,
  fitOwnImage,
  namesOf,
  publishAndSave,
  publishSizes,
} from "../../catalog/index.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { deleteImagesLater, readImage } from "../../media/index.ts";
import type { ImageFocus } from "../../media/index.ts";
import { studioCourse } from "./editing.ts";
import type { EditedCourse } from "./editing.ts";
import { imagesFolder } from "./images-folder.ts";
import { findImage, lockImage, saveImage } from "./store-image.ts";
import type { SavedImage } from "./store-image.ts";

const noImage = { picture: null, poster: null, posterX: center.x, posterY: center.y };

/** Which image a course has. @throws NotFound */
export async function imageOf(ctx: Ctx, courseId: string): Promise<SavedImage> {
  const found = await findImage(ctx.db, courseId);
  if (!found) throw new NotFound("course");
  return found;
}

/** Sets an uploaded image as that of a course. @throws DomainError for one that can't be read, NotFound, Unauthenticated */
export async function uploadCourseImage(ctx: Ctx, courseId: string, content: Uint8Array): Promise<void> {
  const { id } = await studioCourse(ctx, courseId);
  const image = await fitOwnImage(content);
  await saveOwn(ctx, id, { image, focus: center });
}

/**
 * Sets which place of a course's own image stays in every crop.
 * @throws BadInput, also without an image of its own; ChangedMeanwhile if it got another image; NotFound, Unauthenticated
 */
export async function setCourseImageFocus(
  ctx: Ctx,
  courseId: string,
  focus: ImageFocus,
): Promise<EditedCourse> {
  const { id } = await studioCourse(ctx, courseId);
  checkFocus(focus);
  const { poster } = await imageOf(ctx, id);
  if (poster === null) throw new BadInput("id", inEnglish("The course has no image of its own."));
  const image = await readImage(ctx, poster);
  if (!image) throw new NotFound("file");
  await saveOwn(ctx, id, { image, focus, formerPoster: poster });
  return studioCourse(ctx, id);
}

/**
 * Gives a course the image of one of its classes instead of one of its own. Idempotent.
 * @param classId null: that of its first class
 * @throws BadInput for a class that isn't in it, NotFound, Unauthenticated
 */
export async function setCourseImageClass(
  ctx: Ctx,
  courseId: string,
  classId: string | null,
): Promise<EditedCourse> {
  const { id, classes } = await studioCourse(ctx, courseId);
  const imageClassId = classId?.toLowerCase() ?? null;
  if (imageClassId !== null && !classes.some((one) => one.classId === imageClassId))
    throw new BadInput("classId", inEnglish("Choose a class of the course."));
  try {
    await save(ctx, id, { ...noImage, imageClassId });
  } catch (error) {
    // The class was deleted in the meantime.
    if (isForeignKeyViolation(error)) throw new NotFound("class");
    throw error;
  }
  return studioCourse(ctx, id);
}

/** A folder of its own for each set of files: caches keep the former ones, until they are deleted. */
const newFolder = (courseId: string): string => `${imagesFolder(courseId)}${randomUUID()}/`;

/**
 * Publishes an own image of a course with its crops, and saves it.
 * @param own.formerPoster the stored image that it is, which the course must still have; none for a new one
 * @throws ChangedMeanwhile
 */
async function saveOwn(
  ctx: Ctx,
  id: string,
  own: { readonly image: Uint8Array; readonly focus: ImageFocus; readonly formerPoster?: string },
): Promise<void> {
  const { image, focus, formerPoster } = own;
  const picture = `${newFolder(id)}crop`;
  const poster = formerPoster ?? `${newFolder(id)}image.webp`;
  const usedOf = async (names: readonly string[]) => namesOf(names, (await findImage(ctx.db, id)) ?? noImage);
  await publishAndSave(ctx, usedOf, async (publish) => {
    if (poster !== formerPoster) await publish(poster, image);
    await publishSizes(publish, picture, image, focus);
    const saved = { picture, poster, posterX: focus.x, posterY: focus.y, imageClassId: null };
    await save(ctx, id, saved, formerPoster);
  });
}

/** Saves which image a course has, and has the files of the former one deleted. @throws ChangedMeanwhile, NotFound */
async function save(ctx: Ctx, id: string, image: SavedImage, formerPoster?: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const former = await lockImage(tx.db, id);
    if (!former) throw new NotFound("course");
    // Its files may be deleted already.
    if (formerPoster !== undefined && former.poster !== formerPoster) throw new ChangedMeanwhile();
    await saveImage(tx.db, { id, ...image });
    for (const name of [former.picture, former.poster])
      if (name !== null && name !== image.poster) await deleteImagesLater(tx, `${dirname(name)}/`);
    await recordAuditEntry(tx, { action: "courses.image_set", subject: `course:${id}` });
  });
}
