import { expect, test } from "vitest";
import { beginOf, dayOf } from "../components/days.ts";
import { draftOf, inputOf } from "./challenge-draft.ts";
import type { EditedChallenge } from "./edited-challenge.ts";

const words = {
  title: "Turns",
  description: "Whole classes",
  triggerType: "required_classes_completed",
  requiredClassIds: ["a", "b"],
  startTime: "2026-11-10T03:30:00.000Z",
  endTime: "2026-11-20T03:30:00.000Z",
  goalHeader: null,
  subtitleHeader: "By heart",
  earnedByHeader: null,
  badges: [{ name: "Both", description: "Both classes", amountToEarn: 2 }],
} as const;
const before: EditedChallenge = {
  ...words,
  id: "1",
  slug: "turns",
  requiredClassIds: [...words.requiredClassIds],
  requiredClasses: [{ id: "b", title: "Second" }],
  badges: [...words.badges],
  phase: "upcoming",
  participantsCount: 0,
  revision: 3,
};
const now = new Date("2026-11-01T12:00:00Z");

test("sends untouched fields unchanged, including a class that has left the library", () => {
  const draft = draftOf(before, now);
  expect(draft.classes).toEqual([
    { id: "a", title: null },
    { id: "b", title: "Second" },
  ]);
  expect(inputOf(draft, before)).toEqual(words);
});

test("takes chosen days as whole days, including the last one", () => {
  const draft = { ...draftOf(before, now), firstDay: "2026-12-01", lastDay: "2026-12-31" };
  const { startTime, endTime } = inputOf(draft, before);
  expect(new Date(startTime as string)).toEqual(new Date(2026, 11, 1));
  expect(new Date(endTime as string)).toEqual(new Date(2027, 0, 1));
});

test("starts a new challenge in a week, for four weeks", () => {
  const { firstDay, lastDay } = draftOf(null, now);
  expect(firstDay).toBe(dayOf(new Date(2026, 10, now.getDate() + 7)));
  expect((beginOf(lastDay).getTime() - beginOf(firstDay).getTime()) / 86_400_000).toBeCloseTo(27, 0);
});
