import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { reportedSongsSql, songSharesSql } from "../../catalog/index.ts";
import type { ReportedSong } from "../../catalog/index.ts";

/** A song, and how it was used in a period. */
export interface SongUse extends ReportedSong {
  /** Classes that were danced in the period. */
  readonly classes: number;
  readonly plays: number;
  readonly soundedMs: number;
}
interface Period {
  /** Included. */
  readonly from: string;
  /** Not included. */
  readonly to: string;
}
interface Sums {
  readonly plays: number;
  readonly dancedMs: number;
}

// Each class is summed before songs are joined, so that no play and no second is counted twice.
const danced = (p: Period) => sql`
  select class_id, sum(plays) as plays, sum(danced_ms) as danced_ms from practice.class_days
  where day >= ${p.from}::date and day < ${p.to}::date group by class_id`;

const selectUses = statement<
  Period & { afterMs: number | null; afterId: string | null; lacksIsrc: boolean; first: number },
  SongUse
>(
  "practice.list_song_uses",
  (p) => sql`
    with used as (
      select shares.song_id, count(*)::int as classes, sum(plays)::int as plays,
        sum(floor(danced_ms * share))::float8 as sounded_ms
      from (${danced(p)}) as danced join ${songSharesSql} as shares using (class_id)
      where plays > 0 or danced_ms > 0
      group by shares.song_id
    )
    select songs.*, classes, plays, sounded_ms as "soundedMs"
    from used join ${reportedSongsSql} as songs on songs.id = used.song_id
    where (${p.afterMs}::float8 is null or (sounded_ms, used.song_id) < (${p.afterMs}::float8, ${p.afterId}::uuid))
      and (not ${p.lacksIsrc}::boolean or songs.isrc is null)
    order by sounded_ms desc, used.song_id desc limit ${p.first}::int`,
);
const selectSums = statement<Period, Sums & { soundedMs: number; songs: number; withoutIsrc: number }>(
  "practice.sum_song_uses",
  (p) => sql`
    with danced as (${danced(p)}), used as (
      select shares.song_id, sum(floor(danced_ms * share)) as sounded_ms
      from danced join ${songSharesSql} as shares using (class_id)
      where plays > 0 or danced_ms > 0 group by shares.song_id
    )
    select
      (select coalesce(sum(plays), 0) from danced)::int as plays,
      (select coalesce(sum(danced_ms), 0) from danced)::float8 as "dancedMs",
      (select coalesce(sum(sounded_ms), 0) from used)::float8 as "soundedMs",
      (select count(*) from used)::int as songs,
      (select count(*) from used join ${reportedSongsSql} as songs on songs.id = used.song_id where songs.isrc is null)::int
        as "withoutIsrc"`,
);

/** Songs that sounded in a period, the longest first, keyset-paged. */
export const listSongUses = (
  db: Db,
  query: Period & { afterMs: number | null; afterId: string | null; lacksIsrc: boolean; first: number },
): Promise<SongUse[]> => db.many(selectUses, query);
/** Sums over all classes and songs of a period. */
export const sumSongUses = (
  db: Db,
  period: Period,
): Promise<Sums & { soundedMs: number; songs: number; withoutIsrc: number }> => db.one(selectSums, period);
