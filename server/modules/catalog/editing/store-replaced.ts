import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { AngleKey } from "../../../../contract/angles.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A source video that may be used again. */
export interface ReplacedSourceVideo {
  readonly sourceVideoId: string;
  readonly angle: AngleKey;
  readonly isUpright: boolean;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Milliseconds; null if unknown. */
  readonly durationMs: number | null;
  readonly replacedAt: Date;
  /** The image of the class while it played this video, below /pictures/, without size and suffix; null if unknown. */
  readonly picture: string | null;
}

type NewReplaced = Omit<ReplacedSourceVideo, "picture"> & { readonly classId: string };
const insert = statement<NewReplaced, never>(
  "catalog.insert_replaced_source_video",
  (p) => sql`
    insert into catalog.replaced_source_videos (source_video_id, class_id, angle, is_upright, file_name, size_bytes, duration_ms, replaced_at, picture)
    values (${p.sourceVideoId}::uuid, ${p.classId}::uuid, ${p.angle}, ${p.isUpright}::boolean, ${p.fileName}, ${p.sizeBytes}::bigint,
      ${p.durationMs}::int, ${p.replacedAt}::timestamptz, (
        select nullif(picture, '') from catalog.classes where id = ${p.classId}::uuid and cut_of = ${p.sourceVideoId}::uuid))`,
);
const selectOfClass = statement<{ classId: string; since: Date }, ReplacedSourceVideo>(
  "catalog.list_replaced_source_videos",
  (p) => sql`
    select source_video_id as "sourceVideoId", angle, is_upright as "isUpright", file_name as "fileName", size_bytes as "sizeBytes",
      duration_ms as "durationMs", replaced_at as "replacedAt", picture
    from catalog.replaced_source_videos where class_id = ${p.classId}::uuid and replaced_at > ${p.since}::timestamptz
    order by replaced_at desc, source_video_id`,
);
type RestoredRow = Omit<NewReplaced, "isUpright" | "replacedAt"> & { readonly classId: string };
const restoreInto = (name: string, table: RawBuilder<unknown>) =>
  statement<RestoredRow, never>(
    name,
    (p) => sql`
    insert into ${table} (class_id, angle, film_id, file_name, size_bytes, state, duration_ms)
    values (${p.classId}::uuid, ${p.angle}, ${p.sourceVideoId}::uuid, ${p.fileName}, ${p.sizeBytes}::bigint, 'ready', ${p.durationMs}::int)
    on conflict (class_id, angle) do update set film_id = excluded.film_id, file_name = excluded.file_name,
      size_bytes = excluded.size_bytes, state = 'ready', refusal = null, duration_ms = excluded.duration_ms, aligned_to = null,
      offset_ms = 0, drift_ppm = 0, confidence = null, alignment_failed = false`,
  );
const restoreVideo = restoreInto("catalog.restore_film", sql`catalog.class_films`);
const restoreUpright = restoreInto("catalog.restore_upright_film", sql`catalog.class_upright_films`);

export const insertReplaced = async (db: Db, video: NewReplaced): Promise<void> => {
  await db.change(insert, video);
};
/** Source videos of a class that were replaced since a moment, the latest first. */
export const listReplaced = (db: Db, classId: string, since: Date): Promise<ReplacedSourceVideo[]> =>
  db.many(selectOfClass, { classId, since });
/** Makes a replaced source video the one of its view, ready to be transcoded. */
export const restoreSourceVideoRow = async (
  db: Db,
  classId: string,
  { isUpright, ...video }: ReplacedSourceVideo,
): Promise<void> => {
  await db.change(isUpright ? restoreUpright : restoreVideo, { ...video, classId });
};
