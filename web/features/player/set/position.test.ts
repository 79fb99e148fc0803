import { expect, test } from "vitest";
import { positionIn } from "./position.ts";

const items = [true, false, true, false].map((isDanced, index) => ({
  place: index + 1,
  isDanced,
  studioClass: { id: `class ${index + 1}` },
}));

const laterPlaces = (classId: string, isAgain: boolean) =>
  positionIn(items, classId, isAgain)?.later.map(({ place }) => place);

test("goes on with the classes that weren't danced", () => {
  expect(laterPlaces("class 1", false)).toEqual([2, 4]);
  expect(laterPlaces("class 2", false)).toEqual([4]);
});

test("goes on with every class of a set that is danced again", () => {
  expect(laterPlaces("class 1", true)).toEqual([2, 3, 4]);
  expect(laterPlaces("class 4", true)).toEqual([]);
});

test("has nothing after the last class, even if an earlier one was left out", () => {
  expect(positionIn(items, "class 4", false)).toMatchObject({ item: { place: 4 }, later: [] });
});

test("knows no position of a class that isn't part of the set", () => {
  expect(positionIn(items, "class 9", false)).toBeNull();
  expect(positionIn([], "class 1", false)).toBeNull();
});
