import { builder } from "../../../platform/graphql/builder.ts";
import { StudioClass } from "../../catalog/refs.ts";
import { notesOf, removeNote, saveNote } from "./notes.ts";
import type { NoteRow } from "./notes.ts";

const PracticeNote = builder.objectRef<NoteRow>("PracticeNote").implement({
  description: "What the viewer wrote or drew at a moment of a class; no one else sees it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    atMs: t.exposeInt("atMs"),
    text: t.exposeString("text"),
    drawing: t.string({
      nullable: true,
      description: "JSON: {angle, strokes: [[x, y, …]]}, shares of the unmirrored picture.",
      resolve: ({ drawing }) => drawing && JSON.stringify(drawing),
    }),
    changedAt: t.expose("changedAt", { type: "DateTime" }),
  }),
});
builder.objectField(StudioClass, "notes", (t) =>
  t.field({
    type: [PracticeNote],
    description: "The viewer's own notes, by moment.",
    resolve: (found, _args, ctx) => notesOf(ctx, found),
  }),
);
const NoteInput = builder.inputType("NoteInput", {
  fields: (t) => ({
    id: t.id({ required: true, description: "A UUID of the client's making: saving twice makes one." }),
    atMs: t.int({ required: true }),
    text: t.string({ required: true }),
    drawing: t.string(),
  }),
});
builder.mutationFields((t) => ({
  saveNote: t.field({
    type: PracticeNote,
    args: { classId: t.arg.id({ required: true }), note: t.arg({ type: NoteInput, required: true }) },
    resolve: (_root, { classId, note }, ctx) =>
      saveNote(ctx, classId, { ...note, id: String(note.id), drawing: note.drawing ?? null }),
  }),
  removeNote: t.field({
    type: "ID",
    args: { classId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => removeNote(ctx, id),
  }),
}));
