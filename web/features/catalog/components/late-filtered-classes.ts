import { lazyPart } from "../../../lib/lazy-part.ts";

/** The classes below the head of a page, in a chunk of their own that is fetched with the page. */
export const { Part: FilteredClasses, preload } = lazyPart(
  async () => (await import("./filtered-classes.tsx")).FilteredClasses,
);
