import type { Ctx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { classLoader, findClass, isLocked } from "../../catalog/index.ts";
import type { ClassRow } from "../../catalog/index.ts";
import { requireViewer } from "../../identity/index.ts";
import { whileThere } from "../records.ts";
import type { Reason } from "./choose.ts";
import { addDays, dayOf, mondayOf, noonOf } from "./days.ts";
import type { Day } from "./days.ts";
import {
  deletePlanChangesBefore,
  removeHolidays,
  saveHoliday,
  savePlanChange,
  savePlanSettings,
} from "./store.ts";
import { alternativesIn, isOff, showWeek, weekPlan, workOutWeek } from "./week.ts";
import type { WeekPlan } from "./week.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const maxAlternatives = 8;
const maxHolidayDays = 100;
const minSessionMinutes = 5;
const maxSessionMinutes = 90;
/** How long changes of past weeks are stored. */
export const planDays = 400;

/**
 * Finds a session by id, in the current state of its week.
 * @throws NotFound
 */
async function findSession(ctx: Ctx, id: string, timeZone: string | null) {
  const viewer = requireViewer(ctx);
  const [, monday = "", slot = ""] = /^(\d{4}-\d{2}-\d{2})\.([0-6])$/.exec(id) ?? [];
  const moment = noonOf(monday);
  if (Number.isNaN(moment.getTime()) || mondayOf(monday) !== monday) throw new NotFound("session");
  const worked = await workOutWeek(ctx, viewer, { weekStart: moment, timeZone });
  const session = worked.sessions.find((one) => one.slot === Number(slot));
  if (!session) throw new NotFound("session");
  const planState = worked.planStates.find((one) => one.session.slot === session.slot) ?? null;
  return { viewer, worked, session, planState, monday };
}

/** Changes a session that isn't done yet, and returns the changed week. */
async function change(
  ctx: Ctx,
  id: string,
  timeZone: string | null,
  work: (found: Awaited<ReturnType<typeof findSession>>) => Promise<readonly Change[]>,
): Promise<WeekPlan> {
  const found = await findSession(ctx, id, timeZone);
  if (found.planState?.done) throw new BadInput("id", msg("You’ve already danced this class."));
  const changes = await work(found);
  await whileThere(() =>
    ctx.transact(async (tx) => {
      for (const one of changes)
        await savePlanChange(tx.db, {
          classId: null,
          movedTo: null,
          isSkipped: null,
          ...one,
          personId: found.viewer.personId,
          weekStart: found.monday,
        });
    }),
  );
  return weekPlan(ctx, { weekStart: noonOf(found.monday), timeZone });
}

interface Change {
  readonly slot: number;
  readonly classId?: string;
  readonly movedTo?: Day;
  readonly isSkipped?: boolean;
}

/**
 * Replaces the class of a session.
 * @throws BadInput for a class already in the week or not available to the viewer, NotFound
 */
export function swapPlannedClass(
  ctx: Ctx,
  id: string,
  classId: string,
  timeZone: string | null,
): Promise<WeekPlan> {
  return change(ctx, id, timeZone, async ({ session, worked }) => {
    const wanted = await findClass(ctx, classId);
    if (!wanted) throw new NotFound("class");
    if (await isLocked(ctx, wanted))
      throw new BadInput("classId", msg("Your plan doesn’t include this class."));
    const isElsewhere = worked.planStates.some(
      (one) => one.classId === wanted.id && one.session.slot !== session.slot,
    );
    if (isElsewhere) throw new BadInput("classId", msg("This class is already in your week."));
    return [{ slot: session.slot, classId: wanted.id }];
  });
}

/**
 * Moves a session to another day of its week; a session on that day swaps places.
 * @throws BadInput, NotFound
 */
export function movePlannedClass(
  ctx: Ctx,
  id: string,
  date: Date,
  timeZone: string | null,
): Promise<WeekPlan> {
  return change(ctx, id, timeZone, async ({ session, planState, worked, monday }) => {
    const day = dayOf(date);
    if (mondayOf(day) !== monday) throw new BadInput("date", msg("Choose a day of the same week."));
    if (day < worked.today) throw new BadInput("date", msg("That day is over. Choose a later day."));
    if (isOff(worked.facts.holidays, day))
      throw new BadInput("date", msg("You’re on a break that day. Choose another."));
    const left = planState?.day ?? session.day;
    const other = worked.planStates.find(
      (one) => one.day === day && !one.done && one.session.slot !== session.slot,
    );
    const trade = other && left >= worked.today ? [{ slot: other.session.slot, movedTo: left }] : [];
    return [{ slot: session.slot, movedTo: day, isSkipped: false }, ...trade];
  });
}

/**
 * Skips a session of its week, or restores it.
 * @throws BadInput, NotFound
 */
export function skipPlannedClass(
  ctx: Ctx,
  id: string,
  isSkipped: boolean,
  timeZone: string | null,
): Promise<WeekPlan> {
  return change(ctx, id, timeZone, async ({ session }) => [{ slot: session.slot, isSkipped }]);
}

/** An alternative class for a session, with the reason. */
export interface Alternative {
  readonly studioClass: ClassRow;
  readonly reason: Reason;
}

/**
 * Alternatives for a session, the best first.
 * @throws NotFound
 */
export async function planAlternatives(ctx: Ctx, id: string): Promise<Alternative[]> {
  const { worked, session } = await findSession(ctx, id, null);
  const best = alternativesIn(worked, session.slot).slice(0, maxAlternatives);
  const rows = await Promise.all(best.map(({ classId }) => classLoader(ctx).load(classId)));
  return best.flatMap(({ reason }, place) => {
    const studioClass = rows[place];
    return studioClass ? [{ studioClass, reason }] : [];
  });
}

/** Starts or ends a holiday. Days are the UTC days of the given moments. */
export async function changeHoliday(
  ctx: Ctx,
  holiday: { readonly from: Date; readonly to: Date; readonly isOff: boolean },
  timeZone: string | null,
): Promise<WeekPlan> {
  const viewer = requireViewer(ctx);
  const [from, to] = [dayOf(holiday.from), dayOf(holiday.to)];
  if (to < from) throw new BadInput("to", msg("Choose an end on or after the start."));
  if (to >= addDays(from, maxHolidayDays))
    throw new BadInput("to", msg("Choose up to {maxHolidayDays} days.", { maxHolidayDays }));
  const worked = await workOutWeek(ctx, viewer, { weekStart: noonOf(from), timeZone });
  const { personId } = viewer;
  await whileThere(() =>
    holiday.isOff
      ? saveHoliday(ctx.db, { personId, from, to, today: worked.today })
      : removeHolidays(ctx.db, { personId, from, to }),
  );
  return showWeek(ctx, await workOutWeek(ctx, viewer, { weekStart: noonOf(from), timeZone }));
}

/**
 * Sets the length and start time of sessions; null restores the default.
 * @throws BadInput, Unauthenticated
 */
export async function changePlanSettings(
  ctx: Ctx,
  settings: { readonly minutes: number | null; readonly startsAt: string | null },
  request: { readonly weekStart: Date | null; readonly timeZone: string | null },
): Promise<WeekPlan> {
  const { personId } = requireViewer(ctx);
  const { minutes, startsAt } = settings;
  if (minutes !== null && (minutes < minSessionMinutes || minutes > maxSessionMinutes))
    throw new BadInput(
      "minutes",
      msg("Choose {minSessionMinutes} to {maxSessionMinutes} minutes.", {
        minSessionMinutes,
        maxSessionMinutes,
      }),
    );
  if (startsAt !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(startsAt))
    throw new BadInput("startsAt", msg("Enter a time, such as 18:30."));
  await whileThere(() => savePlanSettings(ctx.db, personId, settings));
  return weekPlan(ctx, request);
}

/** Deletes what was changed in weeks that are long past. */
export const forgetPlanChanges = (ctx: Ctx): Promise<void> =>
  deletePlanChangesBefore(ctx.db, new Date(ctx.clock.now().getTime() - planDays * 24 * 60 * 60 * 1000));
