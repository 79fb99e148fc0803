import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stepsOf, triggerTypes } from "./progress.ts";
import type { Completion, Habit, Rule } from "./progress.ts";

const zones = ["UTC", "Europe/Zurich", "America/New_York", "Pacific/Kiritimati", "Asia/Kathmandu"] as const;
const completion = fc.record({
  classId: fc.uuid(),
  completedAt: fc.date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true }),
  playedMs: fc.integer({ min: 60_000, max: 3_600_000 }),
});
const completions = fc.uniqueArray(completion, { selector: ({ classId }) => classId, maxLength: 40 });
const habit: fc.Arbitrary<Habit> = fc.record({
  timeZone: fc.constantFrom(...zones),
  daysPerWeek: fc.integer({ min: 1, max: 7 }),
});
const rule = fc.record({
  triggerType: fc.constantFrom(...triggerTypes),
  from: fc.option(fc.constant(new Date("2026-03-01"))),
  to: fc.option(fc.constant(new Date("2026-09-01"))),
});
const full = (given: Omit<Rule, "requiredClassIds">, list: readonly Completion[]): Rule => ({
  ...given,
  requiredClassIds: list.slice(0, 5).map(({ classId }) => classId),
});
const at = (text: string): Completion => ({
  classId: text,
  completedAt: new Date(text),
  playedMs: 600_000,
});
const amount = (given: Partial<Rule>, list: readonly Completion[], own: Partial<Habit> = {}) =>
  stepsOf({ triggerType: "class_completed", requiredClassIds: [], from: null, to: null, ...given }, list, {
    timeZone: "UTC",
    daysPerWeek: 1,
    ...own,
  }).at(-1)?.amount ?? 0;

describe("progress", () => {
  test("is the same in whatever order the news came", () => {
    fc.assert(
      fc.property(
        completions.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        rule,
        habit,
        ([list, shuffled], given, own) => {
          expect(stepsOf(full(given, list), shuffled, own)).toEqual(stepsOf(full(given, list), list, own));
        },
      ),
    );
  });

  test("only ever grows, in time, by what lies within start and end", () => {
    fc.assert(
      fc.property(completions, rule, habit, (list, given, own) => {
        const steps = stepsOf(full(given, list), list, own);
        for (const [index, step] of steps.entries()) {
          expect(step.amount).toBeGreaterThan(steps[index - 1]?.amount ?? 0);
          expect(step.at.getTime()).toBeGreaterThanOrEqual(steps[index - 1]?.at.getTime() ?? 0);
          if (given.from) expect(step.at.getTime()).toBeGreaterThanOrEqual(given.from.getTime());
          if (given.to) expect(step.at.getTime()).toBeLessThan(given.to.getTime());
        }
        expect(steps.at(-1)?.amount ?? 0).toBeLessThanOrEqual(
          given.triggerType === "minutes_practised" ? 40 * 60 : list.length,
        );
      }),
    );
  });
});

describe("days", () => {
  test("end at the person's own midnight", () => {
    const list = [at("2026-05-01T22:30:00Z"), at("2026-05-01T23:30:00Z")];
    expect(amount({ triggerType: "days_practised" }, list)).toBe(1);
    expect(amount({ triggerType: "days_practised" }, list, { timeZone: "Europe/London" })).toBe(2);
  });

  test("are one through the hour that a clock puts back", () => {
    // On 25 October 2026 the clocks of Zurich show 02:30 twice.
    const list = [at("2026-10-25T00:30:00Z"), at("2026-10-25T01:30:00Z")];
    expect(amount({ triggerType: "days_practised" }, list, { timeZone: "Europe/Zurich" })).toBe(1);
  });
});

describe("a streak of weeks", () => {
  const week = (monday: string, days: number) =>
    Array.from({ length: days }, (_, day) =>
      at(new Date(Date.parse(`${monday}T12:00:00Z`) + day * 86_400_000).toISOString()),
    );

  test("asks for the person's own days a week, from Monday on", () => {
    const list = [...week("2026-06-01", 2), ...week("2026-06-08", 2), ...week("2026-06-15", 1)];
    expect(amount({ triggerType: "streak_weeks" }, list, { daysPerWeek: 2 })).toBe(2);
    expect(amount({ triggerType: "streak_weeks" }, list, { daysPerWeek: 1 })).toBe(3);
    expect(amount({ triggerType: "streak_weeks" }, list, { daysPerWeek: 3 })).toBe(0);
  });

  test("counts Sunday to the week before, by the person's own clock", () => {
    const list = [at("2026-06-07T23:30:00Z"), at("2026-06-08T10:00:00Z")];
    expect(amount({ triggerType: "streak_weeks" }, list)).toBe(2);
    expect(amount({ triggerType: "streak_weeks" }, list, { timeZone: "Europe/Zurich" })).toBe(1);
  });

  test("goes on over both changes of the clock", () => {
    const mondays = Array.from({ length: 40 }, (_, week) =>
      at(new Date(Date.UTC(2026, 2, 2, 21, 30) + week * 7 * 86_400_000).toISOString()),
    );
    expect(amount({ triggerType: "streak_weeks" }, mondays, { timeZone: "America/New_York" })).toBe(40);
  });

  test("begins again after a week without", () => {
    const list = [...week("2026-06-01", 1), ...week("2026-06-08", 1), ...week("2026-06-22", 1)];
    expect(amount({ triggerType: "streak_weeks" }, list)).toBe(2);
  });
});
