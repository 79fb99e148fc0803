import { describe, expect, it } from "vitest";
import { activeFilters, readFilters, toFilters } from "./library-filters.ts";

describe("the library's filters", () => {
  it("take from the URL what they know, and nothing else", () => {
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
      length: "",
      section: "",
      instructor: "",
      sort: "",
    });
    expect(activeFilters(chosen)).toEqual(["level", "style"]);
  });

  it("ask the server for no more than was chosen", () => {
    expect(toFilters(readFilters({}))).toEqual({ filters: {}, sort: null });
    expect(toFilters(readFilters({ q: "  ", length: "10", access: "free", sort: "shortest" }))).toEqual({
      filters: { maxDurationInMs: 600_000, accessType: ["free"] },
      sort: "shortest",
    });
  });
});
