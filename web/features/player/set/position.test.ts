import { expect, test } from "vitest";
import { positionIn } from "./position.ts";

const items = [true, false, true, false].map((isDanced, index) => ({
  place: index + 1,
  isDanced,
  studioClass: { id: `class ${index + 1}` },
}));

test("goes on with the next class that wasn't danced", () => {
  expect(positionIn(items, "class 1", false)?.next?.place).toBe(2);
  expect(positionIn(items, "class 2", false)?.next?.place).toBe(4);
});

test("goes on with every class of a set that is danced again", () => {
  expect(positionIn(items, "class 1", true)?.next?.place).toBe(2);
  expect(positionIn(items, "class 2", true)?.next?.place).toBe(3);
  expect(positionIn(items, "class 4", true)?.next).toBeNull();
});

test("has nothing after the last class, even if an earlier one was left out", () => {
  expect(positionIn(items, "class 4", false)).toMatchObject({ item: { place: 4 }, next: null });
});

test("knows no position of a class that isn't part of the set", () => {
  expect(positionIn(items, "class 9", false)).toBeNull();
  expect(positionIn([], "class 1", false)).toBeNull();
});
