import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { Drawing } from "./drawing.ts";

export interface NoteRow {
  readonly id: string;
  readonly classId: string;
  readonly atMs: number;
  readonly text: string;
  readonly drawing: Drawing | null;
  readonly changedAt: Date;
}
const columns = sql`notes.id, notes.class_id as "classId", notes.at_ms as "atMs", notes.text, notes.drawing, notes.changed_at as "changedAt"`;

/** Maximum notes of one person in one class. */
export const maxNotes = 500;

const selectOfClasses = statement<{ personId: string; classIds: readonly string[] }, NoteRow>(
  "practice.list_notes",
  (p) => sql`
    select ${columns} from practice.notes
    where person_id = ${p.personId}::uuid and class_id = any(${p.classIds}::uuid[]) and outside_ms is null order by class_id, at_ms, id`,
);
const upsertNote = statement<
  Omit<NoteRow, "drawing"> & { personId: string; drawing: string | null },
  NoteRow
>(
  "practice.save_note",
  (p) => sql`
    insert into practice.notes as notes (id, person_id, class_id, at_ms, text, drawing, created_at, changed_at)
    select ${p.id}::uuid, ${p.personId}::uuid, ${p.classId}::uuid, ${p.atMs}::int, ${p.text}::text, ${p.drawing}::jsonb,
      ${p.changedAt}::timestamptz, ${p.changedAt}::timestamptz
    where (select count(*) from practice.notes where person_id = ${p.personId}::uuid and class_id = ${p.classId}::uuid and id <> ${p.id}::uuid
        and outside_ms is null)
      < ${sql.lit(maxNotes)}
    on conflict (id) do update set at_ms = excluded.at_ms, text = excluded.text, drawing = excluded.drawing, changed_at = excluded.changed_at,
      outside_ms = null
      where notes.person_id = excluded.person_id and notes.class_id = excluded.class_id
    returning ${columns}`,
);
const deleteOwn = statement<{ personId: string; id: string }, never>(
  "practice.delete_note",
  (p) => sql`delete from practice.notes where id = ${p.id}::uuid and person_id = ${p.personId}::uuid`,
);
const moveNotes = statement<{ from: string; into: string }, never>(
  "practice.merge_notes",
  (p) => sql`update practice.notes set person_id = ${p.into}::uuid where person_id = ${p.from}::uuid`,
);

/** A person's notes in classes, by class and position, without those at moments that a class's video doesn't have. */
export const listNotes = (db: Db, personId: string, classIds: readonly string[]): Promise<NoteRow[]> =>
  db.many(selectOfClasses, { personId, classIds });

/** Upserts a person's own note. Null if the id is another person's, or the class has too many. */
export const saveNoteRow = (db: Db, personId: string, note: NoteRow): Promise<NoteRow | null> =>
  db.maybe(upsertNote, { ...note, personId, drawing: note.drawing && JSON.stringify(note.drawing) });

export const deleteNote = async (db: Db, note: { personId: string; id: string }): Promise<void> => {
  await db.change(deleteOwn, note);
};
export const mergeNotes = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveNotes, people);
};
