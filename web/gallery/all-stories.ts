import type { Stories } from "./story.ts";

const modules = import.meta.glob<{ stories: Stories }>("../**/*.stories.tsx", { eager: true });

/** The stories of every component, ordered by title. */
export const allStories: readonly Stories[] = Object.values(modules)
  .map(({ stories }) => stories)
  .toSorted((one, other) => one.title.localeCompare(other.title));
