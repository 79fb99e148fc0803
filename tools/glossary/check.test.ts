import { expect, test } from "vitest";
import { checkCode, checkProse } from "./check.ts";

const contract = new Set(["kept"]);

test("refuses a declared name that the glossary replaces, with its line and replacement", () => {
  expect(checkCode("a.ts", "const fine = 1;\nconst mostRows = 2;", contract)).toEqual([
    { file: "a.ts", line: 2, text: "mostRows", use: "max…" },
  ]);
});

test("accepts names that the contract fixes", () => {
  expect(checkCode("a.ts", "const row = { kept: true };", contract)).toEqual([]);
});

test("refuses words in comments and test names, not in interface texts", () => {
  const found = checkCode(
    "a.test.ts",
    '// Nobody waits.\ntest("tells somebody", () => {});\nconst text = "somebody";',
    contract,
  );
  expect(found.map(({ line, text }) => [line, text])).toEqual([
    [2, "somebody"],
    [1, "Nobody"],
  ]);
});

test("refuses words in documents", () => {
  expect(checkProse("a.md", "One line.\nStart it anew.")).toEqual([
    { file: "a.md", line: 2, text: "anew", use: "again" },
  ]);
});
