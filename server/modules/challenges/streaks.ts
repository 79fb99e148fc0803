import type { Ctx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { requireViewer } from "../identity/index.ts";
import { daysPerWeekOf } from "../onboarding/index.ts";
import { dayOf, weekOf, Weeks, weeksFrom } from "./progress.ts";
import type { BadgeRow } from "./store.ts";
import { lockForPerson } from "./store-award.ts";
import { deleteBreak, findStreak, insertBreak } from "./store-streaks.ts";
import type { StreakRow } from "./store-streaks.ts";
import { msg, inEnglish } from "../../platform/i18n/messages.ts";

/** Planned breaks per quarter; a week belongs to the quarter of its Monday. */
const breaksAQuarter = 2;
/** How many weeks ahead a break can be planned. */
const weeksAhead = 26;
/** Streaks are computed from this many weeks back. */
const weeksBack = 520;

/** A person's streak. Days and weeks (by their Monday) are YYYY-MM-DD in the person's time zone. */
export interface Streak {
  readonly personId: string;
  /** Weeks in a row; includes the current one once it has enough days. */
  readonly weeks: number;
  readonly longest: number;
  readonly week: string;
  readonly today: string;
  readonly daysDone: readonly string[];
  readonly daysWanted: number;
  readonly isReached: boolean;
  readonly isBreak: boolean;
  /** Breaks of the current week and later ones. */
  readonly breaks: readonly string[];
  /** Breaks that can still be planned in this quarter. */
  readonly breaksLeft: number;
  readonly nextBadge: BadgeRow | null;
}

/** The quarter of a week: its first day and the first day of the next quarter. */
export function quarterOf(week: string): { from: string; until: string } {
  const { year, month } = Temporal.PlainDate.from(week);
  const from = Temporal.PlainDate.from({ year, month: month - ((month - 1) % 3), day: 1 });
  return { from: from.toString(), until: from.add({ months: 3 }).toString() };
}

/** The streak as of a day. @param daysWanted planned days per week now */
export function streakOf(
  { days, breaks, badges }: StreakRow,
  today: string,
  daysWanted: number,
): Omit<Streak, "personId"> {
  const week = weekOf(today);
  const weeks = new Weeks(new Set(breaks));
  for (const day of days) weeks.add(day);
  const isReached = weeks.isReached(week);
  // The current week doesn't end a streak.
  const length = weeks.runUpTo(isReached ? week : weeksFrom(week, -1));
  const { from, until } = quarterOf(week);
  const used = breaks.filter((one) => one >= from && one < until).length;
  return {
    weeks: length,
    longest: Math.max(length, weeks.longest()),
    week,
    today,
    daysDone: weeks.daysOf(week),
    daysWanted,
    isReached,
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
 * Plans a break in a week, or removes it; idempotent. Past weeks can't change: streaks can't be repaired
 * afterwards.
 * @param week a day of it, YYYY-MM-DD
 * @throws BadInput, Unauthenticated
 */
export async function planBreak(ctx: Ctx, week: string, isPlanned: boolean): Promise<Streak> {
  const { personId } = requireViewer(ctx);
  const now = await streak(ctx);
  const monday = mondayOf(week);
  if (monday < now.week || monday > weeksFrom(now.week, weeksAhead))
    throw new BadInput(
      "week",
      msg("Choose this week or one of the next {weeksAhead} weeks.", { weeksAhead }),
    );
  await ctx.transact(async (tx) => {
    await lockForPerson(tx.db, personId);
    if (!isPlanned) return deleteBreak(tx.db, personId, monday);
    const plan = { personId, week: monday, ...quarterOf(monday), most: breaksAQuarter };
    if (!(await insertBreak(tx.db, plan)))
      throw new BadInput(
        "week",
        msg("You’ve already planned {breaksAQuarter} breaks for that quarter.", { breaksAQuarter }),
      );
  });
  return streak(ctx);
}

function mondayOf(day: string): string {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(day)) return weekOf(day);
  } catch {
    // Not a calendar date: rejected below.
  }
  throw new BadInput("week", inEnglish("Enter a day as YYYY-MM-DD."));
}
