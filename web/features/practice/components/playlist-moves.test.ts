import { expect, it } from "vitest";
import { placed, stepped } from "./playlist-moves.ts";

const ids = ["a", "b", "c", "d"];

it("drops a class before another one, or at the end", () => {
  expect(placed(ids, "d", "b")).toEqual(["a", "d", "b", "c"]);
  expect(placed(ids, "a", "c")).toEqual(["b", "a", "c", "d"]);
  expect(placed(ids, "a", null)).toEqual(["b", "c", "d", "a"]);
});

it("leaves the order as it is when a class is dropped on itself or on one that left", () => {
  expect(placed(ids, "b", "b")).toEqual(ids);
  expect(placed(ids, "b", "x")).toEqual(ids);
});

it("moves a class one place, and none beyond the ends", () => {
  expect(stepped(ids, "b", -1)).toEqual(["b", "a", "c", "d"]);
  expect(stepped(ids, "b", 1)).toEqual(["a", "c", "b", "d"]);
  expect(stepped(ids, "a", -1)).toBe(ids);
  expect(stepped(ids, "d", 1)).toBe(ids);
  expect(stepped(ids, "x", 1)).toBe(ids);
});
