export const savedFilters = ["all", "incomplete", "completed"] as const;
const sorts = ["dateSaved", "dateLastViewed"] as const;
const directions = ["desc", "asc"] as const;

/** Which saved classes are shown, and in what order, as the URL says it. */
export type SavedOrder = {
  filter: (typeof savedFilters)[number];
  sort: (typeof sorts)[number];
  direction: (typeof directions)[number];
};

/** Every order that can be chosen, as one word. */
export const savedSorts = sorts.flatMap((sort) =>
  directions.map((direction) => `${sort}.${direction}` as const),
);

/** Reads the URL's search; what isn't known counts as all, saved last first. */
export function readSavedOrder(search: Record<string, unknown>): SavedOrder {
  return {
    filter: savedFilters.find((value) => value === search["filter"]) ?? "all",
    sort: sorts.find((value) => value === search["sort"]) ?? "dateSaved",
    direction: directions.find((value) => value === search["direction"]) ?? "desc",
  };
}
