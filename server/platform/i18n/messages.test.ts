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
