import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

interface SavedPoster {
  readonly id: string;
  readonly picture: string;
  readonly poster: string | null;
  readonly x: number;
  readonly y: number;
  readonly portraitX: number | null;
  readonly portraitY: number | null;
}
const update = statement<SavedPoster, never>(
  "catalog.save_poster",
  (p) => sql`
    update catalog.classes set picture = ${p.picture}, poster = ${p.poster}::text, poster_x = ${p.x}::int, poster_y = ${p.y}::int,
      portrait_x = ${p.portraitX}::int, portrait_y = ${p.portraitY}::int
    where id = ${p.id}::uuid`,
);
// Files of classes are named by their content: another class, or a replaced image, may have the same.
const selectUsed = statement<{ names: readonly string[] }, { name: string }>(
  "catalog.list_used_images",
  (p) => sql`
    select name from unnest(${p.names}::text[]) as given (name)
    where exists (select from catalog.classes where poster = name or (picture <> '' and starts_with(name, picture || '-')))
      or exists (select from catalog.former_posters where poster = name)
      or exists (select from catalog.replaced_source_videos where starts_with(name, picture || '-'))`,
);

/** Those of these images that a class has, or can use again. */
export const listUsedImages = async (db: Db, names: readonly string[]): Promise<string[]> =>
  (await db.many(selectUsed, { names })).map(({ name }) => name);
/** Saves the image of a class, and its crops. */
export const savePoster = async (db: Db, saved: SavedPoster): Promise<void> => {
  await db.change(update, saved);
};
