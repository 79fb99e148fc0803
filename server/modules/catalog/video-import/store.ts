import { sql } from "kysely";
import type { AngleKey } from "../../../../contract/angles.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { ClassAttributes } from "../editing/store.ts";

/** What a draft begins with, and the import's table shows. */
export type ImportFields = Pick<
  ClassAttributes,
  | "title"
  | "description"
  | "level"
  | "type"
  | "accessType"
  | "style"
  | "instructor"
  | "section"
  | "categories"
>;
/** What a draft begins with where its file says nothing else. */
export type ImportDefaults = Omit<ImportFields, "title" | "description" | "categories">;

/** A folder of videos that become drafts of classes. */
export interface VideoImportRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** Slug of the teacher whose classes they are; null: an editor's. */
  readonly instructor: string | null;
  readonly defaults: ImportDefaults;
}

/** A song as a file names it; a title that is missing is empty. */
export interface ProposedSong {
  readonly title: string;
  readonly artist: string | null;
  /** Twelve characters. */
  readonly isrc: string | null;
}

/** A file of an import. */
export interface ImportItemRow {
  readonly id: string;
  readonly importId: string;
  readonly folder: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly fingerprint: string;
  readonly recordedAt: Date | null;
  readonly videoId: string | null;
  /** Item whose class this is another view of; null: a class of its own. */
  readonly mainId: string | null;
  readonly angle: AngleKey;
  readonly fields: ImportFields;
  /** Names of what a person or a table said: fields, `angle`, `song`, `recordedAt`. */
  readonly filled: readonly string[];
  readonly proposedSong: ProposedSong | null;
  readonly songId: string | null;
  /** Null until its upload began. */
  readonly classId: string | null;
  readonly sourceVideoId: string | null;
  /** Of the source video; `waiting` before there is one, `replaced` once its class has another one for this view. */
  readonly state: "waiting" | "sending" | "ready" | "refused" | "replaced";
  readonly refusal: string | null;
  /** Of the source video, once it was inspected. */
  readonly durationMs: number | null;
}

const importColumns = sql`imports.id, imports.name, imports.created_at as "createdAt", imports.defaults,
  (select slug from catalog.instructors where instructors.id = imports.instructor_id) as instructor`;
const itemColumns = sql`items.id, items.import_id as "importId", items.folder, items.file_name as "fileName",
  items.size_bytes as "sizeBytes", items.fingerprint, items.recorded_at as "recordedAt", items.video_id as "videoId",
  items.main_id as "mainId", items.angle, items.fields, items.filled, items.proposed_song as "proposedSong",
  items.song_id as "songId", items.class_id as "classId", items.source_video_id as "sourceVideoId",
  coalesce(film.state, case when exists (
    select from catalog.class_films as other where other.angle = items.angle and other.class_id = coalesce(
      items.class_id, (select main.class_id from catalog.video_import_items as main where main.id = items.main_id)))
    then 'replaced' else 'waiting' end) as state, film.refusal, film.duration_ms as "durationMs"`;
const itemsJoined = sql`catalog.video_import_items as items
  left join catalog.class_films as film on film.film_id = items.source_video_id`;

const insertImport = statement<
  { id: string; name: string; now: Date; instructor: string | null; defaults: string },
  never
>(
  "catalog.insert_video_import",
  (p) => sql`
    insert into catalog.video_imports (id, name, created_at, instructor_id, defaults)
    values (${p.id}::uuid, ${p.name}, ${p.now}::timestamptz,
      (select id from catalog.instructors where slug = ${p.instructor}::text), ${p.defaults}::jsonb)`,
);
const selectImports = statement<{ instructor: string | null; after: string | null }, VideoImportRow>(
  "catalog.list_video_imports",
  (p) => sql`
    select ${importColumns} from catalog.video_imports as imports
    where (${p.instructor}::text is null
        or imports.instructor_id = (select id from catalog.instructors where slug = ${p.instructor}::text))
      and (${p.after}::uuid is null or (imports.created_at, imports.id) < (
        select after.created_at, after.id from catalog.video_imports as after where after.id = ${p.after}::uuid))
    order by imports.created_at desc, imports.id desc limit 20`,
);
const selectImport = statement<{ id: string }, VideoImportRow>(
  "catalog.find_video_import",
  (p) => sql`select ${importColumns} from catalog.video_imports as imports where imports.id = ${p.id}::uuid`,
);
const lockImport = statement<{ id: string }, { id: string }>(
  "catalog.lock_video_import",
  (p) => sql`select id from catalog.video_imports where id = ${p.id}::uuid for update`,
);
const selectItems = statement<{ importId: string }, ImportItemRow>(
  "catalog.list_video_import_items",
  (p) => sql`
    select ${itemColumns} from ${itemsJoined} where items.import_id = ${p.importId}::uuid order by items.position`,
);
const selectItem = statement<{ id: string }, ImportItemRow>(
  "catalog.find_video_import_item",
  (p) => sql`select ${itemColumns} from ${itemsJoined} where items.id = ${p.id}::uuid`,
);
const selectOfVideo = statement<{ sourceVideoId: string }, ImportItemRow>(
  "catalog.find_video_import_item_of",
  (p) =>
    sql`select ${itemColumns} from ${itemsJoined} where items.source_video_id = ${p.sourceVideoId}::uuid`,
);
const lockItem = statement<{ id: string }, { id: string }>(
  "catalog.lock_video_import_item",
  (p) => sql`select id from catalog.video_import_items where id = ${p.id}::uuid for update`,
);
const selectKnown = statement<{ fingerprints: readonly string[] }, ImportItemRow>(
  "catalog.list_known_video_import_items",
  (p) =>
    sql`select ${itemColumns} from ${itemsJoined} where items.fingerprint = any(${p.fingerprints}::text[])`,
);
const selectUploaded = statement<
  { names: readonly string[]; sizes: readonly number[] },
  { fileName: string; sizeBytes: number; classId: string; instructor: string }
>(
  "catalog.list_uploaded_like",
  (p) => sql`
    select film.file_name as "fileName", film.size_bytes as "sizeBytes", classes.slug as "classId", instructors.slug as instructor
    from unnest(${p.names}::text[], ${p.sizes}::bigint[]) as given (name, size)
    join catalog.class_films as film on film.file_name = given.name and film.size_bytes = given.size
    join catalog.classes on classes.id = film.class_id
    join catalog.instructors on instructors.id = classes.instructor_id
    where film.state <> 'refused'`,
);
const insertItems = statement<{ importId: string; now: Date; items: string }, never>(
  "catalog.insert_video_import_items",
  (p) => sql`
    insert into catalog.video_import_items (id, import_id, position, added_at, folder, file_name, size_bytes, fingerprint,
      recorded_at, video_id, angle, fields, proposed_song)
    select item.id, ${p.importId}::uuid,
      coalesce((select max(position) from catalog.video_import_items where import_id = ${p.importId}::uuid), 0) + item.place,
      ${p.now}::timestamptz, item.folder, item."fileName", item."sizeBytes", item.fingerprint, item."recordedAt",
      item."videoId", 'front', item.fields, item."proposedSong"
    from jsonb_to_recordset(${p.items}::jsonb) as item (id uuid, place int, folder text, "fileName" text, "sizeBytes" bigint,
      fingerprint text, "recordedAt" timestamptz, "videoId" text, fields jsonb, "proposedSong" jsonb)
    on conflict (fingerprint) do nothing`,
);
const moveItems = statement<{ ids: readonly string[]; importId: string }, never>(
  "catalog.move_video_import_items",
  (p) => sql`
    with moved as (
      update catalog.video_import_items as items set import_id = ${p.importId}::uuid, main_id = null, angle = 'front',
        position = coalesce((select max(position) from catalog.video_import_items where import_id = ${p.importId}::uuid), 0) + given.place
      from unnest(${p.ids}::uuid[]) with ordinality as given (id, place)
      where items.id = given.id and items.class_id is null returning items.id)
    update catalog.video_import_items set main_id = null, angle = 'front'
    where main_id in (select id from moved) and id <> all(${p.ids}::uuid[])`,
);
const updateView = statement<
  { id: string; mainId: string | null; angle: AngleKey; filled: readonly string[] },
  never
>(
  "catalog.save_video_import_view",
  (p) => sql`
    update catalog.video_import_items set main_id = ${p.mainId}::uuid, angle = ${p.angle}, filled = ${p.filled}::text[]
    where id = ${p.id}::uuid and class_id is null`,
);
const updateFields = statement<
  {
    id: string;
    fields: string;
    filled: readonly string[];
    songId: string | null;
    proposedSong: string | null;
    recordedAt: Date | null;
  },
  never
>(
  "catalog.save_video_import_fields",
  (p) => sql`
    update catalog.video_import_items set fields = ${p.fields}::jsonb, filled = ${p.filled}::text[], song_id = ${p.songId}::uuid,
      proposed_song = ${p.proposedSong}::jsonb, recorded_at = ${p.recordedAt}::timestamptz
    where id = ${p.id}::uuid`,
);
const updateClass = statement<{ id: string; classId: string }, never>(
  "catalog.save_video_import_class",
  (p) => sql`update catalog.video_import_items set class_id = ${p.classId}::uuid where id = ${p.id}::uuid`,
);
const updateSource = statement<{ id: string; classId: string; sourceVideoId: string }, never>(
  "catalog.save_video_import_source",
  (p) => sql`
    update catalog.video_import_items set class_id = ${p.classId}::uuid, source_video_id = ${p.sourceVideoId}::uuid
    where id = ${p.id}::uuid`,
);
const deleteItem = statement<{ id: string }, never>(
  "catalog.delete_video_import_item",
  (p) => sql`delete from catalog.video_import_items where id = ${p.id}::uuid`,
);
const selectSong = statement<{ isrc: string | null; title: string; artist: string }, { id: string }>(
  "catalog.find_proposed_song",
  (p) => sql`
    select id from catalog.songs
    where isrc = ${p.isrc}::text or words = catalog.plain(${p.title}::text || ' ' || ${p.artist}::text)
    order by isrc is not distinct from ${p.isrc}::text desc, created_at, id limit 1`,
);
const deleteUnused = statement<{ before: Date }, never>(
  "catalog.delete_unused_video_import_items",
  (p) => sql`
    with unused as (
      delete from catalog.video_import_items
      where class_id is null and added_at < ${p.before}::timestamptz returning id)
    delete from catalog.video_imports as imports
    where imports.created_at < ${p.before}::timestamptz and not exists (
      select from catalog.video_import_items as items
      where items.import_id = imports.id and (items.class_id is not null or items.added_at >= ${p.before}::timestamptz))`,
);

export const insertVideoImport = async (
  db: Db,
  made: { id: string; name: string; now: Date; instructor: string | null; defaults: ImportDefaults },
): Promise<void> => {
  await db.change(insertImport, { ...made, defaults: JSON.stringify(made.defaults) });
};
/** The newest 20 that are older than another. @param instructor whose they are; null: all @param after null: of all */
export const listVideoImports = (
  db: Db,
  instructor: string | null,
  after: string | null,
): Promise<VideoImportRow[]> => db.many(selectImports, { instructor, after });
export const findVideoImport = (db: Db, id: string): Promise<VideoImportRow | null> =>
  db.maybe(selectImport, { id });
/** Locks an import's row until the transaction ends. @returns false if it doesn't exist */
export const lockVideoImport = async (db: Db, id: string): Promise<boolean> =>
  (await db.maybe(lockImport, { id })) !== null;
/** All files of an import, in the order in which they were added. */
export const listImportItems = (db: Db, importId: string): Promise<ImportItemRow[]> =>
  db.many(selectItems, { importId });
export const findImportItem = (db: Db, id: string): Promise<ImportItemRow | null> =>
  db.maybe(selectItem, { id });
/** The item whose upload is a source video. */
export const findItemOfVideo = (db: Db, sourceVideoId: string): Promise<ImportItemRow | null> =>
  db.maybe(selectOfVideo, { sourceVideoId });
/** An item under its row lock. */
export const lockImportItem = async (db: Db, id: string): Promise<ImportItemRow | null> =>
  (await db.maybe(lockItem, { id })) ? findImportItem(db, id) : null;
/** Items of all imports with these fingerprints. */
export const listKnownItems = (db: Db, fingerprints: readonly string[]): Promise<ImportItemRow[]> =>
  db.many(selectKnown, { fingerprints });
/** Source videos of classes whose files have the same names and sizes. */
export const listUploadedLike = (
  db: Db,
  files: readonly { readonly fileName: string; readonly sizeBytes: number }[],
): Promise<{ fileName: string; sizeBytes: number; classId: string; instructor: string }[]> =>
  db.many(selectUploaded, {
    names: files.map(({ fileName }) => fileName),
    sizes: files.map(({ sizeBytes }) => sizeBytes),
  });
/** A file that an import adds. */
export type NewImportItem = Pick<
  ImportItemRow,
  | "id"
  | "folder"
  | "fileName"
  | "sizeBytes"
  | "fingerprint"
  | "recordedAt"
  | "videoId"
  | "fields"
  | "proposedSong"
>;
/** Adds files after those that an import has; one whose fingerprint is known is left out. */
export const insertImportItems = async (
  db: Db,
  importId: string,
  items: readonly NewImportItem[],
  now: Date,
): Promise<void> => {
  const placed = items.map((item, at) => ({ ...item, place: at + 1 }));
  await db.change(insertItems, { importId, now, items: JSON.stringify(placed) });
};
/** Moves items without a class to an import, behind its own; views of them that stay become classes of their own. */
export const moveImportItems = async (db: Db, ids: readonly string[], importId: string): Promise<void> => {
  await db.change(moveItems, { ids, importId });
};
/** Sets which view of which class an item without one will be. */
export const saveItemView = async (
  db: Db,
  item: Pick<ImportItemRow, "id" | "mainId" | "angle" | "filled">,
): Promise<void> => {
  const { id, mainId, angle, filled } = item;
  await db.change(updateView, { id, mainId, angle, filled });
};
export const saveItemFields = async (
  db: Db,
  item: Pick<ImportItemRow, "id" | "fields" | "filled" | "songId" | "proposedSong" | "recordedAt">,
): Promise<void> => {
  const { id, fields, filled, songId, proposedSong, recordedAt } = item;
  await db.change(updateFields, {
    id,
    fields: JSON.stringify(fields),
    filled,
    songId,
    proposedSong: proposedSong && JSON.stringify(proposedSong),
    recordedAt,
  });
};
export const saveItemClass = async (db: Db, id: string, classId: string): Promise<void> => {
  await db.change(updateClass, { id, classId });
};
/** Saves of which class an item is a source video. */
export const saveItemSource = async (
  db: Db,
  sent: { readonly id: string; readonly classId: string; readonly sourceVideoId: string },
): Promise<void> => {
  await db.change(updateSource, sent);
};
/** Deletes an item; its class stays. */
export const deleteImportItem = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteItem, { id });
};
/** The song that a proposal means: of its ISRC, or else of its title and artist. */
export const findProposedSong = async (db: Db, song: ProposedSong): Promise<string | null> =>
  (await db.maybe(selectSong, { isrc: song.isrc, title: song.title, artist: song.artist ?? "" }))?.id ?? null;
/** Deletes files that were added before a moment and have no class, and imports without files. */
export const deleteUnusedItems = async (db: Db, before: Date): Promise<void> => {
  await db.change(deleteUnused, { before });
};
