import { staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

/** Styles, categories and sections. */
export const libraryEntries: Operations = {
  Mutation: {
    changeLibraryEntry: {
      rule: staff("editor"),
      target: "slug",
      args: () => ({ kind: "category", slug: "grooves", name: "Grooves" }),
    },
    deleteLibraryEntry: {
      rule: staff("editor"),
      target: "slug",
      args: async ({ make }) => ({ kind: "style", slug: await make.styleSlug() }),
    },
    moveLibraryEntry: {
      rule: staff("editor"),
      target: "slug",
      args: async ({ make }) => ({ kind: "section", slug: await make.firstSectionSlug(), by: 1 }),
    },
  },
};
