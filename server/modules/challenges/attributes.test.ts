import { expect, test } from "vitest";
import { headersOf } from "./attributes.ts";

const amounts = (...all: number[]) => all.map((amountToEarn) => ({ amountToEarn }));
test.each([
  ["class_completed", [], amounts(2, 8), "Complete 8 classes"],
  ["class_completed", [], amounts(1), "Complete 1 class"],
  ["required_classes_completed", ["a", "b", "c"], amounts(1, 3), "Complete all 3 classes"],
  ["required_classes_completed", ["a", "b", "c"], amounts(2), "Complete 2 of 3 classes"],
  ["required_classes_completed", ["a"], amounts(1), "Complete the class"],
  ["minutes_practised", [], amounts(88), "Dance 88 minutes"],
  ["days_practised", [], amounts(1, 8), "Dance on 8 days"],
  ["streak_weeks", [], amounts(4), "Hit your weekly goal for 4 weeks"],
] as const)("derives header %s of %j from %j: %s", (triggerType, requiredClassIds, badges, goal) => {
  expect(headersOf({ triggerType, requiredClassIds, badges }).goalHeader).toBe(goal);
});
