import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement, statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A song, as dancers see it. */
export interface SongRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly artist: string;
  readonly isExplicit: boolean;
  /** Number of published classes. */
  readonly classCount: number;
}

/** A song's length and tempo. */
export interface SongMeasures {
  readonly id: string;
  /** Milliseconds; null if no one has said it. */
  readonly durationMs: number | null;
  /** The tempo at which most published classes dance it full out; null without counts. */
  readonly bpm: number | null;
  /** Of most published classes with it: gentle, steady or high; null without one. */
  readonly energy: string | null;
  /** The last eight that a published class dances; null for none. */
  readonly lastDanced: number | null;
}

/** A song of a class, with the stretch of the class in which it sounds; both null if that isn't known. */
export interface ClassSongRow {
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** The eights of the song that the class dances, counted from 1; both null if no one has said so. */
  readonly firstEight: number | null;
  readonly lastEight: number | null;
  readonly song: SongRow;
}

/** Orders of a list of songs. */
export const songSorts = ["title", "popular"] as const;
export type SongSort = (typeof songSorts)[number];

const columns = sql`
  songs.id, songs.slug, songs.title, songs.artist, songs.is_explicit as "isExplicit", songs.class_count as "classCount"`;

/** The songs of `classes` as JSON, in their order. */
export const classSongsColumn = sql`
  coalesce((select json_agg(json_build_object('startMs', held.start_ms, 'endMs', held.end_ms,
      'firstEight', held.first_eight, 'lastEight', held.last_eight, 'song', json_build_object(
      'id', songs.id, 'slug', songs.slug, 'title', songs.title, 'artist', songs.artist,
      'isExplicit', songs.is_explicit, 'classCount', songs.class_count)) order by held.place)
    from catalog.class_songs as held join catalog.songs on songs.id = held.song_id where held.class_id = classes.id), '[]') as songs`;

/** The id of a song by its slug, or by that of a song that was merged into it. */
export const songIdSql = (slug: unknown): RawBuilder<unknown> => sql`
  (select coalesce((select id from catalog.songs where slug = ${slug}::text),
    (select song_id from catalog.song_aliases where slug = ${slug}::text)))`;

/** Whether `songs` has every word of a search text; a null text has none. */
export const songMatchesSql = (search: unknown): RawBuilder<unknown> => sql`
  (${search}::text is null or songs.words like all (array(
    select '%' || word || '%' from regexp_split_to_table(catalog.plain(${search}::text), '[^[:alnum:]]+') as typed (word))))`;

const selectOne = statement<{ slug: string }, SongRow>(
  "catalog.find_song",
  (p) => sql`select ${columns} from catalog.songs where id = ${songIdSql(p.slug)}`,
);

const selectMeasures = statement<{ ids: readonly string[] }, SongMeasures>(
  "catalog.list_song_measures",
  (p) => sql`
    select songs.id, songs.duration_ms as "durationMs", mode() within group (order by danced.bpm) as bpm,
      mode() within group (order by classes.energy) as energy,
      max(held.last_eight) filter (where classes.published_at is not null) as "lastDanced"
    from catalog.songs left join catalog.class_songs as held on held.song_id = songs.id
    left join catalog.classes on classes.id = held.class_id and classes.published_at is not null
    left join lateral (
      select round(max((span ->> 'bpm')::numeric))::int as bpm from jsonb_array_elements(classes.beat_grid) as span
      where held.start_ms is null or ((span ->> 'startMs')::numeric < held.end_ms and (span ->> 'endMs')::numeric > held.start_ms)
    ) as danced on true
    where songs.id = any(${p.ids}::uuid[]) group by songs.id`,
);

/** Filters and page of a list of songs; null disables one. */
export interface SongListParams {
  readonly search: string | null;
  /** A letter from a to z, or # for all others. */
  readonly initial: string | null;
  readonly hidesExplicit: boolean;
  readonly afterCount: number | null;
  readonly afterWords: string | null;
  readonly afterId: string | null;
  readonly first: number;
}
export interface ListedSong extends SongRow {
  /** What songs are sorted by. */
  readonly words: string;
}
const listed = (p: Pick<SongListParams, "search" | "initial" | "hidesExplicit">) => sql`
  songs.class_count > 0 and not (${p.hidesExplicit}::boolean and songs.is_explicit)
  and (${p.initial}::text is null or songs.initial = ${p.initial}::text) and ${songMatchesSql(p.search)}`;
const after: Record<SongSort, (p: SongListParams) => RawBuilder<unknown>> = {
  title: (p) =>
    sql`(${p.afterId}::uuid is null or (songs.words, songs.id) > (${p.afterWords}::text, ${p.afterId}::uuid))`,
  popular: (p) => sql`(${p.afterId}::uuid is null or songs.class_count < ${p.afterCount}::int
    or (songs.class_count = ${p.afterCount}::int and (songs.words, songs.id) > (${p.afterWords}::text, ${p.afterId}::uuid)))`,
};
const selectSongs = statementByShape<SongSort, SongListParams, ListedSong>(
  "catalog.list_songs",
  (sort, p) => sql`
    select ${columns}, songs.words from catalog.songs where ${listed(p)} and ${after[sort](p)}
    order by ${sort === "popular" ? sql`songs.class_count desc,` : sql``} songs.words, songs.id limit ${p.first}::int`,
);
const countSongs = statement<Pick<SongListParams, "search" | "initial" | "hidesExplicit">, { total: number }>(
  "catalog.count_songs",
  (p) => sql`select count(*) as total from catalog.songs where ${listed(p)}`,
);
const selectInitials = statement<{ hidesExplicit: boolean }, { initial: string }>(
  "catalog.list_song_initials",
  (p) => sql`
    select distinct initial from catalog.songs
    where class_count > 0 and not (${p.hidesExplicit}::boolean and is_explicit) order by initial`,
);

/** A song by its slug, or by that of a song that was merged into it. */
export const findSong = (db: Db, slug: string): Promise<SongRow | null> => db.maybe(selectOne, { slug });
export const listSongMeasures = (db: Db, ids: readonly string[]): Promise<SongMeasures[]> =>
  db.many(selectMeasures, { ids });
/** Songs that published classes use, keyset-paged. */
export const listSongs = (db: Db, sort: SongSort, params: SongListParams): Promise<ListedSong[]> =>
  db.many(selectSongs(sort), params);
export const countListedSongs = async (
  db: Db,
  params: Pick<SongListParams, "search" | "initial" | "hidesExplicit">,
): Promise<number> => (await db.one(countSongs, params)).total;
/** The letters with which songs of published classes begin; # for all others. */
export const listSongInitials = async (db: Db, hidesExplicit: boolean): Promise<string[]> =>
  (await db.many(selectInitials, { hidesExplicit })).map(({ initial }) => initial);
