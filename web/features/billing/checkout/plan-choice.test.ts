import { expect, test } from "vitest";
import {
  firstChoice,
  intervalsOf,
  likeIn,
  plansPaid,
  savingOfAll,
  type ChoosablePlan,
} from "./plan-choice.ts";

const plan = (
  id: string,
  name: string,
  accessType: ChoosablePlan["accessType"],
  periodUnit: "month" | "year",
  priceInCents: number,
  monthlySavingsInPercent: number | null = null,
): ChoosablePlan => ({
  id,
  name,
  accessType,
  period: 1,
  periodUnit,
  priceInCents,
  isBestValue: id === "premium-yearly",
  monthlySavingsInPercent,
});
const plans = [
  plan("family-yearly", "Premium family", "premium", "year", 17_900),
  plan("premium-yearly", "Premium", "premium", "year", 11_900, 34),
  plan("basic-yearly", "Basic", "basic", "year", 6_500, 32),
  plan("premium-monthly", "Premium", "premium", "month", 1_500),
  plan("basic-monthly", "Basic", "basic", "month", 800),
];

test("sorts plans by price within their interval", () => {
  expect(plansPaid(plans, "year").map(({ id }) => id)).toEqual([
    "basic-yearly",
    "premium-yearly",
    "family-yearly",
  ]);
  expect(intervalsOf(plans)).toEqual(["month", "year"]);
  expect(intervalsOf(plans.slice(3))).toEqual(["month"]);
});

test("shows the smallest saving as the saving of all plans", () => {
  expect(savingOfAll(plans, "year")).toBe(32);
  expect(savingOfAll(plans, "month")).toBeNull();
});

test("switches the interval and selects the same plan if it exists", () => {
  expect(likeIn(plans, plans[1]!, "month")?.id).toBe("premium-monthly");
  expect(likeIn(plans, plans[0]!, "month")?.id).toBe("premium-monthly");
});

test("preselects the requested plan, else the best value that includes the class", () => {
  const wish = { requestedId: null, needed: null, interval: null };
  expect(firstChoice(plans, { ...wish, requestedId: "basic-monthly" })?.id).toBe("basic-monthly");
  expect(firstChoice(plans, { ...wish, requestedId: "gone", needed: "standard" })?.id).toBe("premium-yearly");
  expect(firstChoice([], wish)).toBeNull();
});

test("preselects the same plan of the chosen interval, unless a link names another", () => {
  const wish = { requestedId: null, needed: null, interval: "month" } as const;
  expect(firstChoice(plans, wish)?.id).toBe("premium-monthly");
  expect(firstChoice(plans, { ...wish, interval: "year" })?.id).toBe("premium-yearly");
  expect(firstChoice(plans, { ...wish, requestedId: "basic-yearly" })?.id).toBe("basic-yearly");
  expect(firstChoice(plans.slice(0, 3), wish)?.id).toBe("premium-yearly");
});
