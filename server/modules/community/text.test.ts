import fc from "fast-check";
import { expect, test } from "vitest";
import { containsWord, plainText, readText } from "./text.ts";

test("counts links in every notation", () => {
  const links = (text: string) => readText(text, 1000).links;
  expect(links("no link here, not even example dot test")).toBe(0);
  expect(links("see https://example.test and www.example.test")).toBe(2);
  expect(
    links("- [one](https://a.test)\n- **[two](https://b.test)**\n\n> ![three](https://c.test/x.png)"),
  ).toBe(3);
  expect(links("| a |\n|---|\n| https://a.test |")).toBe(1);
  expect(links("`https://not.a.link`")).toBe(0);
});

test("reads names after an @, but not in email addresses", () => {
  expect(readText("@Ana.steps and @ben_two, not mail@example.test, @ana.steps. @a", 1000).names).toEqual([
    "ana.steps",
    "ben_two",
  ]);
});

test("recognizes a text by its words alone", () => {
  const of = (text: string) => readText(text, 1000).fingerprint;
  expect(of("Full routine, LINK in bio!!!")).toBe(of("full routine link in bio"));
  expect(of("full routine")).not.toBe(of("half routine"));
});

test("rejects text that can't be stored or renders nothing", () => {
  expect(readText(" ab\r\n\n\n\n\n\nc ", 100).text).toBe("ab\n\n\nc");
  for (const bad of ["", "  \n", "a\u0000", "\u200b\u3164\n", "x".repeat(101)])
    expect(() => readText(bad, 100)).toThrow();
  expect(() => readText("pay with 4242 4242 4242 4242", 100)).toThrow(/card/);
});

test("strips markup from a preview", () => {
  expect(plainText("# One\n\n- **two** [three](https://a.test)\n\n<b>four</b>", 100)).toContain(
    "One two three",
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.integer({ min: 10, max: 80 }), (text, maxLength) => {
      expect(plainText(text, maxLength).length).toBeLessThanOrEqual(maxLength);
    }),
  );
});

test("finds watched words regardless of case", () => {
  expect(containsWord("So CRINGEY", ["cringe"])).toBe(true);
  expect(containsWord("fine", ["cringe", ""])).toBe(false);
});

test("limits the nesting of quotes and lists", () => {
  for (const bad of [
    ">".repeat(2000),
    "> ".repeat(2000),
    "1. ".repeat(1600),
    "> - ".repeat(1200),
    "- [ ] ".repeat(800),
    "*a _b ".repeat(400) + "b_ a* ".repeat(400),
    Array.from({ length: 60 }, (_unused, level) => `${"  ".repeat(level)}- a`).join("\n"),
  ])
    expect(() => readText(bad, 5000)).toThrow(/nest/);
  for (const good of [
    `${">".repeat(20)} far in`,
    "- - ".repeat(40),
    "-".repeat(400),
    "***",
    "a > b > c > d",
    "5. five\n   - and\n     > so on",
  ])
    expect(readText(good, 5000).text).toBe(good.trim());
  expect(plainText(">".repeat(2000), 80).length).toBeLessThanOrEqual(80);
});
