import { imageWidths } from "./images.ts";
import type { Tx } from "../../ctx.ts";
import type { AccessType } from "../billing/index.ts";
import { insertSeedSongs, replaceClassSongs } from "./songs/store-editing.ts";
import type { GivenClassSong, SeedSong } from "./songs/store-editing.ts";
import type { FollowKind } from "./following/followable.ts";
import { insertFollow } from "./following/store.ts";
import {
  hasClasses,
  insertCatalogue,
  saveCategoryPreview,
  saveInstructorPerson,
  saveLeaving,
  saveScheduled,
  savePreparation,
  saveImage,
  saveSeededPoster,
} from "./store-seed.ts";
import type { PartRow } from "./store.ts";
import type { TempoSpan } from "./store-classes.ts";

/** Seed data of a catalog. The caller sets the ids, so that seeding twice inserts it once. */
export interface Catalogue {
  readonly sections: readonly { slug: string; name: string; description: string; position: number }[];
  readonly styles: readonly { slug: string; name: string }[];
  readonly instructors: readonly {
    id: string;
    slug: string;
    name: string;
    bio: string;
    photo: string | null;
  }[];
  readonly categories: readonly {
    id: string;
    slug: string;
    name: string;
    description: string;
    section: string;
    picture: string | null;
    position: number;
    /** Slugs of the dance goals that it serves. */
    goals?: readonly string[];
  }[];
  readonly classes: readonly {
    id: string;
    slug: string;
    title: string;
    description: string;
    level: string;
    type: string;
    accessType: AccessType;
    isExplicit: boolean;
    /** Defaults to the energy of the class's kind. */
    energy?: "gentle" | "steady" | "high";
    space?: "spot" | "steps" | "room";
    usesFloor?: boolean;
    style: string;
    instructor: string;
    section: string;
    categories: readonly string[];
    durationMs: number;
    beatGrid: readonly TempoSpan[];
    picture: string;
    assetId: string;
    publishedAt: Date;
    parts: readonly Omit<PartRow, "key">[];
  }[];
}

/** Seeds an empty library. @returns false if there are classes already */
export async function seedCatalogue(tx: Tx, catalogue: Catalogue): Promise<boolean> {
  if (await hasClasses(tx.db)) return false;
  await insertCatalogue(tx.db, catalogue);
  return true;
}

/** Seeds songs, and which of them classes use. */
export async function seedSongs(
  tx: Tx,
  songs: readonly SeedSong[],
  uses: readonly { readonly classId: string; readonly songs: readonly GivenClassSong[] }[],
): Promise<void> {
  await insertSeedSongs(tx.db, songs, tx.clock.now());
  for (const { classId, songs: used } of uses) await replaceClassSongs(tx.db, classId, used);
}

/** Lets a person follow instructors and styles. */
export async function seedFollows(
  tx: Tx,
  personId: string,
  follows: readonly { readonly kind: FollowKind; readonly slug: string }[],
): Promise<void> {
  for (const { kind, slug } of follows)
    await insertFollow(tx.db, kind, { personId, slug, now: tx.clock.now(), max: follows.length });
}

/** Sets when a class leaves the library. */
export const seedLeaving = (tx: Tx, slug: string, leavesAt: Date): Promise<void> =>
  saveLeaving(tx.db, slug, leavesAt);

/** Takes a seeded class out of the library until a date, as one that was never published. */
export const seedScheduled = (tx: Tx, slug: string, publishAt: Date): Promise<void> =>
  saveScheduled(tx.db, slug, publishAt);

/** Links an instructor to an account. */
export function linkInstructor(tx: Tx, slug: string, personId: string): Promise<void> {
  return saveInstructorPerson(tx.db, slug, personId);
}

/** Saves the rendering progress of a class's source. @param percent 0 to 100 */
export function notePreparation(db: Tx["db"], classId: string, percent: number): Promise<void> {
  return savePreparation(db, classId, percent);
}

/**
 * Sets the image of a class, a category, a style or an instructor, or an instructor's face.
 * @param picture path below /pictures/, without size and suffix
 */
export function setImage(
  tx: Tx,
  kind: "class" | "category" | "style" | "instructor" | "face",
  slug: string,
  picture: string,
): Promise<void> {
  return saveImage(tx.db, kind, slug, picture);
}

/**
 * Makes the image of a class its own, as an uploaded one, with its upright crop at `portraitPath`. Idempotent; leaves the choice of an
 * editor.
 * @param picture path below /pictures/, without size and suffix
 * @param portraitX which place narrow crops keep, percent from the left
 */
export const seedPoster = (tx: Tx, slug: string, picture: string, portraitX: number): Promise<void> =>
  saveSeededPoster(tx.db, { slug, picture, poster: `${picture}-${imageWidths[0]}.webp`, portraitX });

/** Sets a preview clip for categories that have none. @param video path below /pictures/ */
export function giveCategoryPreview(tx: Tx, slugs: readonly string[], video: string): Promise<void> {
  return saveCategoryPreview(tx.db, slugs, video);
}
