import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { AngleKey } from "../../../../contract/angles.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { VideoCut } from "../../media/index.ts";
import type { Counts } from "../beat/beat.ts";
import type { TempoSpan } from "../store-classes.ts";

/** A source video of a class, in one angle; in another row, of its upright version. */
export interface SourceVideoRow {
  readonly angle: AngleKey;
  /** Id in the media module. */
  readonly sourceVideoId: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly state: "sending" | "ready" | "refused";
  /** Rejection reason of the media pipeline. */
  readonly refusal: string | null;
  /** Of the whole video; null if unknown. */
  readonly durationMs: number | null;
  /** Source video of the main angle that the following are for; null before they are known. */
  readonly alignedTo: string | null;
  /** When it starts, milliseconds after the main one; negative: before. */
  readonly offsetMs: number;
  /** How much faster its clock runs than that of the main one, parts per million. */
  readonly driftPpm: number;
  /** 0 to 1; null: set by an editor. */
  readonly confidence: number | null;
  /** Comparing it with the main one has failed. */
  readonly hasAlignmentFailed: boolean;
}

/** The stretch of a class to use, in the time of a main source video; null: to its start or end. */
export interface Trim {
  readonly sourceVideoId: string;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** What a class is made of. */
export interface ClassSources {
  /** One per angle. */
  readonly sourceVideos: readonly SourceVideoRow[];
  /** Of upright versions, one per angle at most. */
  readonly uprightVideos: readonly SourceVideoRow[];
  /** What the published video was cut from; null for one that no editor uploaded. */
  readonly cut: VideoCut | null;
  /** Null: all that every angle has. */
  readonly trim: Trim | null;
  /**
   * When the source video of `cut` starts beside the main one `alignedTo` that replaced it; null if their sound can't be
   * compared. Milliseconds.
   */
  readonly replaced: { readonly alignedTo: string; readonly offsetMs: number | null } | null;
}

const sourceVideosIn = (table: RawBuilder<unknown>) => sql`
  coalesce((select json_agg(json_build_object('angle', film.angle, 'sourceVideoId', film.film_id, 'fileName', film.file_name,
      'sizeBytes', film.size_bytes, 'state', film.state, 'refusal', film.refusal, 'durationMs', film.duration_ms,
      'alignedTo', film.aligned_to, 'offsetMs', film.offset_ms, 'driftPpm', film.drift_ppm, 'confidence', film.confidence,
      'hasAlignmentFailed', film.alignment_failed and film.aligned_to is null)
      order by film.angle desc)
    from ${table} as film where film.class_id = classes.id), '[]')`;
/** Columns of `ClassSources` of the row `classes`. */
export const sourceColumns = sql`
  ${sourceVideosIn(sql`catalog.class_films`)} as "sourceVideos",
  ${sourceVideosIn(sql`catalog.class_upright_films`)} as "uprightVideos",
  case when classes.cut_of is not null
    then json_build_object('sourceVideoId', classes.cut_of, 'fromMs', classes.cut_from_ms) end as cut,
  case when classes.trim_of is not null then json_build_object('sourceVideoId', classes.trim_of,
    'fromMs', classes.trim_from_ms, 'toMs', classes.trim_to_ms) end as trim,
  case when classes.replaced_aligned_to is not null
    then json_build_object('alignedTo', classes.replaced_aligned_to, 'offsetMs', classes.replaced_offset_ms) end as replaced`;

/** What a comparison of two source videos found out. */
export interface FoundAlignment {
  readonly sourceVideoId: string;
  readonly alignedTo: string;
  readonly durationMs: number | null;
  readonly offsetMs: number;
  readonly driftPpm: number;
  readonly confidence: number;
}
// What an editor set beside the same main video stays.
const updateAligned = (name: string, table: RawBuilder<unknown>) =>
  statement<FoundAlignment, never>(
    name,
    (p) => sql`
    update ${table} set aligned_to = ${p.alignedTo}::uuid, offset_ms = ${p.offsetMs}::int, drift_ppm = ${p.driftPpm}::int,
      confidence = ${p.confidence}::real, duration_ms = coalesce(${p.durationMs}::int, duration_ms)
    where film_id = ${p.sourceVideoId}::uuid and (aligned_to is distinct from ${p.alignedTo}::uuid or confidence is not null)`,
  );
const updateAlignedVideo = updateAligned("catalog.save_alignment", sql`catalog.class_films`);
const updateAlignedUpright = updateAligned(
  "catalog.save_upright_alignment",
  sql`catalog.class_upright_films`,
);
interface ChosenOffset {
  readonly sourceVideoId: string;
  readonly alignedTo: string | null;
  readonly offsetMs: number;
  readonly driftPpm: number;
}
const updateOffset = (name: string, table: RawBuilder<unknown>) =>
  statement<ChosenOffset, never>(
    name,
    (p) => sql`
    update ${table} set aligned_to = ${p.alignedTo}::uuid, offset_ms = ${p.offsetMs}::int, drift_ppm = ${p.driftPpm}::int,
      confidence = null, alignment_failed = false
    where film_id = ${p.sourceVideoId}::uuid`,
  );
const updateVideoOffset = updateOffset("catalog.choose_offset", sql`catalog.class_films`);
const updateUprightOffset = updateOffset("catalog.choose_upright_offset", sql`catalog.class_upright_films`);
const updateAlignmentFailed = (name: string, table: RawBuilder<unknown>) =>
  statement<{ sourceVideoIds: readonly string[]; hasFailed: boolean }, never>(
    name,
    (p) => sql`
    update ${table} set alignment_failed = ${p.hasFailed}::boolean where film_id = any(${p.sourceVideoIds}::uuid[])`,
  );
const updateVideosFailed = updateAlignmentFailed("catalog.save_alignment_failed", sql`catalog.class_films`);
const updateUprightsFailed = updateAlignmentFailed(
  "catalog.save_upright_alignment_failed",
  sql`catalog.class_upright_films`,
);
const updateMainDuration = statement<{ sourceVideoId: string; durationMs: number }, never>(
  "catalog.save_main_duration",
  (p) => sql`
    update catalog.class_films set duration_ms = ${p.durationMs}::int where film_id = ${p.sourceVideoId}::uuid`,
);
const updateReplaced = statement<{ id: string; alignedTo: string; offsetMs: number | null }, never>(
  "catalog.save_replaced",
  (p) => sql`
    update catalog.classes set replaced_aligned_to = ${p.alignedTo}::uuid, replaced_offset_ms = ${p.offsetMs}::int
    where id = ${p.id}::uuid`,
);
const updateTrim = statement<{ id: string } & Trim, never>(
  "catalog.save_trim",
  (p) => sql`
    update catalog.classes set trim_of = ${p.sourceVideoId}::uuid, trim_from_ms = ${p.fromMs}::int,
      trim_to_ms = ${p.toMs}::int, revision = revision + 1
    where id = ${p.id}::uuid`,
);
interface MadeRow {
  readonly id: string;
  readonly durationMs: number;
  readonly picture: string;
  readonly beatGrid: string;
  readonly certainty: number | null;
  readonly cutOf: string | null;
  readonly cutFromMs: number;
  readonly beatGridOutside: string | null;
}
const updateMade = statement<MadeRow, never>(
  "catalog.update_made",
  (p) => sql`
    update catalog.classes set duration_ms = ${p.durationMs}::int, picture = ${p.picture}, beat_grid = ${p.beatGrid}::jsonb,
      counts_certainty = ${p.certainty}::double precision, cut_of = ${p.cutOf}::uuid, cut_from_ms = ${p.cutFromMs}::int,
      beat_grid_outside = ${p.beatGridOutside}::jsonb, revision = revision + 1
    where id = ${p.id}::uuid`,
);

/** Saves what was found out about a source video, unless an editor has set its offset. */
export const saveAlignment = async (db: Db, found: FoundAlignment): Promise<void> => {
  await db.change(updateAlignedVideo, found);
  await db.change(updateAlignedUpright, found);
};
/** Saves an editor's offset. @param chosen.alignedTo null: to be found out again */
export const saveOffset = async (db: Db, chosen: ChosenOffset): Promise<void> => {
  await db.change(updateVideoOffset, chosen);
  await db.change(updateUprightOffset, chosen);
};
/** Saves whether comparing source videos with the main one has failed. */
export const saveAlignmentFailed = async (
  db: Db,
  sourceVideoIds: readonly string[],
  hasFailed: boolean,
): Promise<void> => {
  if (sourceVideoIds.length === 0) return;
  await db.change(updateVideosFailed, { sourceVideoIds, hasFailed });
  await db.change(updateUprightsFailed, { sourceVideoIds, hasFailed });
};
export const saveMainDuration = async (db: Db, sourceVideoId: string, durationMs: number): Promise<void> => {
  await db.change(updateMainDuration, { sourceVideoId, durationMs });
};
/** Saves when the published source video starts beside the main one that replaced it; null: unknown. */
export const saveReplaced = async (
  db: Db,
  id: string,
  replaced: { alignedTo: string; offsetMs: number | null },
): Promise<void> => {
  await db.change(updateReplaced, { id, ...replaced });
};
export const saveTrim = async (db: Db, id: string, trim: Trim): Promise<void> => {
  await db.change(updateTrim, { id, ...trim });
};
/** Saves what a transcode published. */
export const saveMade = async (
  db: Db,
  made: {
    id: string;
    durationMs: number;
    picture: string;
    counts: Counts;
    beatGridOutside: readonly TempoSpan[];
    cut: VideoCut | null;
  },
): Promise<void> => {
  const { cut, counts, beatGridOutside, ...row } = made;
  await db.change(updateMade, {
    ...row,
    beatGrid: JSON.stringify(counts.beatGrid),
    certainty: counts.certainty,
    cutOf: cut?.sourceVideoId ?? null,
    cutFromMs: cut?.fromMs ?? 0,
    beatGridOutside: beatGridOutside.length > 0 ? JSON.stringify(beatGridOutside) : null,
  });
};
