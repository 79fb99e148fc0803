import { chooseWeekdays } from "./layout.ts";
import { weekdays } from "./days.ts";
import type { Dancer, Energy } from "./choose.ts";
import type { PlanFacts } from "./store.ts";

const levelRanks: Readonly<Record<string, number>> = {
  "absolute-beginner": 0,
  beginner: 1,
  intermediate: 2,
  advanced: 3,
};
const spaceRanks: Readonly<Record<string, number>> = {
  "small-room": 0,
  "living-room": 1,
  outdoors: 2,
  studio: 2,
};
const usualSpace = 1;
/** What somebody who dances so often has time for, and on how many days, until they say. */
const habits: Readonly<Record<string, { minutes: number; perWeek: number }>> = {
  new: { minutes: 10, perWeek: 2 },
  sometimes: { minutes: 12, perWeek: 2 },
  weekly: { minutes: 20, perWeek: 3 },
  "most-days": { minutes: 25, perWeek: 5 },
};
const usualHabit = { minutes: 15, perWeek: 3 };
const goalQuestions = [
  "dance_goals_personal",
  "dance_goals_learn_and_practice",
  "dance_goals_community",
  "dance_goals_professional",
];

type Facts = Pick<PlanFacts, "answers" | "settings">;

const answerOf = (facts: Facts, question: string) => facts.answers[question]?.[0] ?? null;

/** What the answers say of how a person wants to dance. Somebody who didn't answer gets what is easy. @param isChild a child's profile dances */
export function dancerOf(facts: Facts, isChild: boolean): Dancer {
  const level = answerOf(facts, "levelV2") ?? answerOf(facts, "level");
  const audience = answerOf(facts, "account_type")?.slug;
  const isFamily = isChild || audience === "family";
  const places = (facts.answers["dance_location"] ?? []).map(({ slug }) => slug);
  const energy = answerOf(facts, "dance_energy")?.slug;
  const habit = habits[answerOf(facts, "dance_habit")?.slug ?? ""] ?? usualHabit;
  return {
    levelRank: (level && levelRanks[level.slug]) ?? (isChild ? 0 : 1),
    goals: goalQuestions.flatMap((question) => facts.answers[question] ?? []),
    purpose: answerOf(facts, "reason"),
    energy: energy === "gentle" || energy === "high" ? energy : ("steady" satisfies Energy),
    // Who dances in several places has at least one that is large enough, but a small room is named for a reason.
    space: places.includes("small-room")
      ? 0
      : Math.max(
          ...(places.length > 0 ? places.map((place) => spaceRanks[place] ?? usualSpace) : [usualSpace]),
        ),
    isSpaceKnown: places.length > 0,
    avoidsFloor: places.includes("outdoors"),
    isFamily,
    familyGoal: answerOf(facts, "family_goal")?.slug ?? null,
    minutes: facts.settings?.minutes ?? habit.minutes,
  };
}

/** On which days of a week they dance, Monday 0, ascending. */
export function weekdaysOf(facts: Facts): readonly number[] {
  const chosen = (facts.answers["days_of_week"] ?? []).map(({ slug }) =>
    (weekdays as readonly string[]).indexOf(slug),
  );
  const said = Number(answerOf(facts, "num_of_days")?.slug);
  const habit = habits[answerOf(facts, "dance_habit")?.slug ?? ""] ?? usualHabit;
  const perWeek = said >= 1 && said <= 7 ? said : chosen.length > 0 ? chosen.length : habit.perWeek;
  return chooseWeekdays(
    chosen.filter((place) => place >= 0),
    perWeek,
  );
}
