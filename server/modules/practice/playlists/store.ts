import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { timeZoneSql } from "../../identity/index.ts";

/** A person's own list of classes. */
export interface PlaylistRow {
  readonly id: string;
  readonly personId: string;
  readonly name: string;
  /** Part of the link by which others see it; null while it is private. */
  readonly shareKey: string | null;
  /** Counts changes of its classes. */
  readonly revision: number;
  readonly changedAt: Date;
  /** Of its classes, those in the library. */
  readonly classCount: number;
}

const columns = sql`
  playlists.id, playlists.person_id as "personId", playlists.name, playlists.share_key as "shareKey", playlists.revision,
  playlists.changed_at as "changedAt",
  (select count(*)::int from practice.playlist_classes as held join catalog.published_classes using (class_id)
    where held.playlist_id = playlists.id) as "classCount"`;

const selectOwn = statement<{ personId: string; id: string }, PlaylistRow>(
  "practice.find_playlist",
  (p) => sql`
    select ${columns} from practice.playlists where id = ${p.id}::uuid and person_id = ${p.personId}::uuid`,
);
const selectShared = statement<{ key: string }, PlaylistRow>(
  "practice.find_shared_playlist",
  (p) => sql`select ${columns} from practice.playlists where share_key = ${p.key}::uuid`,
);
/** Whether a playlist has the class that was asked for, and where: from 1 among its classes in the library. */
interface Asked {
  readonly hasClass: boolean;
  readonly place: number | null;
}
const selectAll = statement<{ personId: string; classId: string | null }, PlaylistRow & Asked>(
  "practice.list_playlists",
  (p) => sql`
    select ${columns}, asked.place is not null as "hasClass",
      case when asked.place is not null then 1 + (
        select count(*)::int from practice.playlist_classes as before join catalog.published_classes using (class_id)
        where before.playlist_id = playlists.id and before.place < asked.place) end as place
    from practice.playlists
    left join practice.playlist_classes as asked on asked.playlist_id = playlists.id and asked.class_id = ${p.classId}::uuid
    where person_id = ${p.personId}::uuid order by changed_at desc, id`,
);

/** Columns of a playlist's class, in addition to the class. */
export interface HeldColumns {
  readonly playlistId: string;
  /** Whether the person has finished it at some time, and danced it today, in their time zone. */
  readonly isDanced: boolean;
}
const todayOf = (moment: RawBuilder<unknown>, personId: unknown): RawBuilder<unknown> =>
  sql`(${moment} at time zone ${timeZoneSql(sql`${personId}::uuid`)})::date`;

/** The classes of a playlist in order, as a source of classes. `personId`: who looks at it. */
export const heldSource = (p: {
  readonly personId: string | null;
  readonly playlistId: string;
  readonly now: Date;
}): RawBuilder<unknown> => sql`
  select held.class_id, row_number() over (order by held.place, held.class_id) as place, held.playlist_id as "playlistId",
    coalesce(records.completed_at is not null
      and ${todayOf(sql`records.viewed_at`, p.personId)} = ${todayOf(sql`${p.now}::timestamptz`, p.personId)}, false) as "isDanced"
  from practice.playlist_classes as held
  left join practice.records on records.person_id = ${p.personId}::uuid and records.class_id = held.class_id
  where held.playlist_id = ${p.playlistId}::uuid`;

/** The first class of each of a person's playlists, as a source of classes. */
export const coverSource = (p: { readonly personId: string | null }): RawBuilder<unknown> => sql`
  select first.class_id, row_number() over (order by playlists.id) as place, playlists.id as "playlistId"
  from practice.playlists, lateral (
    select held.class_id from practice.playlist_classes as held join catalog.published_classes using (class_id)
    where held.playlist_id = playlists.id order by held.place, held.class_id limit 1) as first
  where playlists.person_id = ${p.personId}::uuid`;

const insertRow = statement<{ id: string; personId: string; name: string; max: number; now: Date }, never>(
  "practice.insert_playlist",
  (p) => sql`
    insert into practice.playlists (id, person_id, name, created_at, changed_at)
    select ${p.id}::uuid, ${p.personId}::uuid, ${p.name}, ${p.now}::timestamptz, ${p.now}::timestamptz
    where (select count(*) from practice.playlists where person_id = ${p.personId}::uuid) < ${p.max}::int
    on conflict do nothing`,
);
const updateName = statement<{ personId: string; id: string; name: string; now: Date }, { id: string }>(
  "practice.rename_playlist",
  (p) => sql`
    update practice.playlists set name = ${p.name}, changed_at = ${p.now}::timestamptz
    where id = ${p.id}::uuid and person_id = ${p.personId}::uuid returning id`,
);
// A list that is shared keeps its link: sharing twice makes one.
const updateShare = statement<{ personId: string; id: string; key: string | null }, { id: string }>(
  "practice.share_playlist",
  (p) => sql`
    update practice.playlists set share_key = case when ${p.key}::uuid is null then null else coalesce(share_key, ${p.key}::uuid) end
    where id = ${p.id}::uuid and person_id = ${p.personId}::uuid returning id`,
);
const clearShares = statement<{ personIds: readonly string[] }, never>(
  "practice.withdraw_playlists",
  (p) =>
    sql`update practice.playlists set share_key = null where person_id = any(${p.personIds}::uuid[]) and share_key is not null`,
);
const deleteRow = statement<{ personId: string; id: string }, never>(
  "practice.delete_playlist",
  (p) => sql`delete from practice.playlists where id = ${p.id}::uuid and person_id = ${p.personId}::uuid`,
);
const lockRow = statement<{ personId: string; id: string }, { revision: number }>(
  "practice.lock_playlist",
  (p) => sql`
    select revision from practice.playlists where id = ${p.id}::uuid and person_id = ${p.personId}::uuid for update`,
);
const touchRow = statement<{ id: string; now: Date }, never>(
  "practice.touch_playlist",
  (p) => sql`
    update practice.playlists set revision = revision + 1, changed_at = ${p.now}::timestamptz where id = ${p.id}::uuid`,
);
const selectHeld = statement<{ id: string }, { classId: string; isPublished: boolean }>(
  "practice.list_playlist_classes",
  (p) => sql`
    select held.class_id as "classId", published.class_id is not null as "isPublished"
    from practice.playlist_classes as held left join catalog.published_classes as published using (class_id)
    where held.playlist_id = ${p.id}::uuid order by held.place, held.class_id`,
);
/** Numbers the classes from 1 in the given order, and inserts those that are new. */
const upsertOrder = statement<{ id: string; classIds: readonly string[]; now: Date }, never>(
  "practice.order_playlist",
  (p) => sql`
    insert into practice.playlist_classes as held (playlist_id, class_id, place, added_at)
    select ${p.id}::uuid, class_id, place, ${p.now}::timestamptz
    from unnest(${p.classIds}::uuid[]) with ordinality as given (class_id, place)
    on conflict (playlist_id, class_id) do update set place = excluded.place where held.place <> excluded.place`,
);
const deleteHeld = statement<{ id: string; classId: string }, { classId: string }>(
  "practice.remove_from_playlist",
  (p) => sql`
    delete from practice.playlist_classes where playlist_id = ${p.id}::uuid and class_id = ${p.classId}::uuid
    returning class_id as "classId"`,
);
const moveRows = statement<{ from: string; into: string }, never>(
  "practice.merge_playlists",
  (p) => sql`update practice.playlists set person_id = ${p.into}::uuid where person_id = ${p.from}::uuid`,
);

type Own = { readonly personId: string; readonly id: string };

export const findPlaylistRow = (db: Db, own: Own): Promise<PlaylistRow | null> => db.maybe(selectOwn, own);
export const findSharedRow = (db: Db, key: string): Promise<PlaylistRow | null> =>
  db.maybe(selectShared, { key });
/** A person's playlists, the last changed first. `hasClass` and `place`: of the class asked for. */
export const listPlaylistRows = (
  db: Db,
  of: { personId: string; classId: string | null },
): Promise<(PlaylistRow & Asked)[]> => db.many(selectAll, of);
/** Does nothing if the id is taken, or the person has `max` playlists. */
export const insertPlaylist = async (
  db: Db,
  row: Own & { readonly name: string; readonly max: number; readonly now: Date },
): Promise<void> => {
  await db.change(insertRow, row);
};
/** @returns whether the playlist is theirs */
export const renameRow = async (
  db: Db,
  row: Own & { readonly name: string; readonly now: Date },
): Promise<boolean> => (await db.maybe(updateName, row)) !== null;
/** @param row.key of a new link; null withdraws it @returns whether the playlist is theirs */
export const shareRow = async (db: Db, row: Own & { readonly key: string | null }): Promise<boolean> =>
  (await db.maybe(updateShare, row)) !== null;
export const withdrawShares = async (db: Db, personIds: readonly string[]): Promise<void> => {
  await db.change(clearShares, { personIds });
};
export const deletePlaylistRow = async (db: Db, own: Own): Promise<void> => {
  await db.change(deleteRow, own);
};
/** The revision of a person's playlist, locked until the transaction ends; null if it isn't theirs. */
export const lockPlaylist = async (db: Db, own: Own): Promise<number | null> =>
  (await db.maybe(lockRow, own))?.revision ?? null;
export const touchPlaylist = async (db: Db, row: { id: string; now: Date }): Promise<void> => {
  await db.change(touchRow, row);
};
/** All its classes in order, also those that aren't in the library now. */
export const listHeld = (db: Db, id: string): Promise<{ classId: string; isPublished: boolean }[]> =>
  db.many(selectHeld, { id });
export const saveOrder = async (
  db: Db,
  order: { id: string; classIds: readonly string[]; now: Date },
): Promise<void> => {
  await db.change(upsertOrder, order);
};
/** @returns whether it was in the playlist */
export const removeHeld = async (db: Db, held: { id: string; classId: string }): Promise<boolean> =>
  (await db.maybe(deleteHeld, held)) !== null;
/** Transfers playlists to another person. */
export const mergePlaylists = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveRows, people);
};
