/** What an achievement counts. */
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

/** A completion, as stored. */
export interface CompletionFact extends Completion {
  /** The person's local day, YYYY-MM-DD, in their time zone at that time. */
  readonly day: string;
  /** Planned days per week at that time, 1 to 7. */
  readonly daysPerWeek: number;
}

/** The counting rule of an achievement, for one person. */
export interface Rule {
  readonly triggerType: TriggerType;
  /** For `required_classes_completed`. */
  readonly requiredClassIds: readonly string[];
  /** Completions before `from`, and from `to` on, don't count. */
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The completion of `classId` raised the amount to `amount`. */
export interface Step {
  readonly amount: number;
  readonly at: Date;
  readonly classId: string;
}

/** The local day, YYYY-MM-DD, of a moment. @param timeZone IANA name */
export const dayOf = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

/** The Monday a number of weeks later; negative: earlier. */
export const weeksFrom = (week: string, weeks: number): string =>
  Temporal.PlainDate.from(week)
    .add({ days: 7 * weeks })
    .toString();

/**
 * Steps by which the amount grew, ordered by time. They depend only on the completions, not on when or in
 * what order events arrived. A recount from the whole history therefore gives the same.
 * @param breaks Mondays of planned rest weeks
 */
export function stepsOf(
  rule: Rule,
  completions: readonly CompletionFact[],
  breaks: ReadonlySet<string>,
): Step[] {
  const required = new Set(rule.requiredClassIds);
  const counted = completions
    .filter(
      ({ classId, completedAt }) =>
        (!rule.from || completedAt >= rule.from) &&
        (!rule.to || completedAt < rule.to) &&
        (rule.triggerType !== "required_classes_completed" || required.has(classId)),
    )
    .toSorted(
      (a, b) => a.completedAt.getTime() - b.completedAt.getTime() || (a.classId < b.classId ? -1 : 1),
    );
  const amountAfter = counterOf(rule.triggerType, breaks);
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

/** A counter that takes completions ordered by time. */
function counterOf(
  triggerType: TriggerType,
  breaks: ReadonlySet<string>,
): (completion: CompletionFact) => number {
  if (triggerType === "minutes_practised") {
    let ms = 0;
    return ({ playedMs }) => Math.floor((ms += playedMs) / 60_000);
  }
  if (triggerType === "days_practised") {
    const days = new Set<string>();
    return ({ day }) => days.add(day).size;
  }
  if (triggerType === "streak_weeks") {
    const weeks = new Weeks(breaks);
    return (completion) => {
      weeks.add(completion);
      return weeks.runUpTo(weekOf(completion.day));
    };
  }
  let classes = 0;
  return () => (classes += 1);
}

/** State of one week. */
interface Week {
  readonly days: Set<string>;
  /** The lowest number of planned days during the week. */
  wanted: number;
}

/** A person's weeks, and streaks of weeks that reached the planned days. */
export class Weeks {
  readonly #breaks: ReadonlySet<string>;
  readonly #weeks = new Map<string, Week>();
  /** Memo: streak length per week. */
  readonly #runs = new Map<string, number>();

  constructor(breaks: ReadonlySet<string>) {
    this.#breaks = breaks;
  }

  add({ day, daysPerWeek }: Pick<CompletionFact, "day" | "daysPerWeek">): void {
    const week = weekOf(day);
    const known = this.#weeks.get(week);
    const wasReached = this.isReached(week);
    if (known) {
      known.days.add(day);
      known.wanted = Math.min(known.wanted, daysPerWeek);
    } else this.#weeks.set(week, { days: new Set([day]), wanted: daysPerWeek });
    if (!wasReached) this.#runs.clear();
  }

  /** Days with a completion, in order. */
  daysOf(week: string): string[] {
    return [...(this.#weeks.get(week)?.days ?? [])].toSorted();
  }

  isReached(week: string): boolean {
    const found = this.#weeks.get(week);
    return found !== undefined && found.days.size >= found.wanted;
  }

  /** Length of the streak that a week ends; planned breaks neither count nor end the streak. */
  runUpTo(week: string): number {
    let length = 0;
    for (let at = week; ; at = weeksFrom(at, -1)) {
      const known = this.#runs.get(at);
      if (known !== undefined) {
        length += known;
        break;
      }
      if (this.isReached(at)) length += 1;
      else if (!this.#breaks.has(at)) break;
    }
    this.#runs.set(week, length);
    return length;
  }

  /** The longest streak so far. */
  longest(): number {
    return Math.max(0, ...[...this.#weeks.keys()].toSorted().map((week) => this.runUpTo(week)));
  }
}
