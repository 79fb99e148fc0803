import { chooseWeekdays } from "./layout.ts";
import { weekdays } from "./days.ts";
import type { Dancer, Energy, CoPractice } from "./choose.ts";
import type { PlanInputs } from "./store.ts";
import { levelsByStyle } from "./style-levels.ts";
import type { RatedLevel } from "./style-levels.ts";

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
/** Default session length and sessions per week, by stated habit. */
const habits: Readonly<Record<string, { minutes: number; perWeek: number }>> = {
  new: { minutes: 10, perWeek: 2 },
  sometimes: { minutes: 12, perWeek: 2 },
  weekly: { minutes: 20, perWeek: 3 },
  "most-days": { minutes: 25, perWeek: 5 },
};
const usualHabit = { minutes: 15, perWeek: 3 };
/** Attention span by minimum age, the oldest first. */
const attention = [
  { fromAge: 12, minutes: 25 },
  { fromAge: 8, minutes: 15 },
  { fromAge: 5, minutes: 10 },
  { fromAge: 0, minutes: 6 },
];
const goalQuestions = [
  "dance_goals_personal",
  "dance_goals_learn_and_practice",
  "dance_goals_community",
  "dance_goals_professional",
];

type PlanInputRow = Pick<PlanInputs, "answers" | "settings" | "children"> & {
  /** The oldest first. */
  readonly ratings: readonly RatedLevel[];
};

const answerOf = (facts: PlanInputRow, question: string) => facts.answers[question]?.[0] ?? null;

/**
 * Derives a dancer's attributes from survey answers; easy defaults for missing answers.
 * @param isChild a child's profile dances
 */
export function dancerOf(facts: PlanInputRow, isChild: boolean): Dancer {
  const audience = answerOf(facts, "account_type")?.slug;
  const isFamily = isChild || audience === "family";
  const dancer = { ...ofAnswers(facts), isFamily };
  const whole = isFamily ? withChildren(dancer, facts, isChild) : dancer;
  // What an adult found says nothing about the children that they dance with.
  return isFamily && !isChild ? whole : withRatings(whole, facts);
}

const withRatings = (dancer: Dancer, { ratings }: PlanInputRow): Dancer => ({
  ...dancer,
  styleLevels: levelsByStyle(dancer.levelRank, ratings),
});

/**
 * The shared session of people who dance alone and with their family: the last of the week, on a weekend day if there
 * is one.
 * Null for everyone else, and for one session per week.
 */
export function coPracticeOfAccount(facts: PlanInputRow, isChild: boolean): CoPractice | null {
  const sessions = weekdaysOf(facts).length;
  if (isChild || sessions < 2 || answerOf(facts, "account_type")?.slug !== "myself-and-family") return null;
  return { slot: sessions - 1, dancer: withChildren({ ...ofAnswers(facts), isFamily: true }, facts, false) };
}

/** Lowers attributes to the least experienced dancer and the youngest child's attention span. */
function withChildren(
  dancer: Dancer,
  { answers, settings, children }: PlanInputRow,
  isChild: boolean,
): Dancer {
  const own = isChild && (answers["levelV2"] ?? answers["level"] ?? []).length > 0;
  const ranks = children.map(({ level }) => levelRanks[level] ?? 0);
  const youngest = Math.min(...children.map(({ age }) => age));
  const attentionMinutes =
    attention.find(({ fromAge }) => youngest >= fromAge)?.minutes ?? attention[0]!.minutes;
  return {
    ...dancer,
    levelRank: own
      ? dancer.levelRank
      : Math.min(...(ranks.length > 0 ? ranks : [isChild ? 0 : dancer.levelRank])),
    minutes:
      settings?.minutes ??
      (children.length > 0 ? Math.min(dancer.minutes, attentionMinutes) : dancer.minutes),
  };
}

function ofAnswers(facts: PlanInputRow): Omit<Dancer, "isFamily"> {
  const level = answerOf(facts, "levelV2") ?? answerOf(facts, "level");
  const places = (facts.answers["dance_location"] ?? []).map(({ slug }) => slug);
  const energy = answerOf(facts, "dance_energy")?.slug;
  const habit = habits[answerOf(facts, "dance_habit")?.slug ?? ""] ?? usualHabit;
  return {
    levelRank: (level && levelRanks[level.slug]) ?? 1,
    styleLevels: {},
    goals: goalQuestions.flatMap((question) => facts.answers[question] ?? []),
    purpose: answerOf(facts, "reason"),
    energy: energy === "gentle" || energy === "high" ? energy : ("steady" satisfies Energy),
    // Of several places one is large enough, but a small room is mentioned for a reason.
    space: places.includes("small-room")
      ? 0
      : Math.max(
          ...(places.length > 0 ? places.map((place) => spaceRanks[place] ?? usualSpace) : [usualSpace]),
        ),
    isSpaceKnown: places.length > 0,
    avoidsFloor: places.includes("outdoors"),
    familyGoal: answerOf(facts, "family_goal")?.slug ?? null,
    minutes: facts.settings?.minutes ?? habit.minutes,
  };
}

/** Weekdays on which they dance, Monday 0, ascending. */
export function weekdaysOf(facts: PlanInputRow): readonly number[] {
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
