import { expect, test } from "vitest";
import { glueOf, voiceFaultsOf } from "./voice.ts";

test.each([
  ["Ask somebody.", "somebody"],
  ["Check your e-mail.", "e-mail"],
  ["{n, plural, one {# lesson} other {# classes}}", "lesson"],
  ["Save {percent} %", "%"],
  ["Don't save", "'"],
  ["3 class(s)", "s(s)"],
  [", {minutes} min", ","],
  [" or ", " "],
  ["Saved; close this.", ";"],
])("refuses %j for %j", (message, part) => {
  expect(voiceFaultsOf(message).join()).toContain(`${part}`);
});

test("refuses a sentence of more than 90 characters, in any case of a plural", () => {
  const long = "a".repeat(85);
  expect(voiceFaultsOf(`${long}. ${long}.`)).toEqual([]);
  expect(voiceFaultsOf(`{n, plural, one {Short} other {# ${long}aaaaa}}.`)).toEqual([
    "93 characters in a sentence: use at most 90",
  ]);
});

test("refuses a text of more than three sentences", () => {
  expect(voiceFaultsOf("One. Two. Three.")).toEqual([]);
  expect(voiceFaultsOf("One. Two. Three. Four.")).toEqual(["4 sentences: use at most 3"]);
});

test("accepts plain texts with values, tags and plurals", () => {
  for (const message of [
    "We’ll email you on {day}.",
    "<0>Sign up</0> to post.",
    "{n, plural, one {# class} other {# classes}}",
    "Picture in picture",
    "90% done",
  ])
    expect(voiceFaultsOf(message)).toEqual([]);
});

test.each([
  ["t`Reported as ${reason.toLowerCase()}`", "lower-cased label"],
  ["`${name}, ${t`today`}`", "within a template"],
  ["t`One` + rest", "joined by +"],
  ["names.join(t` or `)", "formatList"],
  ["count === 1 ? t`class` : t`classes`", "ICU plural"],
])("refuses a sentence made of pieces: %s", (code, advice) => {
  const [found, ...others] = glueOf("some.ts", `// A line before.\nexport const text = ${code};`);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ line: 2, advice: expect.stringContaining(advice) });
});

test("accepts a plural within a message, and choices that aren't of number", () => {
  for (const code of [
    't`Try again in ${plural(left, { one: "# second", other: "# seconds" })}`',
    "isDone ? t`Saved` : t`Save`",
    "fill === 1 ? 'on' : 'off'",
  ])
    expect(glueOf("some.ts", code)).toEqual([]);
});
