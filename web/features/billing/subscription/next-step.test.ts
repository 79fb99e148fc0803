import { expect, test } from "vitest";
import { safeReturnPath } from "../../../lib/paths.ts";
import { nextStep } from "./next-step.ts";

const next = "/class/drag-the-left?from=library";
const nextOf = (path: string): string | null => new URL(path, "http://here").searchParams.get("next");

test("a guest registers, is asked where they heard of us, and comes back to the class", () => {
  const register = nextStep({ isRegistered: false, isSurveyed: false, next });
  expect(register).toMatch(/^\/register\?/);
  const survey = safeReturnPath(nextOf(register), "http://here");
  expect(survey).toMatch(/^\/hdyhau\?/);
  expect(nextOf(survey)).toBe(next);
});

test("what was done before isn't asked again", () => {
  expect(nextStep({ isRegistered: true, isSurveyed: false, next })).toMatch(/^\/hdyhau\?/);
  expect(nextStep({ isRegistered: true, isSurveyed: true, next })).toBe(next);
});
