import { describe, expect, test } from "vitest";
import { checkTexts, faultOf, isBlank, readLine, readName, readText } from "./text.ts";

/** Each text with its expected results: allowed in requests, allowed as a name, and visible. */
const table: [label: string, text: string, sent: boolean, name: boolean, shows: boolean][] = [
  ["a word", "Ana", true, true, true],
  ["a NUL", "A\u0000na", false, false, true],
  ["an escape character", "A\u001bna", false, false, true],
  ["a lone surrogate", "A\ud800na", false, false, true],
  ["a lone trailing surrogate", "A\udc00", false, false, true],
  ["a tab and a line break, which a name folds to a space", "Ana\t\nCruz", true, true, true],
  ["an override of the direction", "Ana\u202eevil", true, false, true],
  ["an isolate", "Ana\u2066x\u2069", true, false, true],
  ["a right-to-left mark", "Ana\u200f", true, false, true],
  ["an Arabic letter mark", "Ana\u061c", true, false, true],
  ["zero-width spaces alone", "\u200b\u200b", true, false, false],
  ["a Hangul filler", "\u3164", true, false, false],
  ["blank braille", "\u2800\u2800", true, false, false],
  ["joiners alone", "\u200d\u200c", true, false, false],
  ["a variation selector alone", "\ufe0f", true, false, false],
  ["tag characters alone", "\u{e0067}\u{e007f}", true, false, false],
  ["an object replacement character", "\ufffc", true, false, false],
  ["a family of four, joined", "Cruz 👨‍👩‍👧‍👦", true, true, true],
  ["a heart with a selector", "Ana ❤️", true, true, true],
  [
    "the flag of Wales, by tags",
    "Gwen 🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
    true,
    true,
    true,
  ],
  ["an emoji alone", "💃🏽", true, false, true],
  ["signs alone", "***", true, false, true],
  ["a number", "47", true, true, true],
  ["Arabic", "ليلى", true, true, true],
  ["Persian with a non-joiner", "می\u200cخواهم", true, true, true],
  ["Hindi with a joiner", "क्\u200dष", true, true, true],
  ["Japanese", "さくら", true, true, true],
  ["Thai with marks", "น้ำ", true, true, true],
  ["letters with combining marks", "Zoe\u0308", true, true, true],
  ["J.Lo", "J.Lo", true, true, true],
  ["Dr. No", "Dr. No", true, true, true],
  ["initials", "J.R.R. Tolkien", true, true, true],
  ["a name with a dot", "Mary.Jane Watson", true, true, true],
  ["a name with a slash", "Ana/Bea", true, true, true],
  ["a URL", "https://evil.example/gift", true, false, true],
  ["a scheme", "tel://123", true, false, true],
  ["www", "www.evil", true, false, true],
  ["a host", "Go to evil.click now", true, false, true],
  ["a host in capitals", "FREE-GIFT.COM", true, false, true],
  ["a short host", "t.co/abc", true, false, true],
  ["a host with a full stop of another script", "evil。com", true, false, true],
  ["a host in full width", "ｅｖｉｌ．ｃｏｍ", true, false, true],
  ["an email", "ana@evil.example", true, false, true],
];

describe.each(table)("%s", (_label, text, sent, name, shows) => {
  test(sent ? "is accepted in a request" : "is refused in a request", () => {
    expect(faultOf(text) === null).toBe(sent);
    const check = () => checkTexts({ profile: [{ bio: text }] });
    if (sent) check();
    else expect(check).toThrow(expect.objectContaining({ details: { field: "profile.bio" } }));
  });
  test(name ? "can be a name" : "can't be a name", () => {
    if (name) expect(readName(text, "name", 80)).not.toBe("");
    else expect(() => readName(text, "name", 80)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  });
  test(shows ? "shows something" : "is empty", () => {
    expect(isBlank(text)).toBe(!shows);
    if (!shows) {
      expect(() => readLine(text, "title", 80)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
      expect(readText(text, "text", 80)).toBe("");
    }
  });
});

test("removes invisible characters from a name, but keeps those that scripts and emoji need", () => {
  expect(readName(" A\u200bn\u00ada\ufeff  Cruz ", "name", 80)).toBe("Ana Cruz");
  expect(readName("Cruz 👨‍👩‍👧‍👦", "name", 80)).toBe("Cruz 👨‍👩‍👧‍👦");
});

test("removes bidirectional controls from a one-line title, and allows them in multi-line text", () => {
  expect(() => readLine("Turn\u202e", "title", 80)).toThrow(/direction/);
  expect(readText("שלום\u200f, ok", "text", 80)).toBe("שלום\u200f, ok");
});

test("checks keys as texts, too, and limits nesting", () => {
  expect(() => checkTexts({ "a\u0000": 1 })).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  let deep: unknown = "x";
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  expect(() => checkTexts(deep)).toThrow(/levels deep/);
});
