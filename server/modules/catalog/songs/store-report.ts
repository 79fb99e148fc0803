import { sql } from "kysely";
import type { SongAttributes } from "./store-editing.ts";

/** A song, as a report of its use names it. */
export interface ReportedSong extends Pick<
  SongAttributes,
  "title" | "artist" | "isrc" | "writers" | "iswc" | "rightsHolder" | "rights"
> {
  readonly id: string;
}

/** All songs with what identifies them, for reports. */
export const reportedSongsSql = sql`(
  select id, title, artist, isrc, writers, iswc, rights_holder as "rightsHolder", rights from catalog.songs)`;

/**
 * The part of each class, 0 to 1, in which each of its songs sounds: `class_id`, `song_id`, `share`. Songs without times divide what the
 * others leave. The shares of a class never exceed 1.
 */
export const songSharesSql = sql`(
  select held.class_id, held.song_id, sum(
    case when held.start_ms is null
      then greatest(classes.duration_ms - whole.timed_ms, 0)::float8 / whole.untimed
      else greatest(least(held.end_ms, classes.duration_ms) - held.start_ms, 0)
    end / classes.duration_ms) as share
  from catalog.class_songs as held
  join catalog.classes on classes.id = held.class_id and classes.duration_ms > 0
  cross join lateral (
    select count(*) filter (where each.start_ms is null) as untimed,
      coalesce(sum(greatest(least(each.end_ms, classes.duration_ms) - each.start_ms, 0)), 0) as timed_ms
    from catalog.class_songs as each where each.class_id = held.class_id
  ) as whole
  group by held.class_id, held.song_id)`;
