import { sql } from "kysely";
import type { Ctx } from "../../../ctx.ts";
import { defineClassList } from "../classes.ts";
import { selectClassesOf } from "../store-classes.ts";
import type { ClassRow, Depth } from "../store-classes.ts";
import type { Stretch } from "./excerpt-stretch.ts";

/** More classes than a page shows. */
const maxClasses = 60;

interface DancedColumns {
  readonly firstEight: number;
  readonly lastEight: number;
  /** Where the song sounds in the class. */
  readonly sounds: Stretch;
  /** Its parts at full tempo there, in order. */
  readonly fullOut: readonly (Stretch & { readonly eights: number })[];
}
/** A class, and which eights of a song it dances: counted from 1. */
export type DancedEights = ClassRow & DancedColumns;

const listDanced = defineClassList(
  selectClassesOf<{ personId: string | null; songId: string }, DancedColumns>(
    "catalog.list_danced_eights",
    (p) => sql`
      select held.class_id, held.first_eight as "firstEight", held.last_eight as "lastEight",
        row_number() over (order by held.first_eight, held.last_eight, given.published_at, held.class_id, held.place) as place,
        json_build_object('startMs', coalesce(held.start_ms, 0), 'endMs', coalesce(held.end_ms, given.duration_ms)) as sounds,
        coalesce((select json_agg(json_build_object('startMs', part.start_ms, 'endMs', part.end_ms, 'eights', part.eights)
            order by part.index)
          from catalog.class_parts as part where part.class_id = held.class_id and part.kind = 'full_out' and part.eights > 0
            and part.start_ms < coalesce(held.end_ms, given.duration_ms) and part.end_ms > coalesce(held.start_ms, 0)), '[]')
          as "fullOut"
      from catalog.class_songs as held join catalog.classes as given on given.id = held.class_id
      where held.song_id = ${p.songId}::uuid and held.first_eight is not null
        and held.last_eight is not null and given.published_at is not null
      order by place limit ${sql.lit(maxClasses)}`,
  ),
  { isOffer: true },
);

/** Published classes that the viewer may see and that dance eights of a song, from its first eight on. */
export const dancedEights = (ctx: Ctx, depth: Depth, songId: string): Promise<readonly DancedEights[]> =>
  listDanced(ctx, depth, { personId: ctx.viewer?.personId ?? null, songId });

/**
 * When a class dances each of its eights of the song at full tempo, milliseconds: in the first part that has all of them, else one
 * part after another. A class without such parts begins each where the song does.
 */
export function momentsOf({ firstEight, lastEight, sounds, fullOut }: DancedColumns): number[] {
  const count = lastEight - firstEight + 1;
  const whole = fullOut.find(({ eights }) => eights >= count);
  const moments = (whole ? [whole] : fullOut).flatMap(({ startMs, endMs, eights }) =>
    Array.from({ length: eights }, (_unused, at) => Math.round(startMs + ((endMs - startMs) * at) / eights)),
  );
  return Array.from({ length: count }, (_unused, at) => moments[at] ?? moments.at(-1) ?? sounds.startMs);
}

/** How many eights a song has by its length and tempo, or as far as classes dance it; null if neither is known. */
export function eightsOf(
  { durationMs, bpm }: { readonly durationMs: number | null; readonly bpm: number | null },
  lastDanced: number | null,
): number | null {
  const counted = durationMs !== null && bpm !== null ? Math.floor((durationMs * bpm) / (60_000 * 8)) : 0;
  return Math.max(counted, lastDanced ?? 0) || null;
}
