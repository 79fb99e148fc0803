import fc from "fast-check";
import { expect, test } from "vitest";
import { readFigure, writeFigure } from "./people-figures.ts";

test("reads what it wrote, whatever a value contains", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      const figure = { kind: "cohort", month: "2026-11", age: "3", split: "source", value } as const;
      expect(readFigure(writeFigure(figure))).toEqual(figure);
    }),
  );
});

test.each([
  "",
  "cohort",
  "cohort~2026-13~~all~",
  "mrr~2026-11~EUR~up",
  "trials_ending~soon",
  "dunning~eur",
  "mrr~%~~",
])("refuses %s", (text) => {
  expect(readFigure(text)).toBeNull();
});
