import { expect, it } from "vitest";
import { classSlugOf, slugOf } from "./slug.ts";

it("names a title by its letters and digits", () => {
  expect(slugOf("Drag the left, déjà vu!", "class")).toBe("drag-the-left-deja-vu");
  expect(slugOf("♪", "class")).toBe("class");
});

it("keeps the address free where classes are made", () => {
  expect(["New", "new!", "New steps"].map(classSlugOf)).toEqual(["new-class", "new-class", "new-steps"]);
});
