export const triggerTypes = [
  "class_completed",
  "required_classes_completed",
  "minutes_practised",
  "days_practised",
  "streak_weeks",
] as const;
export type TriggerType = (typeof triggerTypes)[number];

/** A class that a person completed; once per class. */
export interface Completion {
  readonly classId: string;
  readonly completedAt: Date;
  readonly playedMs: number;
}

/** What an achievement counts, for one person. */
export interface Rule {
  readonly triggerType: TriggerType;
  /** For `required_classes_completed`. */
  readonly requiredClassIds: readonly string[];
  /** Completions before it, and from `to` on, don't count. */
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The person's own clock and habit. */
export interface Habit {
  /** IANA name. */
  readonly timeZone: string;
  /** Days a week that keep a streak, 1 to 7. */
  readonly daysPerWeek: number;
}

/** The amount went up to `amount` by the completion of `classId`. */
export interface Step {
  readonly amount: number;
  readonly at: Date;
  readonly classId: string;
}

const dayOf = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
/** The Monday of a day's week: weeks begin on Monday. */
const weekOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });

/**
 * How the amount grew, step by step, in the order of time. It depends on what was completed alone, not on when or in what order the news of it
 * arrived, so that working it out again from the whole history gives the same.
 */
export function stepsOf(rule: Rule, completions: readonly Completion[], habit: Habit): Step[] {
  const counted = completions
    .filter(
      ({ classId, completedAt }) =>
        (!rule.from || completedAt >= rule.from) &&
        (!rule.to || completedAt < rule.to) &&
        (rule.triggerType !== "required_classes_completed" || rule.requiredClassIds.includes(classId)),
    )
    .toSorted(
      (a, b) => a.completedAt.getTime() - b.completedAt.getTime() || (a.classId < b.classId ? -1 : 1),
    );
  const amountAfter = counterOf(rule.triggerType, habit);
  const steps: Step[] = [];
  let amount = 0;
  for (const completion of counted) {
    const next = amountAfter(completion);
    if (next <= amount) continue;
    amount = next;
    steps.push({ amount, at: completion.completedAt, classId: completion.classId });
  }
  return steps;
}

/** Counts completions in the order of time. */
function counterOf(triggerType: TriggerType, habit: Habit): (completion: Completion) => number {
  if (triggerType === "minutes_practised") {
    let ms = 0;
    return ({ playedMs }) => Math.floor((ms += playedMs) / 60_000);
  }
  if (triggerType === "days_practised") {
    const days = new Set<string>();
    return ({ completedAt }) => days.add(dayOf(completedAt, habit.timeZone).toString()).size;
  }
  if (triggerType === "streak_weeks") return streakCounter(habit);
  let classes = 0;
  return () => (classes += 1);
}

/** The length of the run of weeks that the completion's week ends: those on whose days enough was danced. */
function streakCounter({ timeZone, daysPerWeek }: Habit): (completion: Completion) => number {
  const days = new Map<string, Set<string>>();
  return ({ completedAt }) => {
    const day = dayOf(completedAt, timeZone);
    const week = weekOf(day);
    const danced = days.get(week.toString()) ?? new Set();
    days.set(week.toString(), danced.add(day.toString()));
    let length = 0;
    for (let at = week; (days.get(at.toString())?.size ?? 0) >= daysPerWeek; at = at.subtract({ days: 7 }))
      length += 1;
    return length;
  };
}
