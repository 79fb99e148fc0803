import { expect, test } from "vitest";
import { faultsOf } from "./check.ts";

test.each<[string, string, RegExp[]]>([
  ["in form", "billing: retry a payment once\n\nA timeout isn't a refusal. Checked by its test.", []],
  ["of two areas", "billing, web: say why\n\nBecause.", []],
  ["without an area", "Retry a payment once\n\nBecause.", [/begin with the area/]],
  ["with a long subject", `billing: ${"a".repeat(70)}\n\nBecause.`, [/within 72/]],
  ["with a period", "billing: retry.\n\nBecause.", [/without a period/]],
  ["without a body", "billing: retry a payment once", [/say in the body/]],
  ["whose body begins at once", "billing: retry\nbecause", [/second line/, /say in the body/]],
  ["with an unwrapped body", `billing: retry\n\n${"why ".repeat(30)}`, [/wrap the body/]],
  ["with a long address", `billing: retry\n\nSee\nhttps://example.test/${"a".repeat(100)}`, []],
])("judges a message %s", (_what, message, expected) => {
  expect(faultsOf(message)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});
