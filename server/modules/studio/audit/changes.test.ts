import { expect, test } from "vitest";
import { changesOf } from "./changes.ts";

test("lists what changed, field by field, and leaves out what stayed", () => {
  expect(
    changesOf({
      before: { name: "Studio", contact: null, days: 3 },
      after: { name: "Demo Studio", contact: null, days: 3 },
    }),
  ).toEqual([{ field: "name", before: "Studio", after: "Demo Studio" }]);
});

test("lists a single value, a role and a pair in the same shape", () => {
  expect(changesOf({ before: 100, after: 600, reason: "" })).toEqual([
    { field: "value", before: "100", after: "600" },
  ]);
  expect(changesOf({ from: "member", to: "editor" })).toEqual([
    { field: "value", before: "member", after: "editor" },
  ]);
  expect(changesOf({ refundable: { before: 1500, after: 500 } })).toEqual([
    { field: "refundable", before: "1500", after: "500" },
  ]);
});

test("lists facts without an earlier value, and a start date isn’t a change", () => {
  expect(
    changesOf({
      from: "2026-01-01",
      goals: ["a", "b"],
      note: null,
      prices: [{ amount: 1500, currencyCode: "USD" }],
    }),
  ).toEqual([
    { field: "from", before: null, after: "2026-01-01" },
    { field: "goals", before: null, after: "a, b" },
    { field: "prices", before: null, after: "15.00 USD" },
  ]);
});
