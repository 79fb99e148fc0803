/** When the classes of a course open. Days are YYYY-MM-DD in the person's time zone, and compare as text. */

/**
 * How classes open: all at the start, one a day, a week of the course each week, or each once enough of the class before it is
 * known.
 */
export const paces = ["open", "daily", "weekly", "mastery"] as const;
export type Pace = (typeof paces)[number];

/** The rule of a course. */
export interface OpeningRule {
  readonly pace: Pace;
  /** Percent of a class's eights that must be known before the next class opens. */
  readonly knownPercent: number;
  /** Whether a class opens in its week at the latest, at the pace of mastery. */
  readonly opensByWeek: boolean;
}

/** A person's progress with a class of a course. */
export interface ClassProgress {
  /** From 1. */
  readonly week: number;
  readonly isCompleted: boolean;
  readonly eights: number;
  readonly knownEights: number;
}

/** Whether a class is open, and what opens it otherwise. */
export interface Opening {
  readonly isOpen: boolean;
  /** The day on which it opens at the latest; null if no day opens it. */
  readonly opensOn: string | null;
  /** The place of the class, from 1, that must be known first; null if none. */
  readonly opensAfter: number | null;
}

const open: Opening = { isOpen: true, opensOn: null, opensAfter: null };

/** The day a number of days later. */
const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** Days after the start of a course on which a class opens at the latest; mastery may open it on any day. */
function daysToOpening({ pace }: Pick<OpeningRule, "pace">, at: { index: number; week: number }): number {
  if (pace === "daily") return at.index;
  return pace === "weekly" ? 7 * (at.week - 1) : 0;
}

/** The first day on which a class of a course may be open that starts on a day. @param at.index from 0 */
export const opensOnOf = (
  rule: Pick<OpeningRule, "pace">,
  startsOn: string,
  at: { readonly index: number; readonly week: number },
): string => addDays(startsOn, daysToOpening(rule, at));

/** Whether enough of a class is known; a class without eights is known once it is completed. */
const isKnown = (
  { knownPercent }: Pick<OpeningRule, "knownPercent">,
  { eights, knownEights, isCompleted }: ClassProgress,
): boolean => (eights === 0 ? isCompleted : knownEights * 100 >= eights * knownPercent);

/**
 * The opening of each class, in the course's order. A completed class stays open.
 * @param start the day on which the course starts for the person; null if it would start on joining: they see which classes would
 *   open first
 */
export function openingsOf(
  rule: OpeningRule,
  start: string | null,
  today: string,
  classes: readonly ClassProgress[],
): Opening[] {
  const from = (days: number): Opening => {
    if (start === null) return { isOpen: days === 0, opensOn: null, opensAfter: null };
    const opensOn = addDays(start, days);
    return opensOn <= today ? open : { isOpen: false, opensOn, opensAfter: null };
  };
  return classes.map((one, index) => {
    if (one.isCompleted) return open;
    switch (rule.pace) {
      case "open":
      case "daily":
      case "weekly":
        return from(daysToOpening(rule, { index, week: one.week }));
      case "mastery": {
        const before = classes[index - 1];
        if (!before) return from(0);
        const hasStarted = start !== null && start <= today;
        if (hasStarted && isKnown(rule, before)) return open;
        const byWeek = start !== null && rule.opensByWeek ? from(7 * (one.week - 1)) : null;
        // A later class of the first week waits for the class before it: its week has always begun.
        if (byWeek?.isOpen && one.week > 1) return open;
        return { isOpen: false, opensOn: one.week > 1 ? (byWeek?.opensOn ?? null) : null, opensAfter: index };
      }
    }
  });
}
