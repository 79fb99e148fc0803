import { describe, expect, test } from "vitest";
import { firstOpen, pressed, stepsFor, withBefore, type Question } from "./questions.ts";

const question = (type: Question["type"], isMultiple = false): Question => ({
  type,
  isMultiple,
  options: ["a", "b", "c"].map((slug) => ({ slug, label: slug, description: null })),
  selectedSlugs: [],
});
const all = [
  question("account_type"),
  question("levelV2"),
  question("reason"),
  question("family_goal"),
  question("children"),
  question("hdyhau_survey_response"),
  question("level"),
];
const types = (list: Question[]) => list.map(({ type }) => type);

describe("onboarding steps", () => {
  test("depend on who is going to dance", () => {
    expect(types(stepsFor(all, {}))).toEqual(["account_type", "levelV2", "reason"]);
    expect(types(stepsFor(all, { account_type: ["family"] }))).toEqual([
      "account_type",
      "family_goal",
      "children",
    ]);
    expect(types(stepsFor(all, { account_type: ["myself-and-family"] }))).toEqual([
      "account_type",
      "levelV2",
      "reason",
      "family_goal",
      "children",
    ]);
  });

  test("resume at the first question without an answer", () => {
    const steps = stepsFor(all, {});
    expect(firstOpen(steps, { account_type: ["myself"] })?.type).toBe("levelV2");
    expect(firstOpen(steps, { account_type: ["a"], levelV2: ["a"], reason: ["a"] })).toBeNull();
  });
});

test("replace a single answer on press, and toggle multiple answers in the options' order", () => {
  const [one, several] = [question("reason"), question("dance_location", true)];
  expect(pressed(one, { reason: ["a"] }, "b")).toEqual(["b"]);
  expect(pressed(several, { dance_location: ["c"] }, "a")).toEqual(["a", "c"]);
  expect(pressed(several, { dance_location: ["a", "c"] }, "a")).toEqual(["c"]);
});

test("insert a question before another, or at the end", () => {
  const [one, two, added] = [question("reason"), question("num_of_days"), question("categories", true)];
  expect(types(withBefore([one, two], "num_of_days", added))).toEqual([
    "reason",
    "categories",
    "num_of_days",
  ]);
  expect(types(withBefore([one], "num_of_days", added))).toEqual(["reason", "categories"]);
});
