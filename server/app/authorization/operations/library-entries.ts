import { randomUUID } from "node:crypto";
import { open, staff } from "../rules.ts";
import type { Operations } from "../rules.ts";
import type { World } from "../world.ts";

const twoStyles = async ({ make }: World) => ({
  kind: "style",
  from: await make.styleSlug(),
  into: await make.styleSlug(),
});

/** Styles, categories, sections and instructors. */
export const libraryEntries: Operations = {
  Query: {
    libraryImage: {
      rule: staff("editor"),
      target: "slug",
      args: async ({ make }) => ({ kind: "style", slug: await make.styleSlug() }),
    },
    libraryEntryMerge: {
      rule: staff("editor"),
      target: "from",
      args: twoStyles,
    },
    libraryEntryMergedInto: {
      rule: open,
      args: async ({ make }) => ({ kind: "style", slug: await make.mergedStyleSlug() }),
    },
  },
  Mutation: {
    setLibraryImageFocus: {
      rule: staff("editor"),
      target: "slug",
      args: () => ({ kind: "category", slug: "grooves", x: 10, y: 10 }),
      past: ["BAD_INPUT"],
      unaudited: "the category has no image",
    },
    removeLibraryImage: {
      rule: staff("editor"),
      target: "slug",
      args: async ({ make }) => ({ kind: "style", slug: await make.styleSlug() }),
      unaudited: "the style has no image",
    },
    mergeLibraryEntry: {
      rule: staff("editor"),
      target: "from",
      args: twoStyles,
    },
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
    createSection: {
      rule: staff("editor"),
      args: () => ({ name: `Section ${randomUUID()}` }),
    },
    deleteInstructor: {
      rule: staff("editor"),
      target: "slug",
      args: async ({ make }) => ({ slug: await make.instructorSlug() }),
    },
    moveLibraryEntry: {
      rule: staff("editor"),
      target: "slug",
      args: async ({ make }) => ({ kind: "section", slug: await make.firstSectionSlug(), by: 1 }),
    },
  },
};
