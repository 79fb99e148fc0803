import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countryOf, regionOfName, regionOfPostcode } from "./places.ts";

describe("a postcode", () => {
  test.each([
    ["US", "98101", "WA"],
    ["US", "98101-1234", "WA"],
    ["US", "02134", "MA"],
    ["US", "05501", "MA"],
    ["US", "20101", "VA"],
    ["US", "20001", "DC"],
    ["US", "00901", "PR"],
    ["US", "73301", "TX"],
    ["US", "99501", "AK"],
    ["CA", "h2x 1y4", "QC"],
    ["CA", "M5V3L9", "ON"],
    ["CA", "X0A 0H0", "NU"],
    ["CA", "X1A 2B3", "NT"],
    ["US", "9810", null],
    ["US", "00000", null],
    ["US", "M5V3L9", null],
    ["CA", "98101", null],
    ["CA", "W5V3L9", null],
    ["DE", "10115", null],
  ])("of %s, %s, lies in %s", (country, postcode, region) => {
    expect(regionOfPostcode(country, postcode)).toBe(region);
  });
});

test("finds a region by its name and by its code, as IP databases return them", () => {
  expect(regionOfName("US", "Washington")).toBe("WA");
  expect(regionOfName("US", "wa")).toBe("WA");
  expect(regionOfName("US", "US-WA")).toBe("WA");
  expect(regionOfName("CA", "Québec")).toBe("QC");
  expect(regionOfName("US", "Bavaria")).toBeNull();
  expect(regionOfName("DE", "Berlin")).toBeNull();
  expect(regionOfName("US", null)).toBeNull();
});

describe("the buyer's country", () => {
  const country = fc.constantFrom("DE", "FR", "US", null);
  test("follows the evidence, and the stated country unless the other evidence contradicts it alone", () => {
    fc.assert(
      fc.property(country, country, country, (stated, request, card) => {
        const found = countryOf({ stated, request, card });
        expect([stated, request, card]).toContain(found);
        if (found !== request && request) expect([stated, card]).toEqual([found, found]);
        if (!request && !card) expect(found).toBe(stated);
      }),
    );
  });
  test("is the stated one if the card agrees", () => {
    expect(countryOf({ stated: "FR", request: "DE", card: "FR" })).toBe("FR");
    expect(countryOf({ stated: "FR", request: "DE", card: null })).toBe("DE");
    expect(countryOf({ stated: null, request: null, card: "US" })).toBe("US");
  });
});
