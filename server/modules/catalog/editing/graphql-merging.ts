import { builder } from "../../../platform/graphql/builder.ts";
import { mergedInto, mergedKinds } from "../aliases.ts";
import { mergeEntry, mergePreview } from "./merging.ts";
import type { MergeCounts } from "./merging.ts";

const MergedKind = builder.enumType("MergedLibraryEntryKind", { values: mergedKinds });
const EntryMerge = builder.objectRef<MergeCounts>("LibraryEntryMerge").implement({
  description: "What merging an entry into another one would move.",
  fields: (t) => ({
    classes: t.exposeInt("classes", { description: "Drafts included." }),
    followers: t.exposeInt("followers"),
    followersOfBoth: t.exposeInt("followersOfBoth", {
      description: "Of the followers, those who follow the other one already.",
    }),
    categories: t.exposeInt("categories", { description: "Of a section." }),
  }),
});

const pair = {
  from: { required: true, description: "Slug." },
  into: { required: true, description: "Slug." },
} as const;

builder.queryFields((t) => ({
  libraryEntryMerge: t.field({
    type: EntryMerge,
    description: "Editors alone.",
    args: {
      kind: t.arg({ type: MergedKind, required: true }),
      from: t.arg.string(pair.from),
      into: t.arg.string(pair.into),
    },
    resolve: (_root, { kind, from, into }, ctx) => mergePreview(ctx, kind, { from, into }),
  }),
  libraryEntryMergedInto: t.string({
    nullable: true,
    description: "Slug of the entry that this one was merged into; null if it wasn’t merged.",
    args: {
      kind: t.arg({ type: MergedKind, required: true }),
      slug: t.arg.string({ required: true }),
    },
    resolve: (_root, { kind, slug }, ctx) => mergedInto(ctx, kind, slug),
  }),
}));

builder.mutationField("mergeLibraryEntry", (t) =>
  t.string({
    description:
      "Moves classes and followers of `from` to `into`, of a section also its categories, and of an instructor what `into` lacks. Deletes `from`, and lets its slug lead there. Idempotent. The slug of the remaining one. Editors alone.",
    args: {
      kind: t.arg({ type: MergedKind, required: true }),
      from: t.arg.string(pair.from),
      into: t.arg.string(pair.into),
    },
    resolve: (_root, { kind, from, into }, ctx) => mergeEntry(ctx, kind, { from, into }),
  }),
);
