import { expect, test } from "vitest";
import { safeReturnPath } from "../../../lib/paths.ts";
import { nextStep } from "./next-step.ts";

const next = "/class/drag-the-left?from=library";
const nextOf = (path: string): string | null => new URL(path, "http://here").searchParams.get("next");

test("leads a guest to registration, then the referral question, then back to the class", () => {
  const register = nextStep({ isRegistered: false, isSurveyed: false, next });
  expect(register).toMatch(/^\/register\?/);
  const survey = safeReturnPath(nextOf(register), "http://here");
  expect(survey).toMatch(/^\/hdyhau\?/);
  expect(nextOf(survey)).toBe(next);
});

test("skips completed steps", () => {
  expect(nextStep({ isRegistered: true, isSurveyed: false, next })).toMatch(/^\/hdyhau\?/);
  expect(nextStep({ isRegistered: true, isSurveyed: true, next })).toBe(next);
});
