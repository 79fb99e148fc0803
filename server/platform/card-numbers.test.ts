import { expect, test } from "vitest";
import { holdsCardNumber } from "./card-numbers.ts";

test.each([
  "4242424242424242",
  "my card is 4242 4242 4242 4242, thanks",
  "5555-5555-5555-4444",
  "378282246310005",
  "(6011111111111117)",
  "card:4000002760003184.",
  "4222222222222",
])("%s contains a card number", (text) => expect(holdsCardNumber(text)).toBe(true));

test.each([
  "4242424242424241",
  "1234567890123456",
  "call 0041 79 123 45 67",
  "14242424242424242424242",
  "0.4242424242424242",
  "2026-11-21 18:00:00 to 2026-11-21 19:00:00",
  "5, 6, 7, 8 and 1, 2, 3, 4",
  "",
])("%s contains no card number", (text) => expect(holdsCardNumber(text)).toBe(false));

test("ignores an id whose digits would pass as a card number", () => {
  expect(holdsCardNumber("a2424242-4242-4242-4242-4242abcdef01")).toBe(false);
  expect(holdsCardNumber("a2424242-4242-4242-4242-4242abcdef01 4242-4242-4242-4242")).toBe(true);
});
