import { builder } from "../../../platform/graphql/builder.ts";
import { changeEntry, entryKinds, movedKinds, moveEntry, removeEntry } from "./entries.ts";

const LibraryEntryKind = builder.enumType("LibraryEntryKind", { values: entryKinds });
const MovedEntryKind = builder.enumType("MovedLibraryEntryKind", {
  values: movedKinds,
  description: "Styles are in the order of their names until an editor moves one.",
});

builder.mutationFields((t) => ({
  changeLibraryEntry: t.boolean({
    description: "Renames an entry; its slug stays. NAME_TAKEN where another has the name. Editors alone.",
    args: {
      kind: t.arg({ type: LibraryEntryKind, required: true }),
      slug: t.arg.string({ required: true }),
      name: t.arg.string({ required: true }),
      description: t.arg.string({ description: "Of a category or section." }),
    },
    resolve: async (_root, { kind, slug, name, description }, ctx) => {
      await changeEntry(ctx, kind, { slug, name, description: description ?? null });
      return true;
    },
  }),
  deleteLibraryEntry: t.boolean({
    description:
      "Deletes an entry. LIBRARY_ENTRY_IN_USE while classes, drafts included, stand under it. Editors alone.",
    args: {
      kind: t.arg({ type: LibraryEntryKind, required: true }),
      slug: t.arg.string({ required: true }),
    },
    resolve: async (_root, { kind, slug }, ctx) => {
      await removeEntry(ctx, kind, slug);
      return true;
    },
  }),
  deleteInstructor: t.boolean({
    description:
      "Deletes an instructor page. LIBRARY_ENTRY_IN_USE while they have classes, drafts included. Editors alone.",
    args: { slug: t.arg.string({ required: true }) },
    resolve: async (_root, { slug }, ctx) => {
      await removeEntry(ctx, "instructor", slug);
      return true;
    },
  }),
  moveLibraryEntry: t.boolean({
    description: "Moves a style or section, or a category within its section, by one place. Editors alone.",
    args: {
      kind: t.arg({ type: MovedEntryKind, required: true }),
      slug: t.arg.string({ required: true }),
      by: t.arg.int({ required: true, description: "-1 or 1." }),
    },
    resolve: async (_root, { kind, slug, by }, ctx) => {
      await moveEntry(ctx, kind, slug, by);
      return true;
    },
  }),
}));
