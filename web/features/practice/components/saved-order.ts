export const savedFilters = ["all", "incomplete", "completed"] as const;
const sorts = ["dateSaved", "dateLastViewed"] as const;
const directions = ["desc", "asc"] as const;

/** Filter and order of saved classes, as in the URL. */
export type SavedOrder = {
  filter: (typeof savedFilters)[number];
  sort: (typeof sorts)[number];
  direction: (typeof directions)[number];
};

/** All orders, each as one string. */
export const savedSorts = sorts.flatMap((sort) =>
  directions.map((direction) => `${sort}.${direction}` as const),
);

/** Reads the URL's search; unknown values count as all, last saved first. */
export function readSavedOrder(search: Record<string, unknown>): SavedOrder {
  return {
    filter: savedFilters.find((value) => value === search["filter"]) ?? "all",
    sort: sorts.find((value) => value === search["sort"]) ?? "dateSaved",
    direction: directions.find((value) => value === search["direction"]) ?? "desc",
  };
}
