import { expect, test } from "vitest";
import { peoplePerVariant } from "./sample-size.ts";

test("counts people as R's power.prop.test does", () => {
  // power.prop.test(p1 = .50, p2 = .75, power = .90): n = 76.7.
  expect(peoplePerVariant(0.5, 0.25, 1.281551566)).toBe(77);
  // power.prop.test(p1 = .10, p2 = .12, power = .80): n = 3840.8.
  expect(peoplePerVariant(0.1, 0.02)).toBe(3841);
});

test("asks for more people the smaller the difference, and for none that can't be", () => {
  expect(peoplePerVariant(0.1, 0.01)).toBeGreaterThan(3 * peoplePerVariant(0.1, 0.02)!);
  expect(peoplePerVariant(0, 0.05)).toBeGreaterThan(0);
  expect(peoplePerVariant(0.95, 0.1)).toBeNull();
  expect(peoplePerVariant(0.1, 0)).toBeNull();
  expect(peoplePerVariant(Number.NaN, 0.1)).toBeNull();
});
