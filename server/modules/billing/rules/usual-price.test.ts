import { expect, test } from "vitest";
import { usualPrice } from "./usual-price.ts";

test("ends in .99 where prices have cents", () => {
  expect([1378.4, 1448, 1450, 12, 109_967].map((minor) => usualPrice(minor, "CHF"))).toEqual([
    1399, 1399, 1499, 99, 109_999,
  ]);
});

test("ends in 9 and zeros where prices are whole", () => {
  expect([0.4, 7, 144.2, 145, 999, 1632, 16_320].map((minor) => usualPrice(minor, "JPY"))).toEqual([
    9, 9, 149, 149, 999, 1590, 15_900,
  ]);
  expect(usualPrice(14_632.7, "KRW")).toBe(14_900);
  expect([11_967, 94_937].map((minor) => usualPrice(minor, "SEK"))).toEqual([11_900, 94_900]);
  for (const code of ["COP", "IDR"]) expect(usualPrice(14_899_000, code)).toBe(14_900_000);
});
