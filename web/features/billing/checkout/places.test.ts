import { expect, test } from "vitest";
import { addressOf, countryChoices, elsewhere, type Places } from "./places.ts";

const places: Places = {
  countryCode: "US",
  locatedIn: "BR",
  countries: ["US", "CA", "DE"],
};

test("countries stand by name, with one’s own among them and the rest of the world last", () => {
  expect(countryChoices(places, "JP")).toEqual(["BR", "CA", "DE", "JP", "US", elsewhere]);
  expect(countryChoices(places, elsewhere)).toEqual(["BR", "CA", "DE", "US", elsewhere]);
});

test.each([
  ["US", "9810", null],
  ["US", " 98101 ", "98101"],
  ["US", "98101-1234", "98101-1234"],
  ["CA", "h2x 1y4", "H2X1Y4"],
  ["CA", "98101", null],
  ["DE", "10115", null],
])("a bill’s address in %s with %j has the postcode %s", (countryCode, typed, postcode) => {
  expect(addressOf(countryCode, typed)).toEqual({ countryCode, postcode });
});
