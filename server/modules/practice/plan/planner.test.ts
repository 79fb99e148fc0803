import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseClasses, levelIn, suits } from "./choose.ts";
import type { Candidate, Dancer, CoPractice } from "./choose.ts";
import { addDays, dayOf, daysOf, mondayOf, noonOf, weekdayOf } from "./days.ts";
import { chooseWeekdays, firstMonday, flow } from "./layout.ts";
import type { Laid } from "./layout.ts";
import { translate } from "../../../platform/i18n/messages.ts";
import { untranslated } from "../../site/index.ts";
import { sentenceOf } from "./reasons.ts";

const monday = "2026-11-23";
const weekday = fc.integer({ min: 0, max: 6 });
const energy = fc.constantFrom("gentle" as const, "steady" as const, "high" as const);
const candidate: fc.Arbitrary<Candidate> = fc.record({
  classId: fc.uuid(),
  levelRank: fc.integer({ min: 0, max: 3 }),
  type: fc.constantFrom("choreography", "foundations", "drill", "workout", "wellness", "party"),
  isForFamilies: fc.boolean(),
  styleId: fc.integer({ min: 1, max: 4 }),
  instructorId: fc.constantFrom("ana", "kofi"),
  durationMs: fc.integer({ min: 60_000, max: 3_600_000 }),
  energy,
  spaceRank: fc.integer({ min: 0, max: 2 }),
  usesFloor: fc.boolean(),
  isExplicit: fc.boolean(),
  publishedAt: fc.date({
    min: new Date("2026-01-01"),
    max: new Date("2026-11-20"),
    noInvalidDate: true,
  }),
  goals: fc.subarray(["fitness", "joy", "musicality"]),
  followed: fc.option(fc.constant({ slug: "grooves", name: "Grooves" })),
  isCompleted: fc.boolean(),
  begun: fc.constantFrom(0, 0, 0, 0.4),
  canReturn: fc.boolean(),
});
const candidates = fc.uniqueArray(candidate, { selector: ({ classId }) => classId, maxLength: 40 });
const label = (slug: string) => ({ slug, label: `To ${slug}`, subject: `goals:${slug}` });
const dancer: fc.Arbitrary<Dancer> = fc.record({
  levelRank: fc.integer({ min: 0, max: 3 }),
  styleLevels: fc.dictionary(fc.constantFrom("1", "2"), fc.integer({ min: 0, max: 3 }), {
    noNullPrototype: true,
  }),
  goals: fc.subarray(["fitness", "joy", "musicality", "audition"]).map((slugs) => slugs.map(label)),
  purpose: fc.option(fc.constantFrom("learn", "unwind").map(label)),
  energy,
  space: fc.integer({ min: 0, max: 2 }),
  isSpaceKnown: fc.boolean(),
  avoidsFloor: fc.boolean(),
  isFamily: fc.boolean(),
  familyGoal: fc.option(fc.constantFrom("calm", "together")),
  minutes: fc.integer({ min: 5, max: 60 }),
});

describe("weekdays of a plan", () => {
  test("are chosen days alone, as many as wanted, for any order of input", () => {
    fc.assert(
      fc.property(fc.uniqueArray(weekday), fc.integer({ min: 1, max: 7 }), (chosen, perWeek) => {
        const days = chooseWeekdays(chosen, perWeek);
        expect(days).toEqual([...days].toSorted((a, b) => a - b));
        expect(new Set(days).size).toBe(days.length);
        if (chosen.length > 0) {
          expect(days.every((day) => chosen.includes(day))).toBe(true);
          expect(days).toHaveLength(Math.min(perWeek, chosen.length));
        } else expect(days).toHaveLength(perWeek);
        expect(chooseWeekdays(chosen.toReversed(), perWeek)).toEqual(days);
      }),
    );
  });

  test("are spaced apart if more are chosen than wanted", () => {
    expect(chooseWeekdays([0, 1, 2, 3, 4], 3)).toEqual([0, 2, 4]);
    expect(chooseWeekdays([0, 1, 4], 2)).not.toEqual([0, 1]);
  });

  test("follow the calendar at the end of any year", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (after) => {
        const day = addDays("2000-01-01", after);
        const first = mondayOf(day);
        expect(weekdayOf(first)).toBe(0);
        expect(daysOf(first)).toContain(day);
        for (const zone of ["UTC", "Europe/Zurich", "America/Los_Angeles", "Asia/Tokyo"])
          expect(dayOf(noonOf(day), zone)).toBe(day);
      }),
    );
  });

  test("start with a week whose days are all still ahead", () => {
    fc.assert(
      fc.property(weekday, fc.uniqueArray(weekday, { minLength: 1 }), (arrivedOn, chosen) => {
        const arrival = addDays(monday, arrivedOn);
        const first = firstMonday(arrival, chosen);
        expect(chosen.every((place) => addDays(first, place) >= arrival)).toBe(true);
        expect([monday, addDays(monday, 7)]).toContain(first);
      }),
    );
  });
});

describe("classes of a week", () => {
  const plan = (
    list: readonly Candidate[],
    who: Dancer,
    places: readonly number[],
    together: CoPractice | null = null,
  ) =>
    chooseClasses(list, who, {
      monday,
      seed: "demo",
      days: places.map((place) => addDays(monday, place)),
      together,
    });
  const places = fc.uniqueArray(weekday, { minLength: 1 }).map((days) => days.toSorted((a, b) => a - b));

  test("are one per day, or none at all; alike only for lack of others", () => {
    fc.assert(
      fc.property(candidates, dancer, places, (list, who, days) => {
        const able = list.filter((one) => suits(one, who));
        const chosen = plan(list, who, days);
        expect(chosen).toHaveLength(able.length === 0 ? 0 : days.length);
        expect(new Set(chosen.map(({ classId }) => classId)).size).toBe(Math.min(able.length, days.length));
      }),
    );
  });

  test("fit space, floor and level, always", () => {
    fc.assert(
      fc.property(candidates, dancer, places, (list, who, days) => {
        for (const { classId } of plan(list, who, days)) {
          const found = list.find((one) => one.classId === classId)!;
          expect(found.spaceRank).toBeLessThanOrEqual(who.space);
          if (who.avoidsFloor) expect(found.usesFloor).toBe(false);
          expect(found.levelRank).toBeLessThanOrEqual(levelIn(who, found.styleId) + 1);
        }
      }),
    );
  });

  test("exclude explicit ones for a family, and fit its least experienced dancer in the shared session", () => {
    fc.assert(
      fc.property(candidates, dancer, dancer, places, (list, who, all, days) => {
        const shared = { ...all, isFamily: true };
        const together = { slot: days.length - 1, dancer: shared };
        const chosen = plan(list, { ...who, isFamily: false }, days, together);
        const last = list.find(({ classId }) => classId === chosen.at(-1)?.classId);
        if (last && list.some((one) => suits(one, shared))) expect(suits(last, shared)).toBe(true);
        for (const { classId } of plan(list, shared, days))
          expect(list.find((one) => one.classId === classId)?.isExplicit).toBe(false);
      }),
    );
  });

  test("each have a reason of one line", () => {
    fc.assert(
      fc.property(candidates, dancer, places, (list, who, days) => {
        for (const { reason } of plan(list, who, days)) {
          const sentence = translate(sentenceOf(untranslated, reason), "en");
          expect(sentence).toMatch(/^\S.{4,80}\.$/);
          expect(sentence).not.toMatch(/undefined|null/);
        }
      }),
    );
  });

  test("are the same for the same input in any order", () => {
    fc.assert(
      fc.property(candidates, dancer, places, (list, who, days) => {
        expect(plan(list.toReversed(), who, days)).toEqual(plan(list, who, days));
      }),
    );
  });

  const one = (classId: string, change: Partial<Candidate>): Candidate => ({
    classId,
    levelRank: 1,
    type: "drill",
    isForFamilies: false,
    styleId: 1,
    instructorId: "ana",
    durationMs: 900_000,
    energy: "steady",
    spaceRank: 0,
    usesFloor: false,
    isExplicit: false,
    publishedAt: new Date("2026-01-01"),
    goals: [],
    followed: null,
    isCompleted: false,
    begun: 0,
    canReturn: false,
    ...change,
  });
  const who: Dancer = {
    levelRank: 1,
    styleLevels: {},
    goals: [{ slug: "fitness", label: "Get fitter", subject: "goals:fitness" }],
    purpose: null,
    energy: "steady",
    space: 1,
    isSpaceKnown: true,
    avoidsFloor: false,
    isFamily: false,
    familyGoal: null,
    minutes: 15,
  };

  test("prefer an easier or harder level of a style where ratings ask for it", () => {
    const list = [
      one("house", { styleId: 2 }),
      one("easy hip-hop", { levelRank: 0 }),
      one("hip-hop", {}),
      one("hard hip-hop", { levelRank: 2 }),
    ];
    const first = (styleLevels: Dancer["styleLevels"]) => plan(list, { ...who, styleLevels }, [2])[0];
    expect(first({ 1: 0 })).toEqual({
      classId: "easy hip-hop",
      reason: { kind: "easier", detail: "absolute-beginner" },
    });
    expect(first({ 1: 2 })).toEqual({
      classId: "hard hip-hop",
      reason: { kind: "harder", detail: "intermediate" },
    });
  });

  test("bring a loved class back in some weeks, and never two in one", () => {
    const list = [
      ...["a", "b", "c", "d", "e"].map((id) => one(id, {})),
      ...["f", "g", "h"].map((id) => one(id, { isCompleted: true, canReturn: true })),
      one("completed", { isCompleted: true }),
    ];
    const weeks = Array.from({ length: 60 }, (_unused, week) =>
      chooseClasses(list, who, {
        monday: addDays(monday, 7 * week),
        seed: "demo",
        days: [0, 2, 4].map((place) => addDays(monday, 7 * week + place)),
        together: null,
      }),
    );
    const loved = weeks.map((week) => week.filter(({ reason }) => reason.kind === "loved").length);
    expect(Math.max(...loved)).toBe(1);
    const withOne = loved.filter((count) => count === 1).length;
    expect(withOne).toBeGreaterThan(15);
    expect(withOne).toBeLessThan(55);
    const ids = weeks.flat().map(({ classId }) => classId);
    expect(ids).not.toContain("completed");
  });

  test("match the person's level if possible, and prefer their goals", () => {
    const list = [
      one("hard", { levelRank: 2, type: "workout" }),
      one("goal", { type: "workout" }),
      one("plain", {}),
    ];
    const [first] = plan(list, who, [2]);
    expect(first).toEqual({
      classId: "goal",
      reason: { kind: "goal", detail: "Get fitter", named: { kind: "option", subject: "goals:fitness" } },
    });
  });
});

describe("rescheduling of a week", () => {
  const laid = (slot: number, place: number): Laid => ({
    slot,
    day: addDays(monday, place),
    classId: `class-${slot}`,
    isMoved: false,
  });
  const at = (place: number) => addDays(monday, place);
  const life = (today: number, danced: { classId: string; day: string }[] = [], off: string[] = []) => ({
    monday,
    today: at(today),
    danced,
    isFree: (day: string) => !off.includes(day),
  });
  const sessions = [laid(0, 0), laid(1, 2), laid(2, 4)];
  const days = (planState: ReturnType<typeof flow>) =>
    planState.map(({ session, day, done }) => `${session.slot}:${weekdayOf(day)}${done ? " done" : ""}`);

  test("moves a missed session to the next free day, and keeps the others", () => {
    expect(days(flow(sessions, life(0)))).toEqual(["0:0", "1:2", "2:4"]);
    expect(days(flow(sessions, life(1)))).toEqual(["0:1", "1:2", "2:4"]);
    expect(flow(sessions, life(1))[0]?.movedFrom).toBe(at(0));
    expect(days(flow(sessions, life(3)))).toEqual(["0:3", "2:4", "1:5"]);
  });

  test("marks a danced session done on its day, and replaces a missed one by an unplanned class", () => {
    expect(days(flow(sessions, life(1, [{ classId: "class-0", day: at(0) }])))).toEqual([
      "0:0 done",
      "1:2",
      "2:4",
    ]);
    const stoodIn = flow(sessions, life(1, [{ classId: "another", day: at(1) }]));
    expect(days(stoodIn)).toEqual(["0:1 done", "1:2", "2:4"]);
    expect(stoodIn[0]?.classId).toBe("another");
    expect(days(flow(sessions, life(1, [{ classId: "class-2", day: at(1) }])))).toEqual(
      ["2:1 done", "0:3", "1:2"].toSorted((a, b) => a.slice(2).localeCompare(b.slice(2))),
    );
  });

  test("puts nothing on days off", () => {
    expect(days(flow(sessions, life(1, [], [at(1)])))).toEqual(["1:2", "0:3", "2:4"]);
  });

  test("loses no session, doubles none in a free week, and keeps single sessions on future days", () => {
    const some = fc
      .uniqueArray(weekday, { minLength: 1 })
      .map((list) => list.map((place, slot) => laid(slot, place)));
    const dances = fc.array(
      fc.record({ classId: fc.constantFrom("class-0", "class-1", "other"), day: weekday.map(at) }),
      {
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(some, weekday, dances, fc.uniqueArray(weekday.map(at)), (list, today, danced, off) => {
        const distinct = danced.filter(
          (one, place) => danced.findIndex(({ classId }) => classId === one.classId) === place,
        );
        const planState = flow(list, life(today, distinct, off));
        expect(planState.map(({ session }) => session.slot).toSorted()).toEqual(
          list.map(({ slot }) => slot).toSorted(),
        );
        const ahead = planState.filter(({ done, day }) => !done && day >= at(today));
        expect(new Set(ahead.map(({ day }) => day)).size).toBe(ahead.length);
        for (const { movedFrom, day } of planState.filter((one) => one.movedFrom)) {
          expect(movedFrom! < at(today) && day >= at(today)).toBe(true);
          expect(off).not.toContain(day);
        }
        for (const { session, day, done } of planState)
          if (!done && session.day >= at(today)) expect(day).toBe(session.day);
      }),
    );
  });
});
