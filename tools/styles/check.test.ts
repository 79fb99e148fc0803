import { expect, test } from "vitest";
import { physicalSidesOf } from "./check.ts";

test.each([
  ["margin-left: 1rem", "margin-inline-start"],
  ["padding-right: 0", "padding-inline-end"],
  ["border-left-color: red", "border-inline-start-color"],
  ["border-top-right-radius: 4px", "border-start-end-radius"],
  ["left: 0", "inset-inline-start"],
  ["text-align: right", "text-align: end"],
  ["float: left", "float: inline-start"],
  ["padding: 0 1rem 0 calc(1rem + 2px)", "padding-block and padding-inline"],
  ["background: linear-gradient(to right, red, blue)", "to var(--way)"],
])("refuses %s", (declaration, use) => {
  expect(physicalSidesOf(`/* A rule\n of two lines. */\n.a { color: red; ${declaration}; }`)).toEqual([
    { line: 3, text: declaration, use },
  ]);
});

test("accepts logical properties, equal sides, centering by half and comments", () => {
  const css = `.a { margin-inline-start: 1rem; padding: 0 1rem 2px 1rem; left: 50%; text-align: center }
    /* left: 0; */
    .b:not([data-left]) { color: var(--left); transition: left 1s; }`;
  expect(physicalSidesOf(css)).toEqual([]);
});
