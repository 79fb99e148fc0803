import { expect, test } from "vitest";
import type { Choice } from "./choose.ts";
import { withCourses } from "./course-share.ts";
import type { CourseStep } from "./course-share.ts";

const days = ["2026-11-23", "2026-11-24", "2026-11-26", "2026-11-27", "2026-11-28"];
const choices = days.map((_, slot): Choice => ({
  classId: `plan-${slot}`,
  reason: { kind: "level", detail: null },
}));
const steps = (course: string, ...opensOn: (string | null)[]): CourseStep[] =>
  opensOn.map((day, index) => ({
    classId: `${course}-${index + 1}`,
    courseId: course,
    title: course,
    place: index + 1,
    total: opensOn.length,
    opensOn: day,
  }));
const idsOf = (courses: CourseStep[][], shared: number | null = null) =>
  withCourses(choices, days, courses, shared).map(({ classId }) => classId);

test("leaves a week without courses as it is", () => {
  expect(withCourses(choices, days, [], null)).toEqual(choices);
});

test("gives a course every second session, in its order", () => {
  expect(idsOf([steps("house", null, null, null, null)])).toEqual([
    "house-1",
    "plan-1",
    "house-2",
    "plan-3",
    "house-3",
  ]);
});

test("takes turns between courses", () => {
  expect(idsOf([steps("house", null, null), steps("salsa", null, null)])).toEqual([
    "house-1",
    "plan-1",
    "salsa-1",
    "plan-3",
    "house-2",
  ]);
});

test("waits for the day on which a class opens, and keeps the family's session", () => {
  expect(idsOf([steps("house", "2026-11-25", "2026-11-29")])).toEqual([
    "plan-0",
    "plan-1",
    "house-1",
    "plan-3",
    "plan-4",
  ]);
  expect(idsOf([steps("house", null, null)], 2)).toEqual([
    "house-1",
    "plan-1",
    "plan-2",
    "plan-3",
    "house-2",
  ]);
});

test("has no class twice", () => {
  const [first] = steps("house", null);
  expect(idsOf([[{ ...first!, classId: "plan-3" }]])).toEqual([
    "plan-3",
    "plan-1",
    "plan-2",
    "plan-0",
    "plan-4",
  ]);
});
