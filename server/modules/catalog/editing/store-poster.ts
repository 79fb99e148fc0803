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
/** Saves the image of a class, and its crops. */
export const savePoster = async (db: Db, saved: SavedPoster): Promise<void> => {
  await db.change(update, saved);
};
