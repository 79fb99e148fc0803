import { expect, test } from "vitest";
import { moved, slugOf } from "./option-list.ts";

test("builds an option's slug from its label", () => {
  expect(slugOf("I’ve never danced")).toBe("ive-never-danced");
  expect(slugOf("  Für die Hochzeit! ")).toBe("fur-die-hochzeit");
  expect(slugOf("x".repeat(80))).toHaveLength(40);
  expect(slugOf("!?")).toBe("");
});

test("moves items within the list only", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});
