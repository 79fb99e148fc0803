import type { Ctx } from "../../ctx.ts";
import { BadInput, DomainError } from "../../platform/errors.ts";
import { inEnglish, msg } from "../../platform/i18n/messages.ts";
import type { HttpRoutes } from "../../platform/module.ts";
import { fitImage, frameImages, publishImage, unpublishImages } from "../media/index.ts";
import type { ImageFault, ImageFocus, ImageFrame } from "../media/index.ts";
import { imageWidths } from "./images.ts";

/** Bytes of an image that an editor uploads. */
const maxBytes = 15 * 1024 * 1024;
/** Longer side of a stored image, pixels: of it, the crops are made. */
const maxSide = 1920;
export const center: ImageFocus = { x: 50, y: 50 };

/** An uploaded image that can't be used. */
class ImageRefused extends DomainError {
  constructor(fault: ImageFault) {
    const texts = {
      unreadable: msg("Use a JPEG, PNG, or WebP image."),
      animated: msg("Animated images aren’t supported. Choose a still image."),
      too_large: msg("Images can have up to 60 megapixels. Choose a smaller one."),
    };
    super("PICTURE_REFUSED", texts[fault], { status: 422 });
  }
}

/** Decodes an uploaded image, and renders it as a WebP of which crops are made. @throws DomainError */
export async function fitOwnImage(content: Uint8Array): Promise<Uint8Array> {
  const image = await fitImage(content, maxSide);
  if (typeof image === "string") throw new ImageRefused(image);
  return image;
}

/** @throws BadInput */
export function checkFocus(focus: ImageFocus): void {
  for (const field of ["x", "y"] as const)
    if (!(focus[field] >= 0 && focus[field] <= 100))
      throw new BadInput(field, inEnglish(`${field} must be 0 to 100.`));
}

/** Publishes an image. @param name below /pictures/, with suffix */
export type PublishImage = (name: string, content: Uint8Array) => Promise<void>;

/**
 * Publishes images of a class, which are named by their content: if the class isn't saved they stay, since a request at the same time may
 * use them. `npm run check-media` finds those that no row uses.
 */
export const publisherOf =
  (ctx: Ctx): PublishImage =>
  (name, content) =>
    publishImage(ctx, name, content);

/**
 * Publishes images, and saves the row that uses them. If that fails, those that no row uses are deleted.
 * @param usedOf which of these names rows use: of an image that another row has too, or of a row that was saved though the answer of
 * the database was lost
 */
export async function publishAndSave<Saved>(
  ctx: Ctx,
  usedOf: (names: readonly string[]) => Promise<readonly string[]>,
  work: (publish: PublishImage) => Promise<Saved>,
): Promise<Saved> {
  const names: string[] = [];
  try {
    return await work(async (name, content) => {
      names.push(name);
      await publishImage(ctx, name, content);
    });
  } catch (error) {
    try {
      const used = new Set(await usedOf(names));
      await unpublishImages(
        ctx,
        names.filter((name) => !used.has(name)),
      );
    } catch (fault) {
      ctx.log.warn({ err: fault }, "Images of a row that wasn't saved could not be deleted");
    }
    throw error;
  }
}

/** The names that an own image uses, uncropped or in any size. */
export const namesOf = (
  names: readonly string[],
  { picture, poster }: { readonly picture: string | null; readonly poster: string | null },
): string[] =>
  names.filter((name) => name === poster || (picture !== null && name.startsWith(`${picture}-`)));

/**
 * Publishes an image that was decoded before, in all sizes of the catalog.
 * @param name below /pictures/, without size and suffix
 * @param more crops beside them, by their names below /pictures/
 */
export async function publishSizes(
  publish: PublishImage,
  name: string,
  content: Uint8Array,
  focus: ImageFocus,
  more: Readonly<Record<string, ImageFrame>> = {},
): Promise<void> {
  const frames: [string, ImageFrame][] = [
    ...imageWidths.map((width): [string, ImageFrame] => [
      `${name}-${width}.webp`,
      { width, height: Math.round((width * 9) / 16), focus },
    ]),
    ...Object.entries(more),
  ];
  const crops = await frameImages(
    content,
    frames.map(([, frame]) => frame),
  );
  if (typeof crops === "string") throw new Error(`Can't crop the image: ${crops}`);
  for (const [index, [path]] of frames.entries()) await publish(path, crops[index]!);
}

/** Registers an endpoint that takes an image. @param save stores it as that of what the path names */
export async function registerImageRoute(
  { server, ctxOf }: HttpRoutes,
  path: string,
  save: (ctx: Ctx, id: string, content: Uint8Array) => Promise<void>,
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { id: string } }>(path, async (request, reply) => {
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await save(await ctxOf(request), request.params.id, content);
      return reply.code(204).header("cache-control", "no-store").send();
    });
  });
}
