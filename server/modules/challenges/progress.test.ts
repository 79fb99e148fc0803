import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayOf, stepsOf, triggerTypes, Weeks, weekOf, weeksFrom } from "./progress.ts";
import type { CompletionFact, Rule } from "./progress.ts";

const zones = ["UTC", "Europe/Zurich", "America/New_York", "Pacific/Kiritimati", "Asia/Kathmandu"] as const;
/** Completions of a person who may move between time zones and change their plan. */
const completion = fc
  .record({
    classId: fc.uuid(),
    completedAt: fc.date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true }),
    playedMs: fc.integer({ min: 60_000, max: 3_600_000 }),
    timeZone: fc.constantFrom(...zones),
    daysPerWeek: fc.integer({ min: 1, max: 7 }),
  })
  .map(({ timeZone, ...made }): CompletionFact => ({ ...made, day: dayOf(made.completedAt, timeZone) }));
const completions = fc.uniqueArray(completion, { selector: ({ classId }) => classId, maxLength: 40 });
const breaks = fc
  .array(fc.integer({ min: 0, max: 52 }), { maxLength: 8 })
  .map((weeks) => new Set(weeks.map((week) => weeksFrom("2025-12-29", week))));
const rule = fc.record({
  triggerType: fc.constantFrom(...triggerTypes),
  from: fc.option(fc.constant(new Date("2026-03-01"))),
  to: fc.option(fc.constant(new Date("2026-09-01"))),
});
const full = (given: Omit<Rule, "requiredClassIds">, list: readonly CompletionFact[]): Rule => ({
  ...given,
  requiredClassIds: list.slice(0, 5).map(({ classId }) => classId),
});
/** Amount after completions at these moments, for a person with one time zone and one plan. */
const amount = (
  given: Partial<Rule>,
  moments: readonly string[],
  own: { timeZone?: string; daysPerWeek?: number; breaks?: readonly string[] } = {},
) =>
  stepsOf(
    { triggerType: "class_completed", requiredClassIds: [], from: null, to: null, ...given },
    moments.map((text) => ({
      classId: text,
      completedAt: new Date(text),
      playedMs: 600_000,
      day: dayOf(new Date(text), own.timeZone ?? "UTC"),
      daysPerWeek: own.daysPerWeek ?? 1,
    })),
    new Set(own.breaks),
  ).at(-1)?.amount ?? 0;

describe("progress", () => {
  test("is the same for any order of events", () => {
    fc.assert(
      fc.property(
        completions.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        rule,
        breaks,
        ([list, shuffled], given, own) => {
          expect(stepsOf(full(given, list), shuffled, own)).toEqual(stepsOf(full(given, list), list, own));
        },
      ),
    );
  });

  test("only grows, ordered by time, from completions between start and end", () => {
    fc.assert(
      fc.property(completions, rule, breaks, (list, given, own) => {
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
  test("end at the person's local midnight", () => {
    const list = ["2026-05-01T22:30:00Z", "2026-05-01T23:30:00Z"];
    expect(amount({ triggerType: "days_practised" }, list)).toBe(1);
    expect(amount({ triggerType: "days_practised" }, list, { timeZone: "Europe/London" })).toBe(2);
  });

  test("stay one day through the hour that a clock change repeats", () => {
    // On October 25, 2026 clocks in Zurich show 02:30 twice.
    const list = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"];
    expect(amount({ triggerType: "days_practised" }, list, { timeZone: "Europe/Zurich" })).toBe(1);
  });
});

describe("weekly streak", () => {
  const week = (monday: string, days: number) =>
    Array.from({ length: days }, (_, day) =>
      new Date(Date.parse(`${monday}T12:00:00Z`) + day * 86_400_000).toISOString(),
    );

  test("requires the person's own number of days per week, from Monday on", () => {
    const list = [...week("2026-06-01", 2), ...week("2026-06-08", 2), ...week("2026-06-15", 1)];
    expect(amount({ triggerType: "streak_weeks" }, list, { daysPerWeek: 2 })).toBe(2);
    expect(amount({ triggerType: "streak_weeks" }, list, { daysPerWeek: 1 })).toBe(3);
    expect(amount({ triggerType: "streak_weeks" }, list, { daysPerWeek: 3 })).toBe(0);
  });

  test("counts Sunday to the week before, in the person's time zone", () => {
    const list = ["2026-06-07T23:30:00Z", "2026-06-08T10:00:00Z"];
    expect(amount({ triggerType: "streak_weeks" }, list)).toBe(2);
    expect(amount({ triggerType: "streak_weeks" }, list, { timeZone: "Europe/Zurich" })).toBe(1);
  });

  test("continues over both clock changes", () => {
    const mondays = Array.from({ length: 40 }, (_, week) =>
      new Date(Date.UTC(2026, 2, 2, 21, 30) + week * 7 * 86_400_000).toISOString(),
    );
    expect(amount({ triggerType: "streak_weeks" }, mondays, { timeZone: "America/New_York" })).toBe(40);
  });

  test("restarts after a missed week", () => {
    const list = [...week("2026-06-01", 1), ...week("2026-06-08", 1), ...week("2026-06-22", 1)];
    expect(amount({ triggerType: "streak_weeks" }, list)).toBe(2);
  });

  test("isn’t ended by a planned break, which doesn’t count either", () => {
    const list = [...week("2026-06-01", 1), ...week("2026-06-08", 1), ...week("2026-06-22", 1)];
    expect(amount({ triggerType: "streak_weeks" }, list, { breaks: ["2026-06-15"] })).toBe(3);
    expect(amount({ triggerType: "streak_weeks" }, list, { breaks: ["2026-06-08"] })).toBe(2);
    expect(amount({ triggerType: "streak_weeks" }, list.slice(0, 2), { breaks: ["2026-06-15"] })).toBe(2);
  });

  test("measures each week by its lowest planned number of days", () => {
    const days = (monday: string, wanted: readonly number[]): CompletionFact[] =>
      week(monday, wanted.length).map((text, place) => ({
        classId: text,
        completedAt: new Date(text),
        playedMs: 1,
        day: text.slice(0, 10),
        daysPerWeek: wanted[place]!,
      }));
    const weeks = new Weeks(new Set());
    // Two of two, then a plan of five that is reduced to two within the week.
    for (const fact of [...days("2026-06-01", [2, 2]), ...days("2026-06-08", [5, 2])]) weeks.add(fact);
    expect(weeks.runUpTo("2026-06-08")).toBe(2);
    // A higher plan from then on changes no earlier week.
    for (const fact of days("2026-06-15", [5, 5])) weeks.add(fact);
    expect(weeks.runUpTo("2026-06-15")).toBe(0);
    expect(weeks.longest()).toBe(2);
  });

  test("never grows by removing a day or break, and never exceeds its weeks", () => {
    fc.assert(
      fc.property(completions, breaks, (list, own) => {
        const streakLength = (facts: readonly CompletionFact[], rests: ReadonlySet<string>) => {
          const weeks = new Weeks(rests);
          for (const fact of facts) weeks.add(fact);
          return weeks.longest();
        };
        const all = streakLength(list, own);
        expect(all).toBeLessThanOrEqual(new Set(list.map(({ day }) => weekOf(day))).size);
        expect(streakLength(list, new Set())).toBeLessThanOrEqual(all);
      }),
    );
  });

  test("depends only on local days, not on the time zone", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 60 }),
        fc.array(fc.constantFrom(...zones), { minLength: 60, maxLength: 60 }),
        (days, where) => {
          const run = (zoneOf: (place: number) => string) => {
            const weeks = new Weeks(new Set());
            days.forEach((day, place) => {
              const wanted = Temporal.PlainDate.from("2026-02-02").add({ days: day });
              // 23:30 local time.
              const moment = wanted.toZonedDateTime({
                timeZone: zoneOf(place),
                plainTime: Temporal.PlainTime.from("23:30"),
              });
              weeks.add({ day: dayOf(new Date(moment.epochMilliseconds), zoneOf(place)), daysPerWeek: 1 });
            });
            return weeks.longest();
          };
          expect(run((place) => where[place]!)).toBe(run(() => "UTC"));
        },
      ),
    );
  });
});
