import { createHash } from "node:crypto";
import type { Ctx } from "../../ctx.ts";
import { DomainError } from "../../platform/errors.ts";
import { consume } from "../../platform/rate-limit.ts";
import { photoUrl, requireAdult, requireMember, setPhoto } from "../identity/index.ts";
import { frameImage } from "../media/index.ts";
import type { ImageFault } from "../media/index.ts";

/** Pixels on each side. */
const side = 512;
const photoLimit = { name: "photo", points: 20, seconds: 3600 };
/** The most that a picture may hold before it is made small, in bytes. */
export const maxPhotoBytes = 10 * 1024 * 1024;

/** What was given isn't a picture that we take. */
class ImageRefused extends DomainError {
  constructor(fault: ImageFault) {
    const [code, why] = {
      unreadable: ["PICTURE_UNREADABLE", "This isn't a JPEG, PNG or WebP picture."],
      animated: ["PICTURE_ANIMATED", "This picture moves. Choose one that stands still."],
      too_large: ["PICTURE_TOO_LARGE", "This picture has more than 60 million pixels. Choose a smaller one."],
    }[fault] as [string, string];
    super(code, why, { status: 422 });
  }
}

/** Where a person's photos lie in the storage; all go when they go. */
const prefixOf = (personId: string) => `people/${personId}/`;

/** Everybody may see it, so its name is its content: it can be kept for good. */
const pathOf = (personId: string, name: string) => `/photos/${personId}/${name}`;

export const photoKey = (personId: string, name: string): string => `${prefixOf(personId)}${name}`;

async function deleteOthers(ctx: Ctx, personId: string, kept: string | null): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of ctx.ports.storage.list(prefixOf(personId))) if (key !== kept) keys.push(key);
  for (const key of keys) await ctx.ports.storage.delete(key);
}

/**
 * Makes a picture the viewer's photo, in place of the one before. It is drawn anew: nothing that it carried besides its pixels is kept.
 * @returns its absolute URL
 * @throws Forbidden, PictureRefused, RateLimited, RegistrationRequired, Unauthenticated
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

/** Removes the viewer's photo; none is fine. @throws Forbidden, RegistrationRequired, Unauthenticated */
export async function removePhoto(ctx: Ctx): Promise<void> {
  requireMember(ctx);
  const { personId } = requireAdult(ctx);
  await setPhoto(ctx, { personId, image: null });
  await deleteOthers(ctx, personId, null);
}
