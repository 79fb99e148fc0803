import { expect, test } from "vitest";
import { pseudo } from "./pseudo.ts";

test("accents and lengthens the letters, and leaves placeholders, tags and cases", () => {
  expect(pseudo("Save")).toBe("[Šávé á]");
  expect(pseudo("<0>Sign up</0> by {day}")).toMatch(/^\[<0>Šíğñ úp<\/0> bý \{day\} .+\]$/);
  expect(pseudo("{n, plural, one {# class} other {# classes}}")).toMatch(
    /^\[\{n, plural, one \{# çlášš\} other \{# çláššéš\}\}.*\]$/,
  );
});
