import { expect, test } from "vitest";
import { positionIn } from "./position.ts";

const items = [true, false, true, false].map((isDanced, index) => ({
  place: index + 1,
  isDanced,
  studioClass: { id: `class ${index + 1}` },
}));

test("goes on with the next class that wasn't danced", () => {
  expect(positionIn(items, "class 1")?.next?.place).toBe(2);
  expect(positionIn(items, "class 2")?.next?.place).toBe(4);
});

test("has nothing after the last class, even if an earlier one was left out", () => {
  expect(positionIn(items, "class 4")).toMatchObject({ item: { place: 4 }, next: null });
});

test("knows no position of a class that isn't part of the set", () => {
  expect(positionIn(items, "class 9")).toBeNull();
  expect(positionIn([], "class 1")).toBeNull();
});
