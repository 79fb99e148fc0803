import { expect, test } from "vitest";
import { msg, translate } from "./messages.ts";

test("renders an English text with its values", () => {
  expect(translate(msg("Hello {name}, your {kind} is ready.", { name: "Ada", kind: "video" }), "en")).toBe(
    "Hello Ada, your video is ready.",
  );
});

test.each([
  [1, "1 class left"],
  [1200, "1,200 classes left"],
])("chooses the plural form of %d", (count, text) => {
  expect(translate(msg("{count, plural, one {# class left} other {# classes left}}", { count }), "en")).toBe(
    text,
  );
});

test("falls back to English without a translation, with the language’s numbers", () => {
  expect(translate(msg("{count, plural, other {# unheard of}}", { count: 1200 }), "de")).toBe(
    "1.200 unheard of",
  );
});

test("isolates a name of the other direction, so that what follows it keeps its place", () => {
  const commented = (name: string): string => translate(msg("{name}: 3 new comments", { name }), "en");
  expect(commented("دانة")).toBe("\u2068دانة\u2069: 3 new comments");
  expect(commented("Dana")).toBe("Dana: 3 new comments");
});
