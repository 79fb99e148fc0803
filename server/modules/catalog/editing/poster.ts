import { createHash } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { readImage, stillsOf } from "../../media/index.ts";
import type { ImageFocus, Still } from "../../media/index.ts";
import { portraitPath, portraitSize } from "../images.ts";
import { center, checkFocus, fitOwnImage, publisherOf, publishSizes } from "../own-images.ts";
import { change, editedClass, refusePublished, requireClassEditor } from "./classes.ts";
import type { EditedClass } from "./classes.ts";
import { replacedSince } from "./replaced-videos.ts";
import { deleteFormer } from "./store-former.ts";
import { keepPoster, listFormerPosters } from "./store-former-posters.ts";
import type { FormerPoster } from "./store-former-posters.ts";
import { savePoster } from "./store-poster.ts";

/** Stills of a class's video to choose its image from. @throws NotFound, Unauthenticated */
export async function posterProposals(ctx: Ctx, classId: string): Promise<readonly Still[]> {
  const { asset } = await editedClass(ctx, classId);
  return asset ? stillsOf(ctx, asset.id) : [];
}

/** The image that the crops of a class are made of; null before there is one. */
export const posterOf = ({ poster, asset }: Pick<EditedClass, "poster" | "asset">): string | null =>
  poster ?? asset?.poster ?? null;

/**
 * Sets the image of a class, and which place of it stays in every crop.
 * @param given.atMs moment of a proposed still; null: the present image
 * @throws BadInput, Forbidden, NotFound, Unauthenticated
 */
export async function setClassPoster(
  ctx: Ctx,
  classId: string,
  given: { readonly atMs: number | null; readonly focus: ImageFocus },
): Promise<EditedClass> {
  const found = await changeableClass(ctx, classId);
  const { focus, atMs } = given;
  checkFocus(focus);
  const { poster, portrait } = found;
  if (atMs === null) return save(ctx, found, { poster, focus, portrait });
  const still = (await posterProposals(ctx, classId)).find((one) => one.atMs === atMs);
  const content = still && (await readImage(ctx, still.name));
  if (!content) throw new NotFound("file");
  return save(ctx, found, { poster: { content, suffix: "jpg" }, focus, portrait: null });
}

/**
 * Sets which place of a class's image stays in narrow crops, such as on phones.
 * @param focus null: as every crop
 * @throws BadInput, Forbidden, NotFound, Unauthenticated
 */
export async function setClassPortrait(
  ctx: Ctx,
  classId: string,
  focus: ImageFocus | null,
): Promise<EditedClass> {
  const found = await changeableClass(ctx, classId);
  if (focus) checkFocus(focus);
  const { poster, posterX: x, posterY: y } = found;
  return save(ctx, found, { poster, focus: { x, y }, portrait: focus });
}

/** Whether an image was uploaded: a chosen still of the video is stored as JPEG. */
export const isOwnImage = (poster: string | null): boolean => poster?.endsWith(".webp") ?? false;

/** Sets an uploaded image as that of a class. @throws DomainError, Forbidden, NotFound, Unauthenticated */
export async function uploadClassPoster(ctx: Ctx, classId: string, content: Uint8Array): Promise<void> {
  const found = await changeableClass(ctx, classId);
  const poster = { content: await fitOwnImage(content), suffix: "webp" } as const;
  await save(ctx, found, { poster, focus: center, portrait: null });
}

/** Gives a class the image of its video again. Idempotent. @throws Forbidden, NotFound, Unauthenticated */
export async function resetClassPoster(ctx: Ctx, classId: string): Promise<EditedClass> {
  return save(ctx, await changeableClass(ctx, classId), { poster: null, focus: center, portrait: null });
}

/** Images that an editor may use again, the latest first. */
export const formerPosters = (ctx: Ctx, { id }: EditedClass): Promise<FormerPoster[]> =>
  listFormerPosters(ctx.db, id, replacedSince(ctx));

/**
 * Uses a replaced image of a class again, with its crops. The present one can be used again in turn.
 * @throws Forbidden, NotFound for one that isn't stored any more, Unauthenticated
 */
export async function restoreClassPoster(ctx: Ctx, classId: string, formerId: string): Promise<EditedClass> {
  const found = await changeableClass(ctx, classId);
  const former = (await formerPosters(ctx, found)).find(({ id }) => id === formerId);
  if (!former) throw new NotFound("file");
  return save(ctx, found, former, former.id);
}

async function changeableClass(ctx: Ctx, classId: string): Promise<EditedClass> {
  const found = await editedClass(ctx, classId);
  refusePublished(await requireClassEditor(ctx), found);
  return found;
}

/** An image that isn't stored yet. */
interface NewImage {
  readonly content: Uint8Array;
  readonly suffix: "jpg" | "webp";
}

/** @returns its name below /pictures/ */
async function store(ctx: Ctx, { content, suffix }: NewImage): Promise<string> {
  const name = `classes/posters/${hashOf(content, center, null)}.${suffix}`;
  await publisherOf(ctx)(name, content);
  return name;
}

/** @param restoredId of the former image that is used again */
async function save(
  ctx: Ctx,
  found: EditedClass,
  chosen: { readonly poster: string | NewImage | null } & Crops,
  restoredId: string | null = null,
): Promise<EditedClass> {
  const { id } = found;
  const poster = isNew(chosen.poster) ? await store(ctx, chosen.poster) : chosen.poster;
  const image = posterOf({ ...found, poster });
  // Before there is a video, the focus waits for its image.
  const picture = image === null ? "" : await createPicture(ctx, image, chosen);
  if (picture === null) throw new NotFound("file");
  await change(ctx, id, async (tx, { poster: present }) => {
    if (present !== poster) await keepPoster(tx.db, id, tx.clock.now());
    if (restoredId) await deleteFormer(tx.db, "poster", restoredId);
    await savePoster(tx.db, {
      id,
      picture,
      poster,
      ...chosen.focus,
      portraitX: chosen.portrait?.x ?? null,
      portraitY: chosen.portrait?.y ?? null,
    });
    await recordAuditEntry(tx, { action: "catalog.poster_set", subject: `class:${id}` });
  });
  return editedClass(ctx, id);
}

const isNew = (poster: string | NewImage | null): poster is NewImage =>
  poster !== null && typeof poster !== "string";

/** Which places of an image stay in its crops. */
interface Crops {
  readonly focus: ImageFocus;
  /** In narrow ones; null: no editor chose one. */
  readonly portrait: ImageFocus | null;
}

/**
 * Renders an image in all sizes of the catalog, and upright if its place for that is chosen.
 * @returns the path below /pictures/, without size and suffix; null if the image no longer exists
 */
export async function createPicture(ctx: Ctx, image: string, crops: Crops): Promise<string | null> {
  const content = await readImage(ctx, image);
  if (!content) return null;
  const { focus, portrait } = crops;
  const name = `classes/${hashOf(content, focus, portrait)}`;
  const upright = portrait ? { [portraitPath(name)]: { ...portraitSize, focus: portrait } } : {};
  await publishSizes(publisherOf(ctx), name, content, focus, upright);
  return name;
}

/** Of an image and its crops, which are left out at the center and where none is chosen. */
function hashOf(content: Uint8Array, { x, y }: ImageFocus, portrait: ImageFocus | null): string {
  const hash = createHash("sha256").update(content);
  if (x !== center.x || y !== center.y) hash.update(`${x},${y}`);
  if (portrait) hash.update(`portrait ${portrait.x},${portrait.y}`);
  return hash.digest("hex").slice(0, 32);
}
