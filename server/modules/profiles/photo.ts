import { createHash } from "node:crypto";
import type { Ctx } from "../../ctx.ts";
import { faceCount, facePath } from "../../../contract/faces.ts";
import { BadInput, DomainError, NotFound } from "../../platform/errors.ts";
import { msg } from "../../platform/i18n/messages.ts";
import type { Message } from "../../platform/i18n/messages.ts";
import { consume } from "../../platform/rate-limit.ts";
import {
  familyAfterChange,
  photoUrl,
  profilesOf,
  requireAdult,
  requireHolder,
  requireMember,
  setPhoto,
} from "../identity/index.ts";
import type { Family } from "../identity/index.ts";
import { frameImage } from "../media/index.ts";
import type { ImageFault } from "../media/index.ts";

/** Width and height in pixels. */
const side = 512;
const photoLimit = { name: "photo", points: 20, seconds: 3600 };
/** Maximum size of the uploaded image, in bytes. */
export const maxPhotoBytes = 10 * 1024 * 1024;

/** The upload isn't an image in a supported format. */
class ImageRefused extends DomainError {
  constructor(fault: ImageFault) {
    const refusals: Record<ImageFault, readonly [string, Message]> = {
      unreadable: ["PICTURE_UNREADABLE", msg("Use a JPEG, PNG, or WebP image.")],
      animated: ["PICTURE_ANIMATED", msg("Animated images aren’t supported. Choose a still image.")],
      too_large: ["PICTURE_TOO_LARGE", msg("Images can have up to 60 megapixels. Choose a smaller one.")],
    };
    const [code, why] = refusals[fault];
    super(code, why, { status: 422 });
  }
}

/** Storage prefix of a person's photos; all are deleted with the person. */
const prefixOf = (personId: string) => `people/${personId}/`;

/** Photos are public and content-addressed: they can be cached forever. */
const pathOf = (personId: string, name: string) => `/photos/${personId}/${name}`;

export const photoKey = (personId: string, name: string): string => `${prefixOf(personId)}${name}`;

async function deleteOthers(ctx: Ctx, personId: string, exceptKey: string | null): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of ctx.ports.storage.list(prefixOf(personId)))
    if (key !== exceptKey) keys.push(key);
  for (const key of keys) await ctx.ports.storage.delete(key);
}

/**
 * Sets the viewer's photo, in place of the previous one. The image is re-encoded: no metadata is stored.
 * @returns its absolute URL
 * @throws Forbidden, ImageRefused, RateLimited, RegistrationRequired, Unauthenticated
 */
export async function changePhoto(ctx: Ctx, content: Uint8Array): Promise<string> {
  requireMember(ctx);
  const { personId } = requireAdult(ctx);
  await consume(ctx, photoLimit, personId);
  const picture = await frameImage(content, { width: side, height: side });
  if (typeof picture === "string") throw new ImageRefused(picture);
  const name = `${createHash("sha256").update(picture).digest("hex").slice(0, 32)}.webp`;
  const key = photoKey(personId, name);
  await ctx.ports.storage.put(key, picture, "image/webp");
  const path = pathOf(personId, name);
  await setPhoto(ctx, { personId, image: path });
  await deleteOthers(ctx, personId, key);
  return photoUrl(ctx, path)!;
}

/**
 * Sets a portrait for a profile of the viewer's family, in place of a photo.
 * @param choice.face 1 to `faceCount`
 * @throws BadInput, Forbidden, NotFound, RegistrationRequired, Unauthenticated
 */
export async function chooseFace(
  ctx: Ctx,
  { profileId, face }: { readonly profileId: string; readonly face: number },
): Promise<Family> {
  const { accountId } = requireHolder(ctx);
  if (face < 1 || face > faceCount)
    throw new BadInput("face", msg("Choose a portrait from 1 to {faceCount}.", { faceCount }));
  const profile = (await profilesOf(ctx, accountId)).find(({ id }) => id === profileId.toLowerCase());
  if (!profile) throw new NotFound("profile");
  await setPhoto(ctx, { personId: profile.id, image: facePath(face) });
  await deleteOthers(ctx, profile.id, null);
  return familyAfterChange(ctx);
}

/** Removes the viewer's photo. Idempotent. @throws Forbidden, RegistrationRequired, Unauthenticated */
export async function removePhoto(ctx: Ctx): Promise<void> {
  requireMember(ctx);
  const { personId } = requireAdult(ctx);
  await setPhoto(ctx, { personId, image: null });
  await deleteOthers(ctx, personId, null);
}
