import { addDays, daysOf, weekdayOf } from "./days.ts";
import type { Day } from "./days.ts";

/** Days that are well apart, for those who said how often and not when. Places in the week, Monday 0. */
const spread: readonly (readonly number[])[] = [
  [],
  [2],
  [1, 4],
  [0, 2, 4],
  [0, 1, 3, 5],
  [0, 1, 3, 4, 5],
  [0, 1, 2, 3, 4, 5],
  [0, 1, 2, 3, 4, 5, 6],
];

/**
 * On which days of a week somebody dances, Monday 0, ascending. Never on a day that they didn't choose, where they chose any; of more
 * than they want, those that are best apart.
 * @param perWeek 1 to 7
 */
export function chooseWeekdays(chosen: readonly number[], perWeek: number): readonly number[] {
  const days = [...new Set(chosen)].toSorted((a, b) => a - b);
  if (days.length === 0) return spread[perWeek] ?? [];
  if (days.length <= perWeek) return days;
  let best: readonly number[] = [];
  let bestRest = -1;
  for (const picked of subsets(days, perWeek)) {
    const rest = restBetween(picked);
    if (rest > bestRest) [best, bestRest] = [picked, rest];
  }
  return best;
}

function subsets(days: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return days.flatMap((day, place) => subsets(days.slice(place + 1), size - 1).map((rest) => [day, ...rest]));
}

/** How evenly days lie in a week that goes round: the harmonic mean of the gaps prefers equal ones. */
function restBetween(days: readonly number[]): number {
  const gaps = days.map((day, place) => ((days[(place + 1) % days.length]! - day + 6) % 7) + 1);
  return -gaps.reduce((sum, gap) => sum + 1 / gap, 0) + 100;
}

/** A session of the week as it was laid, with what the person changed. */
export interface Laid {
  /** Which of the week's sessions, from 0. */
  readonly slot: number;
  readonly day: Day;
  readonly classId: string;
  /** The person put it on this day themselves. */
  readonly isMoved: boolean;
}

/** A session as it stands today. */
export interface Standing<Session extends Laid = Laid> {
  readonly session: Session;
  readonly day: Day;
  /** The class that was danced, which may be another than was planned. */
  readonly classId: string;
  readonly done: boolean;
  /** The day that it was on before life came between; null where it stayed. */
  readonly movedFrom: Day | null;
}

/**
 * How a week's sessions stand today. What was danced is done, on the day when it was danced; another class that was danced stands in for
 * the session that it was danced instead of. What was missed goes on to the next free day of the week, and where there is none it stays
 * where it was: sessions ahead keep their days.
 * @param danced in the order in which it was danced
 * @param isFree whether a day may take a session at all
 */
export function flow<Session extends Laid>(
  sessions: readonly Session[],
  life: {
    readonly monday: Day;
    readonly today: Day;
    readonly danced: readonly { readonly classId: string; readonly day: Day }[];
    readonly isFree: (day: Day) => boolean;
  },
): Standing<Session>[] {
  const week = daysOf(life.monday);
  const open = new Map(sessions.map((session) => [session.slot, session]));
  const standing: Standing<Session>[] = [];
  const settle = (session: Session, one: Omit<Standing<Session>, "session">): void => {
    open.delete(session.slot);
    standing.push({ session, ...one });
  };
  const danced = life.danced.filter(({ day }) => week.includes(day));
  const others = danced.filter(({ classId, day }) => {
    const planned = [...open.values()].find((session) => session.classId === classId);
    if (planned) settle(planned, { day, classId, done: true, movedFrom: null });
    return !planned;
  });
  for (const { classId, day } of others) {
    const [missed] = [...open.values()].filter((session) => session.day <= day).toSorted(byDay);
    if (missed) settle(missed, { day, classId, done: true, movedFrom: null });
  }
  const ahead = [...open.values()].toSorted(byDay);
  const taken = new Set([
    ...standing.map(({ day }) => day),
    ...ahead.filter(({ day }) => day >= life.today).map(({ day }) => day),
  ]);
  for (const session of ahead) {
    const { day, classId } = session;
    const free =
      day < life.today
        ? week.find((one) => one >= life.today && !taken.has(one) && life.isFree(one))
        : undefined;
    if (free) taken.add(free);
    settle(session, { day: free ?? day, classId, done: false, movedFrom: free ? day : null });
  }
  return standing.toSorted((a, b) => a.day.localeCompare(b.day) || a.session.slot - b.session.slot);
}

function byDay(a: Laid, b: Laid): number {
  return a.day.localeCompare(b.day) || a.slot - b.slot;
}

/**
 * The Monday of a person's first whole week: this one if all their days are still ahead on the day they came, else the next.
 * @param weekdaysChosen places in the week, Monday 0
 */
export function firstMonday(arrival: Day, weekdaysChosen: readonly number[]): Day {
  const monday = addDays(arrival, -weekdayOf(arrival));
  return weekdaysChosen.every((place) => place >= weekdayOf(arrival)) ? monday : addDays(monday, 7);
}
