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

/** A completion as it is kept. */
export interface CompletionFact extends Completion {
  /** The person's day, YYYY-MM-DD, by the clock that they had then. */
  readonly day: string;
  /** On how many days a week they meant to dance then, 1 to 7. */
  readonly daysPerWeek: number;
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

/** The amount went up to `amount` by the completion of `classId`. */
export interface Step {
  readonly amount: number;
  readonly at: Date;
  readonly classId: string;
}

/** The day, YYYY-MM-DD, that a moment is in. @param timeZone IANA name */
export const dayOf = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The Monday of a day's week: weeks begin on Monday. */
export function weekOf(day: string): string {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

/** The Monday some weeks on, or back. */
export const weeksFrom = (week: string, weeks: number): string =>
  Temporal.PlainDate.from(week)
    .add({ days: 7 * weeks })
    .toString();

/**
 * How the amount grew, step by step, in the order of time. It depends on what was completed alone, not on when or in what order the news of it
 * arrived, so that working it out again from the whole history gives the same.
 * @param breaks Mondays of the weeks that the person planned to rest
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

/** Counts completions in the order of time. */
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

/** What one week has. */
interface Week {
  readonly days: Set<string>;
  /** The fewest days that the person meant to dance on at any time in it. */
  wanted: number;
}

/** A person's weeks, and the runs of those on which they danced as often as they meant to. */
export class Weeks {
  readonly #breaks: ReadonlySet<string>;
  readonly #weeks = new Map<string, Week>();
  /** Which weeks are known to end how long a run. */
  readonly #runs = new Map<string, number>();

  constructor(breaks: ReadonlySet<string>) {
    this.#breaks = breaks;
  }

  add({ day, daysPerWeek }: Pick<CompletionFact, "day" | "daysPerWeek">): void {
    const week = weekOf(day);
    const known = this.#weeks.get(week);
    const wasKept = this.isKept(week);
    if (known) {
      known.days.add(day);
      known.wanted = Math.min(known.wanted, daysPerWeek);
    } else this.#weeks.set(week, { days: new Set([day]), wanted: daysPerWeek });
    if (!wasKept) this.#runs.clear();
  }

  /** The days danced on, in order. */
  daysOf(week: string): string[] {
    return [...(this.#weeks.get(week)?.days ?? [])].toSorted();
  }

  isKept(week: string): boolean {
    const found = this.#weeks.get(week);
    return found !== undefined && found.days.size >= found.wanted;
  }

  /** How many kept weeks in a row a week ends; planned breaks among them neither count nor end the row. */
  runUpTo(week: string): number {
    let length = 0;
    for (let at = week; ; at = weeksFrom(at, -1)) {
      const known = this.#runs.get(at);
      if (known !== undefined) {
        length += known;
        break;
      }
      if (this.isKept(at)) length += 1;
      else if (!this.#breaks.has(at)) break;
    }
    this.#runs.set(week, length);
    return length;
  }

  /** The longest row so far. */
  longest(): number {
    return Math.max(0, ...[...this.#weeks.keys()].toSorted().map((week) => this.runUpTo(week)));
  }
}
