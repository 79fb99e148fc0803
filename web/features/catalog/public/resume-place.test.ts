import { expect, test } from "vitest";
import { resumePlace } from "./resume-place.ts";

const at = (minute: number, second: number, completed = false) => ({
  completed,
  time: { hour: 0, minute, second },
});

test("resumes in the middle of a class", () => {
  expect(resumePlace(at(3, 20), 358_000)).toBe(200_000);
});

test.each([
  ["not started", null],
  ["completed", at(3, 20, true)],
  ["stopped at the last count", at(5, 57)],
  ["stopped within the first seconds", at(0, 3)],
])("starts at the beginning if the class was %s", (_condition, progress) => {
  expect(resumePlace(progress, 358_000)).toBe(0);
});
