import { addDays, daysOf, weekdayOf } from "./days.ts";
import type { Day } from "./days.ts";

/** Evenly spaced weekdays by number of sessions, for people without chosen days. Monday 0. */
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
 * Chooses a person's weekdays, Monday 0, ascending. If they chose any, only those; if more than they need, the most
 * evenly spaced.
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

/** How evenly spaced days of a circular week are: the harmonic mean of the gaps prefers equal ones. */
function restBetween(days: readonly number[]): number {
  const gaps = days.map((day, place) => ((days[(place + 1) % days.length]! - day + 6) % 7) + 1);
  return -gaps.reduce((sum, gap) => sum + 1 / gap, 0) + 100;
}

/** A session of the week as planned, with the person's changes. */
export interface Laid {
  /** Index of the session in the week, from 0. */
  readonly slot: number;
  readonly day: Day;
  readonly classId: string;
  /** The person moved it to this day. */
  readonly isMoved: boolean;
}

/** Current state of a session. */
export interface PlanState<Session extends Laid = Laid> {
  readonly session: Session;
  readonly day: Day;
  /** The danced class, which may differ from the planned one. */
  readonly classId: string;
  readonly done: boolean;
  /** Day before automatic rescheduling; null if it stayed. */
  readonly movedFrom: Day | null;
}

/**
 * Computes the current state of a week's sessions. A danced session is done on the day of its completion; an unplanned
 * class replaces the session that was due. A missed session moves to the next free day of the week, or stays if there
 * is none. Future sessions keep their days.
 * @param danced in order of completion
 * @param isFree whether a day may have a session at all
 */
export function flow<Session extends Laid>(
  sessions: readonly Session[],
  life: {
    readonly monday: Day;
    readonly today: Day;
    readonly danced: readonly { readonly classId: string; readonly day: Day }[];
    readonly isFree: (day: Day) => boolean;
  },
): PlanState<Session>[] {
  const week = daysOf(life.monday);
  const open = new Map(sessions.map((session) => [session.slot, session]));
  const planState: PlanState<Session>[] = [];
  const settle = (session: Session, one: Omit<PlanState<Session>, "session">): void => {
    open.delete(session.slot);
    planState.push({ session, ...one });
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
    ...planState.map(({ day }) => day),
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
  return planState.toSorted((a, b) => a.day.localeCompare(b.day) || a.session.slot - b.session.slot);
}

function byDay(a: Laid, b: Laid): number {
  return a.day.localeCompare(b.day) || a.slot - b.slot;
}

/**
 * The Monday of a person's first full week: this week if all their days are still ahead on arrival, else the next.
 * @param weekdaysChosen weekdays, Monday 0
 */
export function firstMonday(arrival: Day, weekdaysChosen: readonly number[]): Day {
  const monday = addDays(arrival, -weekdayOf(arrival));
  return weekdaysChosen.every((place) => place >= weekdayOf(arrival)) ? monday : addDays(monday, 7);
}
