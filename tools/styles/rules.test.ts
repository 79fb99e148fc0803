import { expect, test } from "vitest";
import { styleRulesOf } from "./rules.ts";

test("names the classes that each rule needs, and the at-rules around it", () => {
  const sheet = String.raw`.a .b>p:hover,.c.w-1\/2{top:0}@layer base{@media (width>=64rem){[dir=rtl] .d:not(.e){top:0}}}`;
  expect(styleRulesOf(sheet).filter(({ css }) => css.includes("top"))).toMatchObject([
    {
      within: [],
      classes: [
        ["a", "b"],
        ["c", "w-1/2"],
      ],
    },
    { within: ["@layer base", "@media (width>=64rem)"], classes: [["d"]] },
  ]);
});

test.each([
  ["fonts", "@font-face{font-family:A;src:url(a.woff2)}"],
  ["animations", "@keyframes appear{0%{opacity:0}to{opacity:1}}"],
  ["rules of elements", "main:focus-visible{outline:0}"],
  ["rules that need any one of several classes", ":is(.a,.b:not(.c)) p{top:0}"],
  ["the order of layers", "@layer base,components;"],
  ["ends of addresses", 'a[href$=".pdf"]{top:0}'],
  ["classes with unusual characters", String.raw`.w-\[calc\(100\%\)\]{top:0}`],
])("needs no class for %s", (_what, css) => {
  expect(styleRulesOf(css)).toMatchObject([{ classes: [[]] }]);
});

test("keeps the order of layers even if none of their rules are needed", () => {
  expect(styleRulesOf("@layer first{.a{top:0}}@layer second{p{top:0}}").map(({ css }) => css)).toEqual([
    "@layer first;",
    ".a{top:0}",
    "@layer second;",
    "p{top:0}",
  ]);
});
