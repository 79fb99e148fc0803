import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "../../../platform/csv.ts";

/** Parses one line of RFC 4180 CSV. */
function readLine(line: string): string[] {
  const cells = `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/gs);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

test("round-trips any cell content", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 5 }), (cells) => {
      fc.pre(cells.every((cell) => !/^[=+\-@\t\r]/.test(cell)));
      expect(readLine(csvLine(cells))).toEqual(cells);
    }),
  );
});

test("escapes cells that a spreadsheet would run as formulas", () => {
  expect(csvLine(["=1+1", "@x", 5, null, new Date("2026-11-21T12:00:00Z")])).toBe(
    "'=1+1,'@x,5,,2026-11-21T12:00:00.000Z\r\n",
  );
});
