import { describe, expect, it } from "vitest";
import { activeFilters, readFilters, toFilters } from "./library-filters.ts";

describe("library filters", () => {
  it("reads known filters from the URL and ignores the rest", () => {
    const chosen = readFilters({
      q: "drag",
      level: "beginner",
      type: "dancing",
      length: "7",
      style: "hip-hop",
      section: "<b>",
      sort: ["title", "newest"],
    });
    expect(chosen).toEqual({
      q: "drag",
      level: "beginner",
      style: "hip-hop",
      type: "",
      access: "",
      energy: "",
      length: "",
      section: "",
      instructor: "",
      song: "",
      tempo: "",
      danced: "",
      sort: "",
    });
    expect(activeFilters(chosen)).toEqual(["level", "style"]);
  });

  it("sends only the chosen filters to the server", () => {
    expect(toFilters(readFilters({}))).toEqual({ filters: {}, sort: null });
    expect(
      toFilters(readFilters({ q: "  ", length: "10", access: "free", energy: "high", sort: "popular" })),
    ).toEqual({
      filters: { maxDurationInMs: 600_000, accessType: ["free"], energy: ["high"] },
      sort: "popular",
    });
    expect(toFilters(readFilters({ q: "salsa", song: "late-bus", tempo: "90-110" })).filters).toEqual({
      search: "salsa",
      readsFilters: true,
      songSlug: "late-bus",
      minBpm: 90,
      maxBpm: 110,
    });
    expect(toFilters(readFilters({ danced: "no" })).filters).toEqual({ notDanced: true });
    expect(activeFilters(readFilters({ danced: "yes" }))).toEqual([]);
    expect(toFilters(readFilters({ tempo: "130-" })).filters).toEqual({ minBpm: 130 });
  });
});
