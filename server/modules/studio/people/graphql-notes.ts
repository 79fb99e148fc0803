import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { addNote, mayRemoveNote, notesOf, personLoader, removeNote } from "../../identity/index.ts";
import type { StaffNote, StaffNotePage } from "../../identity/index.ts";
import { StudioPerson } from "./graphql.ts";
import { readPerson } from "./people.ts";

const Note = builder.objectRef<StaffNote>("StudioNote").implement({
  description: "What staff wrote down about an account. The account holder gets it with their data export.",
  fields: (t) => ({
    id: t.exposeID("id"),
    at: t.expose("at", { type: "DateTime" }),
    text: t.exposeString("text"),
    by: t.string({
      nullable: true,
      description: "The author's name; null once their account is gone.",
      resolve: async ({ staffId }, _args, ctx) =>
        staffId === null ? null : ((await personLoader(ctx).load(staffId))?.name ?? null),
    }),
    canRemove: t.boolean({ resolve: (note, _args, ctx) => mayRemoveNote(ctx, note) }),
  }),
});
const Notes = builder.objectRef<StaffNotePage>("StudioNotes").implement({
  fields: (t) => ({
    items: t.field({ type: [Note], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

builder.objectField(StudioPerson, "notes", (t) =>
  t.field({
    type: Notes,
    description: "Newest first.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: ({ id }, { pagination }, ctx) =>
      notesOf(ctx, id, { first: pagination?.first ?? null, after: pagination?.after ?? null }),
  }),
);
builder.mutationFields((t) => ({
  studioAddNote: t.field({
    type: StudioPerson,
    description: "For support and finance. The same id is the same note. NOT_FOUND for guests.",
    args: {
      personId: t.arg.id({ required: true }),
      id: t.arg.id({ required: true, description: "A UUID that the client chooses." }),
      text: t.arg.string({ required: true, description: "1 to 2000 characters." }),
    },
    resolve: async (_root, note, ctx) => {
      await addNote(ctx, note);
      return readPerson(ctx, note.personId);
    },
  }),
  studioRemoveNote: t.field({
    type: StudioPerson,
    description: "For the note's author and admins; FORBIDDEN for others.",
    args: { personId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    resolve: async (_root, note, ctx) => {
      await removeNote(ctx, note);
      return readPerson(ctx, note.personId);
    },
  }),
}));
