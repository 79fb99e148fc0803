import { expect, test } from "vitest";
import { addressOf, countryChoices, elsewhere, type Places } from "./places.ts";

const places: Places = {
  countryCode: "US",
  locatedIn: "BR",
  countries: ["US", "CA", "DE"],
};

test("sorts countries by name, including the current one, with the rest of the world last", () => {
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
])("gives the billing address in %s with %j the postcode %s", (countryCode, typed, postcode) => {
  expect(addressOf(countryCode, typed)).toEqual({ countryCode, postcode });
});
