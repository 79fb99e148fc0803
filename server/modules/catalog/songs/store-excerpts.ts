import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { isAvailableSql, versionSql } from "../../media/index.ts";
import type { Stretch } from "./excerpt-stretch.ts";

/** Whether dancers may hear an excerpt of `songs`. */
const isOffered = sql`songs.offers_excerpt and songs.rights <> 'unclear'`;
/** Whether the class that `excerpts` were cut from is in the library with the same video, and still has the song there. */
const isStillThere = sql`exists (
  select from catalog.class_songs as held join catalog.classes on classes.id = held.class_id
  where held.song_id = excerpts.song_id and held.class_id = excerpts.class_id and classes.published_at is not null
    and ${versionSql(sql`classes.asset_id`)} = excerpts.version
    and coalesce(held.start_ms, 0) <= excerpts.start_ms and coalesce(held.end_ms, classes.duration_ms) >= excerpts.end_ms
    and (songs.is_explicit or not classes.is_explicit))`;

/** A song whose excerpt may be due. */
export interface ExcerptState {
  readonly isOffered: boolean;
  /** It has an excerpt that is still right. */
  readonly isReady: boolean;
}
const selectState = statement<{ id: string }, ExcerptState>(
  "catalog.find_excerpt_state",
  (p) => sql`
    select ${isOffered} as "isOffered", coalesce(excerpts.name is not null and ${isStillThere}, false) as "isReady"
    from catalog.songs left join catalog.song_excerpts as excerpts on excerpts.song_id = songs.id where songs.id = ${p.id}::uuid`,
);
const selectDue = statement<{ triedBefore: Date; max: number }, { id: string }>(
  "catalog.list_due_excerpts",
  (p) => sql`
    select songs.id from catalog.songs left join catalog.song_excerpts as excerpts on excerpts.song_id = songs.id
    where (songs.offers_excerpt or excerpts.name is not null) and case when not (${isOffered}) or songs.class_count = 0 then excerpts.name is not null
      when excerpts.name is null then coalesce(excerpts.made_at < ${p.triedBefore}::timestamptz, true)
      else not ${isStillThere} end
    order by excerpts.made_at nulls first, songs.id limit ${p.max}::int`,
);

const selectWith = statement<{ ids: readonly string[] }, { id: string }>(
  "catalog.list_songs_with_excerpts",
  (p) => sql`
    select id from catalog.songs where id = any(${p.ids}::uuid[])
      and (offers_excerpt or exists (select from catalog.song_excerpts where song_id = songs.id)) order by id`,
);

/** A class that uses a song, as far as an excerpt of it may be cut there. */
export interface SongUse {
  readonly classId: string;
  readonly assetId: string;
  readonly version: string;
  readonly song: Stretch;
  readonly fullOut: readonly Stretch[];
}
const selectUses = statement<{ id: string; max: number }, SongUse>(
  "catalog.list_excerpt_sources",
  (p) => sql`
    select classes.id as "classId", classes.asset_id as "assetId", ${versionSql(sql`classes.asset_id`)} as version,
      json_build_object('startMs', coalesce(held.start_ms, 0), 'endMs', coalesce(held.end_ms, classes.duration_ms)) as song,
      coalesce((select json_agg(json_build_object('startMs', part.start_ms, 'endMs', part.end_ms) order by part.index)
        from catalog.class_parts as part where part.class_id = classes.id and part.kind = 'full_out'), '[]') as "fullOut"
    from catalog.class_songs as held join catalog.classes on classes.id = held.class_id join catalog.songs on songs.id = held.song_id
    where held.song_id = ${p.id}::uuid and classes.published_at is not null
      and classes.asset_id is not null and ${isAvailableSql(sql`classes.asset_id`)}
      and (songs.is_explicit or not classes.is_explicit)
      and (held.start_ms is not null or not exists (
        select from catalog.class_songs as other where other.class_id = held.class_id and other.place <> held.place))
    order by classes.published_at desc, classes.id limit ${p.max}::int`,
);

/** What was cut; all null if there was nothing to cut. */
export interface ExcerptRow {
  readonly name: string | null;
  readonly classId: string | null;
  readonly version: string | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
}
const upsert = statement<ExcerptRow & { id: string; now: Date }, never>(
  "catalog.save_excerpt",
  (p) => sql`
    insert into catalog.song_excerpts (song_id, name, class_id, version, start_ms, end_ms, made_at)
    select songs.id, ${p.name}::text, ${p.classId}::uuid, ${p.version}::uuid, ${p.startMs}::int, ${p.endMs}::int, ${p.now}::timestamptz
    from catalog.songs where songs.id = ${p.id}::uuid and ${isOffered}
    on conflict (song_id) do update set name = excluded.name, class_id = excluded.class_id, version = excluded.version,
      start_ms = excluded.start_ms, end_ms = excluded.end_ms, made_at = excluded.made_at`,
);
const remove = statement<{ id: string }, never>(
  "catalog.delete_excerpt",
  (p) => sql`delete from catalog.song_excerpts where song_id = ${p.id}::uuid`,
);
const selectNames = statement<{ ids: readonly string[] }, { id: string; name: string }>(
  "catalog.list_excerpts",
  (p) => sql`
    select songs.id, excerpts.name from catalog.songs join catalog.song_excerpts as excerpts on excerpts.song_id = songs.id
    where songs.id = any(${p.ids}::uuid[]) and excerpts.name is not null and ${isOffered}`,
);

/** Null for a song that doesn't exist. */
export const findExcerptState = (db: Db, id: string): Promise<ExcerptState | null> =>
  db.maybe(selectState, { id });
/** Songs whose excerpt is missing, outdated or not offered any more; those that couldn't be cut only if that was before a moment. */
export const listDueExcerpts = async (db: Db, triedBefore: Date, max: number): Promise<string[]> =>
  (await db.many(selectDue, { triedBefore, max })).map(({ id }) => id);
/** Those of songs that offer an excerpt, or have one. */
export const listSongsWithExcerpts = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? [] : (await db.many(selectWith, { ids })).map(({ id }) => id);
/** Published classes that use a song at moments that are known, the latest first. Explicit ones only for an explicit song. */
export const listExcerptSources = (db: Db, id: string, max: number): Promise<SongUse[]> =>
  db.many(selectUses, { id, max });
/** @returns whether the song exists and offers an excerpt */
export const saveExcerpt = async (db: Db, id: string, excerpt: ExcerptRow, now: Date): Promise<boolean> =>
  (await db.change(upsert, { id, ...excerpt, now })) === 1;
export const deleteExcerpt = async (db: Db, id: string): Promise<void> => {
  await db.change(remove, { id });
};
/** Names below /pictures/ by song, of those that offer one. */
export const listExcerpts = (db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  db.many(selectNames, { ids });
