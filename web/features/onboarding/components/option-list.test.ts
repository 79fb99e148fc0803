import { expect, test } from "vitest";
import { moved, slugOf } from "./option-list.ts";

test("an option's name in addresses comes from its words", () => {
  expect(slugOf("I’ve never danced")).toBe("ive-never-danced");
  expect(slugOf("  Für die Hochzeit! ")).toBe("fur-die-hochzeit");
  expect(slugOf("x".repeat(80))).toHaveLength(40);
  expect(slugOf("!?")).toBe("");
});

test("moving stays within the list", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});
