import type { Ctx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { requireViewer } from "../identity/index.ts";
import { daysPerWeekOf } from "../onboarding/index.ts";
import { dayOf, weekOf, Weeks, weeksFrom } from "./progress.ts";
import type { BadgeRow } from "./store.ts";
import { lockForPerson } from "./store-award.ts";
import { deleteBreak, findStreak, insertBreak } from "./store-streaks.ts";
import type { StreakRow } from "./store-streaks.ts";

/** Planned breaks in each quarter of a year; a week belongs to the quarter of its Monday. */
const breaksAQuarter = 2;
/** How far ahead a break can be planned. */
const weeksAhead = 26;
/** A run is looked for this many weeks back. */
const weeksBack = 520;

/** How a person's weeks stand. Days and weeks (by their Monday) are YYYY-MM-DD of the person's own clock. */
export interface Streak {
  readonly personId: string;
  /** Weeks in a row, this one included once it is kept. */
  readonly weeks: number;
  readonly longest: number;
  readonly week: string;
  readonly today: string;
  readonly daysDone: readonly string[];
  readonly daysWanted: number;
  readonly isKept: boolean;
  readonly isBreak: boolean;
  /** Breaks of this week and later ones. */
  readonly breaks: readonly string[];
  /** Breaks that can still be planned in this quarter. */
  readonly breaksLeft: number;
  readonly nextBadge: BadgeRow | null;
}

/** The quarter that a week belongs to: its first day and the first day of the next. */
export function quarterOf(week: string): { from: string; until: string } {
  const { year, month } = Temporal.PlainDate.from(week);
  const from = Temporal.PlainDate.from({ year, month: month - ((month - 1) % 3), day: 1 });
  return { from: from.toString(), until: from.add({ months: 3 }).toString() };
}

/** How the weeks stand on a day. @param daysWanted what the person means to dance a week now */
export function streakOf(
  { days, breaks, badges }: StreakRow,
  today: string,
  daysWanted: number,
): Omit<Streak, "personId"> {
  const week = weekOf(today);
  const weeks = new Weeks(new Set(breaks));
  for (const day of days) weeks.add(day);
  const isKept = weeks.isKept(week);
  // A week that isn't over ends nothing.
  const length = weeks.runUpTo(isKept ? week : weeksFrom(week, -1));
  const { from, until } = quarterOf(week);
  const used = breaks.filter((one) => one >= from && one < until).length;
  return {
    weeks: length,
    longest: Math.max(length, weeks.longest()),
    week,
    today,
    daysDone: weeks.daysOf(week),
    daysWanted,
    isKept,
    isBreak: breaks.includes(week),
    breaks: breaks.filter((one) => one >= week),
    breaksLeft: Math.max(0, breaksAQuarter - used),
    nextBadge: badges.find(({ amountToEarn }) => amountToEarn > length) ?? null,
  };
}

/** The viewer's streak. @throws Unauthenticated */
export async function streak(ctx: Ctx): Promise<Streak> {
  const { personId } = requireViewer(ctx);
  const now = ctx.clock.now();
  const since = weeksFrom(weekOf(dayOf(now, "UTC")), -weeksBack);
  const [found, daysWanted] = await Promise.all([
    findStreak(ctx.db, personId, since),
    daysPerWeekOf(ctx.db, personId),
  ]);
  return { personId, ...streakOf(found, dayOf(now, found.timeZone), daysWanted) };
}

/**
 * Plans to rest in a week, or takes that back; doing it again changes nothing. Weeks that are over stay what they were: nothing repairs a streak.
 * @param week a day of it, YYYY-MM-DD
 * @throws BadInput, Unauthenticated
 */
export async function planBreak(ctx: Ctx, week: string, isPlanned: boolean): Promise<Streak> {
  const { personId } = requireViewer(ctx);
  const now = await streak(ctx);
  const monday = mondayOf(week);
  if (monday < now.week || monday > weeksFrom(now.week, weeksAhead))
    throw new BadInput("week", `Choose this week or one of the next ${weeksAhead}.`);
  await ctx.transact(async (tx) => {
    await lockForPerson(tx.db, personId);
    if (!isPlanned) return deleteBreak(tx.db, personId, monday);
    const plan = { personId, week: monday, ...quarterOf(monday), most: breaksAQuarter };
    if (!(await insertBreak(tx.db, plan)))
      throw new BadInput(
        "week",
        `Both breaks of that quarter are planned. There are ${breaksAQuarter} a quarter.`,
      );
  });
  return streak(ctx);
}

function mondayOf(day: string): string {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(day)) return weekOf(day);
  } catch {
    // No day of the calendar: refused below.
  }
  throw new BadInput("week", "Send a day as YYYY-MM-DD.");
}
