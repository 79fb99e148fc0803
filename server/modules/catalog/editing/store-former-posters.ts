import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { ImageFocus } from "../../media/index.ts";

/** An image that an editor chose for a class, and that was replaced. */
export interface FormerPoster {
  readonly id: string;
  /** Below /pictures/. */
  readonly poster: string;
  readonly focus: ImageFocus;
  readonly portrait: ImageFocus | null;
  readonly replacedAt: Date;
}

const keep = statement<{ classId: string; now: Date }, never>(
  "catalog.keep_poster",
  (p) => sql`
    with same as (
      delete from catalog.former_posters using catalog.classes
      where classes.id = ${p.classId}::uuid and class_id = classes.id and former_posters.poster = classes.poster)
    insert into catalog.former_posters (class_id, poster, poster_x, poster_y, portrait_x, portrait_y, replaced_at)
    select id, poster, poster_x, poster_y, portrait_x, portrait_y, ${p.now}::timestamptz
    from catalog.classes where id = ${p.classId}::uuid and poster is not null`,
);
const selectOfClass = statement<{ classId: string; since: Date }, FormerPoster>(
  "catalog.list_former_posters",
  (p) => sql`
    select id, poster, json_build_object('x', poster_x, 'y', poster_y) as focus,
      case when portrait_x is not null then json_build_object('x', portrait_x, 'y', coalesce(portrait_y, 50)) end as portrait,
      replaced_at as "replacedAt"
    from catalog.former_posters where class_id = ${p.classId}::uuid and replaced_at > ${p.since}::timestamptz
    order by replaced_at desc, id`,
);
/** Keeps the image that an editor chose for a class, before another one replaces it; once per image. */
export const keepPoster = async (db: Db, classId: string, now: Date): Promise<void> => {
  await db.change(keep, { classId, now });
};
/** Those of a class that were replaced since a moment, the latest first. */
export const listFormerPosters = (db: Db, classId: string, since: Date): Promise<FormerPoster[]> =>
  db.many(selectOfClass, { classId, since });
