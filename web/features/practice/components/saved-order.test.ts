import { expect, it } from "vitest";
import { readSavedOrder, savedSorts } from "./saved-order.ts";

it("reads the order from the URL, and falls back to all, last saved first", () => {
  expect(readSavedOrder({ filter: "completed", sort: "dateLastViewed", direction: "asc" })).toEqual({
    filter: "completed",
    sort: "dateLastViewed",
    direction: "asc",
  });
  expect(readSavedOrder({ filter: "some", sort: 3 })).toEqual({
    filter: "all",
    sort: "dateSaved",
    direction: "desc",
  });
});

it("offers both dates in both directions", () => {
  expect(savedSorts).toEqual([
    "dateSaved.desc",
    "dateSaved.asc",
    "dateLastViewed.desc",
    "dateLastViewed.asc",
  ]);
});
