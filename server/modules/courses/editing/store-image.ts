import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Which image a course has. */
export interface SavedImage {
  /** Its own in the sizes of the catalog, below /pictures/, without size and suffix; null: that of a class. */
  readonly picture: string | null;
  /** Its own image uncropped, below /pictures/. */
  readonly poster: string | null;
  /** Which place of it stays in every crop, percent. */
  readonly posterX: number;
  readonly posterY: number;
  /** The class whose image it has; null: its first one. */
  readonly imageClassId: string | null;
}

const columns = sql`picture, poster, poster_x as "posterX", poster_y as "posterY", image_class_id as "imageClassId"`;
const selectOne = statement<{ id: string }, SavedImage>(
  "courses.find_image",
  (p) => sql`select ${columns} from courses.courses where id = ${p.id}::uuid`,
);
const lockOne = statement<{ id: string }, SavedImage>(
  "courses.lock_image",
  (p) => sql`select ${columns} from courses.courses where id = ${p.id}::uuid for update`,
);
const update = statement<SavedImage & { readonly id: string }, never>(
  "courses.save_image",
  (p) => sql`
    update courses.courses set picture = ${p.picture}::text, poster = ${p.poster}::text, poster_x = ${p.posterX}::int,
      poster_y = ${p.posterY}::int, image_class_id = ${p.imageClassId}::uuid
    where id = ${p.id}::uuid`,
);

export const findImage = (db: Db, id: string): Promise<SavedImage | null> => db.maybe(selectOne, { id });
/** Locks a course until the transaction ends. @returns its present image; null if it doesn't exist */
export const lockImage = (db: Db, id: string): Promise<SavedImage | null> => db.maybe(lockOne, { id });
/** @throws a foreign key violation for a class that doesn't exist */
export const saveImage = async (db: Db, image: SavedImage & { readonly id: string }): Promise<void> => {
  await db.change(update, image);
};
