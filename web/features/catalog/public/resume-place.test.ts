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
  ["nobody who hasn't begun", null],
  ["nobody who has danced it whole", at(3, 20, true)],
  ["nobody who stopped at its last count, to be shown its end alone", at(5, 57)],
  ["nobody who only looked in", at(0, 3)],
])("doesn't start anywhere but at the beginning: %s", (_who, progress) => {
  expect(resumePlace(progress, 358_000)).toBe(0);
});
