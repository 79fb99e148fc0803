import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { deleteImagesLater, readImage } from "../../media/index.ts";
import type { ImageFocus } from "../../media/index.ts";
import { facePathOf, faceSize } from "../images.ts";
import { center, checkFocus, fitOwnImage, namesOf, publishAndSave, publishSizes } from "../own-images.ts";
import type { PublishImage } from "../own-images.ts";
import { requireEditor, requireTeacher } from "./classes.ts";
import { findOwnImage, lockOwnImage, saveOwnImage } from "./store-entry-images.ts";
import type { ImagedKind, OwnImage } from "./store-entry-images.ts";

export { imagedKinds } from "./store-entry-images.ts";
export type { ImagedKind, OwnImage } from "./store-entry-images.ts";

const none: OwnImage = { picture: null, poster: null, posterX: center.x, posterY: center.y };

/** An editor; or a teacher, for the photo of their own page. @throws NotFound for others, Unauthenticated */
async function requireImageEditor(ctx: Ctx, kind: ImagedKind, slug: string): Promise<void> {
  if (ctx.viewer?.role !== "teacher") return void requireEditor(ctx);
  if (kind !== "instructor" || (await requireTeacher(ctx)) !== slug) throw new NotFound(kind);
}

/** The own image of a style, category or instructor, for editors; of instructors also for themselves. @throws NotFound, Unauthenticated */
export async function ownImageOf(
  ctx: Ctx,
  kind: ImagedKind,
  slug: string,
): Promise<OwnImage & { readonly id: string }> {
  await requireImageEditor(ctx, kind, slug);
  const found = await findOwnImage(ctx.db, kind, slug);
  if (!found) throw new NotFound(kind);
  return found;
}

/** Sets an uploaded image as that of a style, category or instructor. @throws DomainError, NotFound, Unauthenticated */
export async function uploadOwnImage(
  ctx: Ctx,
  kind: ImagedKind,
  slug: string,
  content: Uint8Array,
): Promise<void> {
  const { id } = await ownImageOf(ctx, kind, slug);
  const image = await fitOwnImage(content);
  const poster = `${newFolder(kind, id)}image.webp`;
  await publishing(ctx, kind, slug, async (publish) => {
    await publish(poster, image);
    await saveCrops(ctx, publish, kind, slug, { id, poster, image, focus: center });
  });
}

/**
 * Sets which place of an own image stays in every crop. Idempotent.
 * @throws BadInput, also without an image; ChangedMeanwhile if it got another one; NotFound, Unauthenticated
 */
export async function setOwnImageFocus(
  ctx: Ctx,
  kind: ImagedKind,
  slug: string,
  focus: ImageFocus,
): Promise<OwnImage> {
  const found = await ownImageOf(ctx, kind, slug);
  const { id, poster } = found;
  checkFocus(focus);
  if (poster === null) throw new BadInput("slug", inEnglish("It has no image of its own."));
  if (focus.x === found.posterX && focus.y === found.posterY) return found;
  const image = await readImage(ctx, poster);
  if (!image) throw new NotFound("file");
  await publishing(ctx, kind, slug, (publish) =>
    saveCrops(ctx, publish, kind, slug, { id, poster, image, focus, formerPoster: poster }),
  );
  return ownImageOf(ctx, kind, slug);
}

/** Shows again what is shown without an own image. Idempotent. @throws NotFound, Unauthenticated */
export async function removeOwnImage(ctx: Ctx, kind: ImagedKind, slug: string): Promise<OwnImage> {
  const { poster } = await ownImageOf(ctx, kind, slug);
  if (poster !== null) await save(ctx, kind, slug, none);
  return none;
}

/** A folder of its own for each set of files: caches keep the former ones, until they are deleted. */
const newFolder = (kind: ImagedKind, id: string): string => `library/${kind}/${id}/${randomUUID()}/`;

const publishing = (
  ctx: Ctx,
  kind: ImagedKind,
  slug: string,
  work: (publish: PublishImage) => Promise<void>,
): Promise<void> =>
  publishAndSave(
    ctx,
    async (names) => namesOf(names, (await findOwnImage(ctx.db, kind, slug)) ?? none),
    work,
  );

/** Publishes the crops of an own image, of an instructor also the face, and saves them. @throws ChangedMeanwhile */
async function saveCrops(
  ctx: Ctx,
  publish: PublishImage,
  kind: ImagedKind,
  slug: string,
  own: {
    readonly id: string;
    readonly poster: string;
    readonly image: Uint8Array;
    readonly focus: ImageFocus;
    /** That it must still have. */
    readonly formerPoster?: string;
  },
): Promise<void> {
  const { id, poster, image, focus, formerPoster } = own;
  const picture = `${newFolder(kind, id)}crop`;
  const face = { [facePathOf(picture)]: { width: faceSize, height: faceSize, focus } };
  await publishSizes(publish, picture, image, focus, kind === "instructor" ? face : {});
  await save(ctx, kind, slug, { picture, poster, posterX: focus.x, posterY: focus.y }, formerPoster);
}

async function save(
  ctx: Ctx,
  kind: ImagedKind,
  slug: string,
  image: OwnImage,
  formerPoster?: string,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const former = await lockOwnImage(tx.db, kind, slug);
    if (!former) throw new NotFound(kind);
    // Its files may be deleted already.
    if (formerPoster !== undefined && former.poster !== formerPoster) throw new ChangedMeanwhile();
    await saveOwnImage(tx.db, kind, { slug, ...image });
    await deleteFiles(tx, former, image.poster);
    await recordAuditEntry(tx, {
      action: image.poster === null ? "catalog.own_image_removed" : "catalog.own_image_set",
      subject: `${kind}:${slug}`,
    });
  });
}

async function deleteFiles(tx: Tx, { picture, poster }: OwnImage, retained: string | null): Promise<void> {
  for (const name of [picture, poster])
    if (name !== null && name !== retained) await deleteImagesLater(tx, `${dirname(name)}/`);
}

/** Has the files of a style or category deleted that is deleted or merged in this transaction. */
export async function dropOwnImage(tx: Tx, kind: ImagedKind, slug: string): Promise<void> {
  const found = await lockOwnImage(tx.db, kind, slug);
  if (found) await deleteFiles(tx, found, null);
}
