import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { SongRights } from "../../../../contract/song-rights.ts";
import { songMatchesSql } from "./store.ts";

/** Attributes of a song, as set by an editor. */
export interface SongAttributes {
  readonly title: string;
  readonly artist: string;
  /** Twelve characters. */
  readonly isrc: string | null;
  /** Composers and lyricists, as the society lists them; null: not known. */
  readonly writers: string | null;
  /** Code of the work: T and ten digits. */
  readonly iswc: string | null;
  /** The label, or another holder of the rights. */
  readonly rightsHolder: string | null;
  readonly rights: SongRights;
  readonly isExplicit: boolean;
  /** Milliseconds. */
  readonly durationMs: number | null;
  /** Whether dancers may hear 30 seconds of it by itself; never with unclear rights. */
  readonly offersExcerpt: boolean;
}

/** A song, as the studio's editors see it. */
export interface EditedSong extends SongAttributes {
  readonly id: string;
  readonly slug: string;
  /** Number of classes, drafts included. */
  readonly usedBy: number;
  /** Whether another song has the same title and artist. */
  readonly hasDouble: boolean;
}

/** What a list of songs is narrowed to. */
export const songChecks = ["without_isrc", "unclear", "double"] as const;
export type SongCheck = (typeof songChecks)[number];

const columns = sql`
  songs.id, songs.slug, songs.title, songs.artist, songs.isrc, songs.writers, songs.iswc, songs.rights_holder as "rightsHolder", songs.rights,
  songs.is_explicit as "isExplicit",
  songs.duration_ms as "durationMs", songs.offers_excerpt as "offersExcerpt",
  (select count(distinct class_id) from catalog.class_songs where song_id = songs.id) as "usedBy",
  exists (select from catalog.songs as other where other.words = songs.words and other.id <> songs.id) as "hasDouble"`;

const selectByIds = statement<{ ids: readonly string[] }, EditedSong>(
  "catalog.list_edited_songs_by_id",
  (p) =>
    sql`select ${columns} from catalog.songs where id = any(${p.ids}::uuid[]) order by songs.words, songs.id`,
);
export interface EditedSongsPage {
  readonly search: string | null;
  readonly check: SongCheck | null;
  readonly afterWords: string | null;
  readonly afterId: string | null;
  readonly first: number;
}
const selectPage = statement<EditedSongsPage, EditedSong & { words: string }>(
  "catalog.list_edited_songs",
  (p) => sql`
    select ${columns}, songs.words from catalog.songs
    where (${songMatchesSql(p.search)} or songs.isrc = upper(regexp_replace(${p.search}::text, '[^[:alnum:]]', '', 'g')))
      and (${p.check}::text is null
        or (${p.check}::text = 'without_isrc' and songs.isrc is null)
        or (${p.check}::text = 'unclear' and songs.rights = 'unclear')
        or (${p.check}::text = 'double' and exists (
          select from catalog.songs as other where other.words = songs.words and other.id <> songs.id)))
      and (${p.afterId}::uuid is null or (songs.words, songs.id) > (${p.afterWords}::text, ${p.afterId}::uuid))
    order by songs.words, songs.id limit ${p.first}::int`,
);
const selectByIsrc = statement<{ isrc: string }, { id: string; title: string }>(
  "catalog.find_song_by_isrc",
  (p) => sql`select id, title from catalog.songs where isrc = ${p.isrc}`,
);
/** The same recording: of the same title and artist, with the same or no code, and explicit or not. */
const selectSame = statement<
  Pick<SongAttributes, "title" | "artist" | "isrc" | "isExplicit">,
  { id: string }
>(
  "catalog.find_same_song",
  (p) => sql`
    select id from catalog.songs
    where words = catalog.plain(${p.title}::text || ' ' || ${p.artist}::text) and is_explicit = ${p.isExplicit}::boolean
      and isrc is not distinct from ${p.isrc}::text
    order by created_at, id limit 1`,
);
const insert = statement<SongAttributes & { id: string; slug: string; now: Date }, never>(
  "catalog.insert_song",
  (p) => sql`
    insert into catalog.songs
      (id, slug, title, artist, isrc, writers, iswc, rights_holder, rights, is_explicit, duration_ms, offers_excerpt, created_at)
    values (${p.id}::uuid, ${p.slug}, ${p.title}, ${p.artist}, ${p.isrc}::text, ${p.writers}::text, ${p.iswc}::text, ${p.rightsHolder}::text, ${p.rights},
      ${p.isExplicit}::boolean, ${p.durationMs}::int, ${p.offersExcerpt}::boolean, ${p.now}::timestamptz)`,
);
const isSlugAlias = statement<{ slug: string }, { isTaken: boolean }>(
  "catalog.is_song_alias",
  (p) => sql`select exists (select from catalog.song_aliases where slug = ${p.slug}) as "isTaken"`,
);
const update = statement<SongAttributes & { id: string }, never>(
  "catalog.update_song",
  (p) => sql`
    update catalog.songs set title = ${p.title}, artist = ${p.artist}, isrc = ${p.isrc}::text,
      writers = ${p.writers}::text, iswc = ${p.iswc}::text, rights_holder = ${p.rightsHolder}::text,
      rights = ${p.rights}, is_explicit = ${p.isExplicit}::boolean,
      duration_ms = ${p.durationMs}::int, offers_excerpt = ${p.offersExcerpt}::boolean
    where id = ${p.id}::uuid`,
);
const lockSongs = statement<{ ids: readonly string[] }, { id: string }>(
  "catalog.lock_songs",
  (p) => sql`select id from catalog.songs where id = any(${p.ids}::uuid[]) order by id for update`,
);
const lockClassesOf = statement<{ ids: readonly string[] }, { id: string }>(
  "catalog.lock_classes_of_songs",
  (p) => sql`
    select id from catalog.classes where id in (select class_id from catalog.class_songs where song_id = any(${p.ids}::uuid[]))
    order by id for update`,
);
const moveUses = statement<{ from: readonly string[]; into: string }, never>(
  "catalog.move_class_songs",
  (p) => sql`
    with imported as (
      update catalog.video_import_items set song_id = ${p.into}::uuid where song_id = any(${p.from}::uuid[]))
    update catalog.class_songs set song_id = ${p.into}::uuid where song_id = any(${p.from}::uuid[])`,
);
const moveLinks = statement<{ from: readonly string[]; into: string }, never>(
  "catalog.move_song_aliases",
  (p) => sql`
    with moved as (update catalog.song_aliases set song_id = ${p.into}::uuid where song_id = any(${p.from}::uuid[]))
    insert into catalog.song_aliases (slug, song_id)
    select slug, ${p.into}::uuid from catalog.songs where id = any(${p.from}::uuid[]) on conflict (slug) do nothing`,
);
const deleteSongs = statement<{ ids: readonly string[] }, never>(
  "catalog.delete_songs",
  (p) => sql`delete from catalog.songs where id = any(${p.ids}::uuid[])`,
);
const deleteUses = statement<{ classId: string }, never>(
  "catalog.delete_class_songs",
  (p) => sql`delete from catalog.class_songs where class_id = ${p.classId}::uuid`,
);
const insertUses = statement<{ classId: string; songs: string }, never>(
  "catalog.insert_class_songs",
  (p) => sql`
    insert into catalog.class_songs (class_id, place, song_id, start_ms, end_ms, first_eight, last_eight)
    select ${p.classId}::uuid, given.place, given."songId", given."startMs", given."endMs", given."firstEight", given."lastEight"
    from jsonb_to_recordset(${p.songs}::jsonb)
      as given (place int, "songId" uuid, "startMs" int, "endMs" int, "firstEight" int, "lastEight" int)`,
);
const advance = statement<{ classId: string }, never>(
  "catalog.advance_class_revision",
  (p) => sql`update catalog.classes set revision = revision + 1 where id = ${p.classId}::uuid`,
);

const seedSongsStatement = statement<{ songs: string; now: Date }, never>(
  "catalog.seed_songs",
  (p) => sql`
    insert into catalog.songs (id, slug, title, artist, isrc, writers, rights_holder, rights, is_explicit, duration_ms, offers_excerpt, created_at)
    select id, slug, title, artist, isrc, writers, "rightsHolder", rights, "isExplicit", "durationMs", "offersExcerpt", ${p.now}::timestamptz
    from jsonb_to_recordset(${p.songs}::jsonb) as new
      (id uuid, slug text, title text, artist text, isrc text, writers text, "rightsHolder" text, rights text, "isExplicit" boolean,
        "durationMs" int, "offersExcerpt" boolean)
    on conflict do nothing`,
);

/** A song of a class, as set by an editor. Both moments are null if it isn't known when it sounds. */
export interface GivenClassSong {
  readonly songId: string;
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** The eights of the song that the class dances, counted from 1: both or none. */
  readonly firstEight: number | null;
  readonly lastEight: number | null;
}

export const listEditedSongsById = (db: Db, ids: readonly string[]): Promise<EditedSong[]> =>
  db.many(selectByIds, { ids });
/** Songs by title and artist, keyset-paged. */
export const listEditedSongs = (db: Db, page: EditedSongsPage): Promise<(EditedSong & { words: string })[]> =>
  db.many(selectPage, page);
export const findSongByIsrc = (db: Db, isrc: string): Promise<{ id: string; title: string } | null> =>
  db.maybe(selectByIsrc, { isrc });
export const findSameSong = async (
  db: Db,
  song: Pick<SongAttributes, "title" | "artist" | "isrc" | "isExplicit">,
): Promise<string | null> => (await db.maybe(selectSame, song))?.id ?? null;
/** Whether the slug leads to a song that another was merged into. */
export const isSongAlias = async (db: Db, slug: string): Promise<boolean> =>
  (await db.one(isSlugAlias, { slug })).isTaken;
/** @throws a unique violation for a slug or an ISRC that another song has */
export const insertSong = async (
  db: Db,
  song: SongAttributes & { id: string; slug: string; now: Date },
): Promise<void> => {
  await db.change(insert, song);
};
/** @throws a unique violation for an ISRC that another song has */
export const saveSong = async (db: Db, song: SongAttributes & { id: string }): Promise<void> => {
  await db.change(update, song);
};
/**
 * Locks songs after the classes that use them, the order in which a class's own change locks them.
 * @returns the ids that exist
 */
export const lockSongsWithClasses = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  await db.many(lockClassesOf, { ids });
  return (await db.many(lockSongs, { ids })).map(({ id }) => id);
};
/** Moves classes and links of songs to another song, and deletes the songs. */
export const mergeSongRows = async (db: Db, from: readonly string[], into: string): Promise<void> => {
  await db.change(moveUses, { from, into });
  await db.change(moveLinks, { from, into });
  await db.change(deleteSongs, { ids: from });
};
/** @throws a foreign key violation if a class uses it */
export const deleteSongRow = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteSongs, { ids: [id] });
};
/** A song to seed; without a code of its work, which the demo's songs don't have. */
export type SeedSong = Omit<SongAttributes, "iswc"> & { readonly id: string; readonly slug: string };
/** Inserts songs; those whose slug or ISRC is taken are skipped. */
export const insertSeedSongs = async (db: Db, songs: readonly SeedSong[], now: Date): Promise<void> => {
  await db.change(seedSongsStatement, { songs: JSON.stringify(songs), now });
};
/** @throws a foreign key violation for a song that doesn't exist */
export const replaceClassSongs = async (
  db: Db,
  classId: string,
  songs: readonly GivenClassSong[],
): Promise<void> => {
  await db.change(deleteUses, { classId });
  const placed = songs.map((song, at) => ({ ...song, place: at + 1 }));
  if (placed.length > 0) await db.change(insertUses, { classId, songs: JSON.stringify(placed) });
  await db.change(advance, { classId });
};
