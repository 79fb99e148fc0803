import { describe, expect, test } from "vitest";
import { addClass, addWeek, draftOf, inputOf, moveClass, placeClass } from "./course-draft.ts";
import type { ListedClass, Weeks } from "./course-draft.ts";

const one = (id: string): ListedClass => ({ id, title: id, durationMs: 0, accessType: "free" });
const weeks = (...ids: string[]): Weeks => ids.map((week) => [...week].map(one));
const idsOf = (given: Weeks): string[] => given.map((week) => week.map(({ id }) => id).join(""));

describe("moveClass", () => {
  test("moves within a week", () => {
    expect(idsOf(moveClass(weeks("abc"), "b", -1))).toEqual(["bac"]);
    expect(idsOf(moveClass(weeks("abc"), "b", 1))).toEqual(["acb"]);
  });

  test("moves over the border of a week without changing the order of the others", () => {
    expect(idsOf(moveClass(weeks("ab", "cd"), "c", -1))).toEqual(["abc", "d"]);
    expect(idsOf(moveClass(weeks("ab", "cd"), "b", 1))).toEqual(["a", "bcd"]);
  });

  test("begins a week after the last one, but leaves no empty one behind", () => {
    expect(idsOf(moveClass(weeks("ab"), "b", 1))).toEqual(["a", "b"]);
    expect(idsOf(moveClass(weeks("ab", "c"), "c", 1))).toEqual(["ab", "c"]);
  });

  test("leaves the first class where it is", () => {
    expect(idsOf(moveClass(weeks("ab"), "a", -1))).toEqual(["ab"]);
  });
});

test("places a class before another, or at the end of a week", () => {
  expect(idsOf(placeClass(weeks("abc", "d"), "d", { week: 0, before: "b" }))).toEqual(["adbc", ""]);
  expect(idsOf(placeClass(weeks("ab", "cd"), "a", { week: 1, before: null }))).toEqual(["b", "cda"]);
  expect(idsOf(placeClass(weeks("ab"), "a", { week: 0, before: "a" }))).toEqual(["ab"]);
});

test("adds a class once, to the last week", () => {
  expect(idsOf(addClass(weeks("a", ""), one("b")))).toEqual(["a", "b"]);
  expect(idsOf(addClass(weeks("ab"), one("a")))).toEqual(["ab"]);
});

test("adds no second empty week", () => {
  expect(idsOf(addWeek(weeks("a")))).toEqual(["a", ""]);
  expect(idsOf(addWeek(weeks("a", "")))).toEqual(["a", ""]);
});

test("sends chosen start days, with the day that each was", () => {
  const starts = [
    { day: "2026-12-07", savedDay: "2026-11-30", joined: 3 },
    { day: "2027-01-04", savedDay: "2027-01-04", joined: 0 },
    { day: "2027-02-01", savedDay: null, joined: 0 },
    { day: "", savedDay: null, joined: 0 },
  ];
  expect(inputOf({ ...draftOf(null), starts }).starts).toEqual([
    { startsOn: "2026-12-07", movedFrom: "2026-11-30" },
    { startsOn: "2027-01-04", movedFrom: null },
    { startsOn: "2027-02-01", movedFrom: null },
  ]);
});
