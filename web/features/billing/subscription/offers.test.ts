import { expect, test } from "vitest";
import { cancelReasons, offerFor, type Offer } from "./offers.ts";

const all = new Set<Offer>(["pause", "cheaper_plan", "month_off"]);

test("matches an offer to the reason, and has none without a reason", () => {
  expect(offerFor("taking_break", all)).toBe("pause");
  expect(offerFor("too_expensive", all)).toBe("cheaper_plan");
  expect(offerFor("too_expensive", new Set<Offer>(["month_off", "pause"]))).toBe("month_off");
  expect(offerFor(null, all)).toBeNull();
  expect(offerFor("other", all)).toBeNull();
});

test("never shows an offer that isn't available to the person", () => {
  for (const reason of cancelReasons) expect(offerFor(reason, new Set())).toBeNull();
});
