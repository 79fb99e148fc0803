import type { Ctx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { readText } from "../../../platform/text.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { findClass } from "../../catalog/index.ts";
import type { ClassRow } from "../../catalog/index.ts";
import { requireViewer } from "../../identity/index.ts";
import { whileThere } from "../records.ts";
import { readDrawing } from "./drawing.ts";
import { deleteNote, listNotes, maxNotes, saveNoteRow } from "./store.ts";
import type { NoteRow } from "./store.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

export type { NoteRow } from "./store.ts";

const maxTextLength = 2_000;

const notesLoader = defineLoader<string, NoteRow[]>(async (ctx, classIds) => {
  if (!ctx.viewer) return new Map();
  const rows = await listNotes(ctx.db, ctx.viewer.personId, classIds);
  return Map.groupBy(rows, ({ classId }) => classId);
});

/** The viewer's own notes in a class, by position. */
export async function notesOf(ctx: Ctx, found: ClassRow): Promise<NoteRow[]> {
  return ctx.viewer ? ((await notesLoader(ctx).load(found.id)) ?? []) : [];
}

/** A note as input; the client generates `id`, `drawing` is JSON. */
export interface NoteInput {
  readonly id: string;
  readonly atMs: number;
  readonly text: string;
  readonly drawing: string | null;
}

/**
 * Creates or changes a note. Idempotent.
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function saveNote(ctx: Ctx, classId: string, note: NoteInput): Promise<NoteRow> {
  const { personId } = requireViewer(ctx);
  const text = readText(note.text, "text", maxTextLength);
  if (!isUuid(note.id)) throw new BadInput("id", inEnglish("A note’s id must be a UUID."));
  if (text === "" && note.drawing === null) throw new BadInput("text", msg("Add text or a drawing."));
  const drawing = note.drawing === null ? null : readDrawing(note.drawing);
  const found = await findClass(ctx, classId);
  if (!found) throw new NotFound("class");
  if (note.atMs < 0 || note.atMs > found.durationMs)
    throw new BadInput("atMs", inEnglish("The moment must be within the class."));
  const row = { id: note.id, classId: found.id, atMs: note.atMs, text, drawing, changedAt: ctx.clock.now() };
  const saved = await whileThere(() => saveNoteRow(ctx.db, personId, row));
  if (saved) return saved;
  const count = (await listNotes(ctx.db, personId, [found.id])).length;
  if (count >= maxNotes)
    throw new BadInput("text", msg("You can add up to {maxNotes} notes to a class.", { maxNotes }));
  throw new NotFound("note");
}

/**
 * Deletes the viewer's own note; does nothing for another person's or a missing one.
 * @throws Unauthenticated
 */
export async function removeNote(ctx: Ctx, id: string): Promise<string> {
  const { personId } = requireViewer(ctx);
  if (isUuid(id)) await deleteNote(ctx.db, { personId, id });
  return id;
}
