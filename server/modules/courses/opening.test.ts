import { describe, expect, test } from "vitest";
import { openingsOf } from "./opening.ts";
import type { ClassProgress, OpeningRule } from "./opening.ts";

const rule = (change: Partial<OpeningRule> = {}): OpeningRule => ({
  pace: "open",
  knownPercent: 75,
  opensByWeek: true,
  ...change,
});
const progress = (week: number, change: Partial<ClassProgress> = {}): ClassProgress => ({
  week,
  isCompleted: false,
  eights: 8,
  knownEights: 0,
  ...change,
});
const fourClasses = [progress(1), progress(1), progress(2), progress(3)];
const openOf = (...given: Parameters<typeof openingsOf>) => openingsOf(...given).map(({ isOpen }) => isOpen);

describe("openingsOf", () => {
  test("opens all classes on joining", () => {
    expect(openOf(rule(), "2026-11-25", "2026-11-25", fourClasses)).toEqual([true, true, true, true]);
  });

  test("opens nothing before a cohort's first day, and says the day", () => {
    const found = openingsOf(rule(), "2026-12-01", "2026-11-30", fourClasses);
    expect(found[3]).toEqual({ isOpen: false, opensOn: "2026-12-01", opensAfter: null });
    expect(openOf(rule(), "2026-12-01", "2026-12-01", fourClasses)).not.toContain(false);
  });

  test("opens what a late joiner of a cohort has missed", () => {
    expect(openOf(rule({ pace: "weekly" }), "2026-11-02", "2026-11-25", fourClasses)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test("opens one class a day, over the end of a month and of daylight saving time", () => {
    const found = openingsOf(rule({ pace: "daily" }), "2026-10-24", "2026-10-25", fourClasses);
    expect(found.map(({ isOpen }) => isOpen)).toEqual([true, true, false, false]);
    expect(found[2]!.opensOn).toBe("2026-10-26");
    expect(openingsOf(rule({ pace: "daily" }), "2026-12-31", "2026-12-31", fourClasses)[1]!.opensOn).toBe(
      "2027-01-01",
    );
  });

  test("opens the classes of a week together, a week after the week before", () => {
    const found = openingsOf(rule({ pace: "weekly" }), "2026-11-25", "2026-12-02", fourClasses);
    expect(found.map(({ isOpen }) => isOpen)).toEqual([true, true, true, false]);
    expect(found[3]!.opensOn).toBe("2026-12-09");
  });

  test("opens a class once enough of the one before it is known", () => {
    const mastery = rule({ pace: "mastery" });
    const known = (knownEights: number) => [progress(1, { knownEights }), ...fourClasses.slice(1)];
    expect(openOf(mastery, "2026-11-25", "2026-11-25", known(5))).toEqual([true, false, false, false]);
    expect(openOf(mastery, "2026-11-25", "2026-11-25", known(6))).toEqual([true, true, false, false]);
    expect(openingsOf(mastery, "2026-11-25", "2026-11-25", known(5))[1]).toEqual({
      isOpen: false,
      opensOn: null,
      opensAfter: 1,
    });
  });

  test("opens a class in its week at the latest, unless only mastery opens it", () => {
    const inWeekTwo = openingsOf(rule({ pace: "mastery" }), "2026-11-25", "2026-12-02", fourClasses);
    expect(inWeekTwo.map(({ isOpen }) => isOpen)).toEqual([true, false, true, false]);
    expect(inWeekTwo[3]).toEqual({ isOpen: false, opensOn: "2026-12-09", opensAfter: 3 });
    const strict = rule({ pace: "mastery", opensByWeek: false });
    expect(openOf(strict, "2026-11-25", "2027-11-25", fourClasses)).toEqual([true, false, false, false]);
  });

  test("treats a class without eights as known once it is completed", () => {
    const warmUp = [progress(1, { eights: 0 }), progress(1)];
    const mastery = rule({ pace: "mastery" });
    expect(openOf(mastery, "2026-11-25", "2026-11-25", warmUp)).toEqual([true, false]);
    const done = [progress(1, { eights: 0, isCompleted: true }), progress(1)];
    expect(openOf(mastery, "2026-11-25", "2026-11-25", done)).toEqual([true, true]);
  });

  test("leaves a completed class open, whatever the pace says", () => {
    const classes = [progress(1), progress(1), progress(2, { isCompleted: true })];
    for (const pace of ["daily", "weekly", "mastery"] as const)
      expect(openOf(rule({ pace }), "2026-11-25", "2026-11-25", classes)[2]).toBe(true);
  });

  test("shows a person who hasn't joined what would open first", () => {
    expect(openOf(rule(), null, "2026-11-25", fourClasses)).toEqual([true, true, true, true]);
    expect(openOf(rule({ pace: "weekly" }), null, "2026-11-25", fourClasses)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(openOf(rule({ pace: "mastery" }), null, "2026-11-25", fourClasses)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
