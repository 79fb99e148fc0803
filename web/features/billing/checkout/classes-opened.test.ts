import { expect, test } from "vitest";
import { classesOpened } from "./classes-opened.ts";

const counts = (basic: number, standard: number, all: number) => ({
  basicClasses: { total: basic },
  standardClasses: { total: standard },
  allClasses: { total: all },
});

test("counts the classes of a plan's access type among all classes", () => {
  const library = counts(3, 12, 40);
  expect(classesOpened({ accessType: "basic" }, library)).toEqual({ count: 3, all: 40 });
  expect(classesOpened({ accessType: "standard" }, library)).toEqual({ count: 12, all: 40 });
  expect(classesOpened({ accessType: "premium" }, library)).toEqual({ count: 40, all: 40 });
});

test("returns null for an empty library", () => {
  for (const accessType of ["basic", "standard", "premium"] as const)
    expect(classesOpened({ accessType }, counts(0, 0, 0))).toBeNull();
});
