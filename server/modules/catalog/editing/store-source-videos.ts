import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { AngleKey } from "../../../../contract/angles.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A source video that an editor uploads. */
interface NewSourceVideo {
  /** Of the class. */
  readonly id: string;
  readonly angle: AngleKey;
  readonly sourceVideoId: string;
  readonly fileName: string;
  readonly sizeBytes: number;
}
const upsertInto = (name: string, table: RawBuilder<unknown>) =>
  statement<NewSourceVideo, never>(
    name,
    (p) => sql`
    insert into ${table} (class_id, angle, film_id, file_name, size_bytes)
    values (${p.id}::uuid, ${p.angle}, ${p.sourceVideoId}::uuid, ${p.fileName}, ${p.sizeBytes}::bigint)
    on conflict (class_id, angle) do update set film_id = excluded.film_id, file_name = excluded.file_name,
      size_bytes = excluded.size_bytes, state = 'sending', refusal = null, duration_ms = null, aligned_to = null,
      offset_ms = 0, drift_ppm = 0, confidence = null, alignment_failed = false`,
  );
const upsertSourceVideo = upsertInto("catalog.save_film", sql`catalog.class_films`);
const upsertUprightVideo = upsertInto("catalog.save_upright_film", sql`catalog.class_upright_films`);
/** Rejection reasons of an upload; null if it may be decoded. */
export interface UploadResult {
  readonly refusal: string | null;
  /** The reason if the upload is an upright version. */
  readonly uprightRefusal: string | null;
  /** Milliseconds; null if unknown. */
  readonly durationMs: number | null;
}
const settleSourceVideo = statement<
  { sourceVideoId: string } & UploadResult,
  { id: string; isReady: boolean }
>(
  "catalog.settle_film",
  (p) => sql`
    with settled as (
      update catalog.class_films set refusal = ${p.refusal}::text, duration_ms = ${p.durationMs}::int, state = case when ${p.refusal}::text is null then 'ready' else 'refused' end
      where film_id = ${p.sourceVideoId}::uuid and state = 'sending' returning class_id as id, state),
    upright as (
      update catalog.class_upright_films set refusal = ${p.uprightRefusal}::text, duration_ms = ${p.durationMs}::int,
        state = case when ${p.uprightRefusal}::text is null then 'ready' else 'refused' end
      where film_id = ${p.sourceVideoId}::uuid and state = 'sending' returning class_id as id, state)
    select id, state = 'ready' as "isReady" from settled union all select id, state = 'ready' from upright`,
);
const deleteSourceVideo = statement<{ sourceVideoId: string }, { id: string; upright: AngleKey | null }>(
  "catalog.delete_film",
  (p) => sql`
    with deleted as (
      delete from catalog.class_films where film_id = ${p.sourceVideoId}::uuid returning class_id as id),
    upright as (
      delete from catalog.class_upright_films where film_id = ${p.sourceVideoId}::uuid returning class_id as id, angle)
    select id, null as upright from deleted union all select id, angle from upright`,
);

/** @param isUpright whether it is of the upright version of its angle */
export const saveSourceVideo = async (
  db: Db,
  sourceVideo: NewSourceVideo,
  isUpright: boolean,
): Promise<void> => {
  await db.change(isUpright ? upsertUprightVideo : upsertSourceVideo, sourceVideo);
};
/** Saves the result of a source video's upload. @returns its class and whether it may be decoded, the first time */
export const saveSourceVideoSettled = (
  db: Db,
  sourceVideoId: string,
  result: UploadResult,
): Promise<{ id: string; isReady: boolean } | null> =>
  db.maybe(settleSourceVideo, { sourceVideoId, ...result });
/** @returns the class that the source video belonged to, and the angle if it was of an upright version */
export const deleteSourceVideoRow = (
  db: Db,
  sourceVideoId: string,
): Promise<{ id: string; upright: AngleKey | null } | null> => db.maybe(deleteSourceVideo, { sourceVideoId });
