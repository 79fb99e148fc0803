import { expect, test } from "vitest";
import { slugOf, slugTried, triedSlugs } from "./slug.ts";

test.each([
  ["Drag the left!", "drag-the-left"],
  ["Café Olé 2", "cafe-ole-2"],
  ["Don't stop", "dont-stop"],
  ["八拍", "class"],
  ["New!", "new-class"],
  ["New steps", "new-steps"],
  ["a".repeat(80), "a".repeat(60)],
  [`${"a".repeat(59)} b`, "a".repeat(59)],
])("makes the slug of %s into %s", (title, slug) => {
  expect(slugOf(title, "class")).toBe(slug);
});

test("numbers a slug that is taken, then makes it random", () => {
  expect([1, 2, 19].map((attempt) => slugTried("Drag the left", "class", attempt))).toEqual([
    "drag-the-left",
    "drag-the-left-2",
    "drag-the-left-19",
  ]);
  expect(slugTried("Drag the left", "class", triedSlugs)).toMatch(/^drag-the-left-[0-9a-f]{8}$/);
});
