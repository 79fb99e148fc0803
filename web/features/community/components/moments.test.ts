import fc from "fast-check";
import { expect, test } from "vitest";
import { firstMoment, piecesOf } from "./moments.ts";

test("finds timestamps and usernames, and nothing that only looks like them", () => {
  expect(piecesOf("Look at 0:17, @mira.marks. Then 1:02:03")).toEqual([
    { kind: "text", text: "Look at " },
    { kind: "moment", text: "0:17", ms: 17_000 },
    { kind: "text", text: ", " },
    { kind: "name", text: "@mira.marks", username: "mira.marks" },
    { kind: "text", text: ". Then " },
    { kind: "moment", text: "1:02:03", ms: 3_723_000 },
  ]);
  for (const plain of ["0:75", "a1:23", "12:345", "mail@example.test", "1.2:30", "@x"])
    expect(piecesOf(plain).every(({ kind }) => kind === "text")).toBe(true);
  expect(firstMoment("none")).toBeNull();
  expect(firstMoment("at 2:05 and 3:00")).toBe(125_000);
});

test("preserves the whole text", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(
        piecesOf(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }),
  );
});
