import { sql } from "kysely";
import { defaultFace, facePath } from "../../../contract/faces.ts";
import type { Ctx } from "../../ctx.ts";
import { photoUrl } from "../identity/index.ts";
import { publicPhotoLoader } from "../profiles/index.ts";
import type { InstructorRow } from "./store.ts";

/** Widths in which every catalog image is stored, in pixels. */
export const imageWidths = [1280, 640, 320] as const;

/** SQL for what is added to the name of an image in each of them. */
export const sizesText = `unnest(array[${imageWidths.map((width) => `'-${width}.webp'`).join(", ")}])`;

/** Size of the upright crop that is shared, pixels. */
export const portraitSize = { width: 1080, height: 1350 } as const;
/** Path of the upright crop of a class's image below /pictures/. */
export const portraitPath = (picture: string): string => `${picture}-portrait.webp`;

/** Side of the square image of a face, pixels. */
export const faceSize = 480;
/** Path of the face in an instructor's own photo below /pictures/. */
export const facePathOf = (picture: string): string => `${picture}-face.webp`;
/** SQL for the face of `instructors`: of their own photo, else the studio's; null without one. */
export const faceSql = sql`coalesce(instructors.picture || '-face', instructors.face)`;

/** Path of an image in the size of a card. */
export const thumbnailPath = (picture: string): string => `/pictures/${picture}-${imageWidths[2]}.webp`;

/** Absolute URL of an image's largest size; smaller ones end in -640.webp and -320.webp. */
export function thumbnailUrl(ctx: Ctx, picture: string): string {
  return `${ctx.publicUrl}/pictures/${picture}-${imageWidths[0]}.webp`;
}

/**
 * Absolute URL of a square image of an instructor's face: the studio's, else the photo of the member who teaches if their profile is
 * public, else the portrait that belongs to the name.
 */
export async function faceUrl(
  ctx: Ctx,
  { face, name, personId }: Pick<InstructorRow, "face" | "name" | "personId">,
): Promise<string> {
  if (face !== null) return `${ctx.publicUrl}/pictures/${face}.webp`;
  const photo = personId === null ? null : await publicPhotoLoader(ctx).load(personId);
  return photoUrl(ctx, photo) ?? ctx.publicUrl + facePath(defaultFace(name));
}
