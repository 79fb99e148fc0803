import { isTimeZone } from "../../../../contract/formats/time-zones.ts";
import type { Ctx, Viewer } from "../../../ctx.ts";
import { assetOf, classLoader, encodingStatusOf } from "../../catalog/index.ts";
import type { ClassRow } from "../../catalog/index.ts";
import { requireViewer } from "../../identity/index.ts";
import { BadInput, Unauthenticated } from "../../../platform/errors.ts";
import { chooseClasses, highestLevelOf, rankCandidates, reasonOf } from "./choose.ts";
import type { Candidate, Dancer, Reason, CoPractice } from "./choose.ts";
import { dancerOf, coPracticeOfAccount, weekdaysOf } from "./dancer.ts";
import { addDays, dayOf, mondayOf, noonOf } from "./days.ts";
import type { Day } from "./days.ts";
import { firstMonday, flow } from "./layout.ts";
import type { Laid, PlanState } from "./layout.ts";
import { courseStepsOf, withCourses } from "./course-share.ts";
import { findPlanInputs, listPlanCandidates } from "./store.ts";
import type { Holiday, PlanInputs } from "./store.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

export type { Holiday } from "./store.ts";

/** A session of a plan with its class. */
export interface PlannedClass {
  /** `2026-11-23.0`: the week's Monday and the session's index. */
  readonly id: string;
  readonly date: Date;
  readonly studioClass: ClassRow;
  readonly reason: Reason;
  readonly done: boolean;
  readonly movedFrom: Date | null;
}

export interface WeekPlan {
  readonly monday: Day;
  readonly today: Day;
  readonly classes: readonly PlannedClass[];
  /** Sessions that the person skipped this week. */
  readonly skipped: readonly PlannedClass[];
  readonly startNow: PlannedClass | null;
  /** Whether the person has answered any survey question or setting. */
  readonly isTailored: boolean;
  /** Holidays that overlap the week, and later ones. */
  readonly holidays: readonly Holiday[];
  readonly settings: {
    readonly minutes: number;
    readonly isMinutesChosen: boolean;
    readonly startsAt: string | null;
  };
}

/** Person and week of a request. */
export interface WeekRequest {
  /** Any moment of the week; null: the current week, or the person's first. */
  readonly weekStart: Date | null;
  /** IANA name; default UTC. */
  readonly timeZone: string | null;
}

type Session = Laid & { readonly reason: Reason; readonly isSkipped: boolean };

/** A computed week, before its classes are fetched. */
export interface Worked {
  readonly monday: Day;
  readonly today: Day;
  readonly facts: PlanInputs;
  readonly dancer: Dancer;
  readonly together: CoPractice | null;
  readonly candidates: readonly Candidate[];
  readonly sessions: readonly Session[];
  readonly planStates: readonly PlanState<Session>[];
}

const planId = (monday: Day, slot: number): string => `${monday}.${slot}`;
const slotOf = ({ id }: PlannedClass): number => Number(id.slice(id.lastIndexOf(".") + 1));

/** Whether a day is in a holiday. */
export const isOff = (holidays: readonly Holiday[], day: Day) =>
  holidays.some(({ from, to }) => from <= day && day <= to);

function checkTimeZone(timeZone: string | null): string {
  if (timeZone !== null && !isTimeZone(timeZone))
    throw new BadInput("timeZone", inEnglish("Must be an IANA time zone, such as Europe/Zurich."));
  return timeZone ?? "UTC";
}

/** Owner of a plan: the viewer, or the owner of a calendar. */
export type PlanOwner = Pick<Viewer, "personId" | "isChild">;

/**
 * Computes a week in three statements, independent of the library's size.
 * @throws BadInput for an unknown time zone
 */
export async function workOutWeek(ctx: Ctx, owner: PlanOwner, request: WeekRequest): Promise<Worked> {
  const timeZone = checkTimeZone(request.timeZone);
  const today = dayOf(ctx.clock.now(), timeZone);
  const asked = request.weekStart ? mondayOf(dayOf(request.weekStart, timeZone)) : null;
  const from = asked ?? mondayOf(today);
  const facts = await findPlanInputs(
    ctx.db,
    owner.personId,
    { from, to: asked ?? addDays(from, 7) },
    ctx.clock.now(),
  );
  const { arrivedAt } = facts;
  // The account or profile was deleted after its token was verified.
  if (!arrivedAt) throw new Unauthenticated();
  const weekdays = weekdaysOf(facts);
  const arrival = dayOf(arrivedAt, timeZone);
  const first = firstMonday(arrival, weekdays);
  const monday = asked ?? (first > from ? first : from);
  const since = new Date(Math.max(Date.parse(`${monday}T00:00:00Z`), arrivedAt.getTime()));
  // Ratings of this week count from the next one on, like practice.
  const ratings = facts.ratings.filter(({ ratedAt }) => new Date(ratedAt) < since);
  const dancer = dancerOf({ ...facts, ratings }, owner.isChild);
  const together = coPracticeOfAccount(facts, owner.isChild);
  const days = weekdays.map((place) => addDays(monday, place));
  const allowsExplicit = !dancer.isFamily && !facts.hidesExplicit;
  const listBefore = (before: Date) =>
    listPlanCandidates(ctx.db, {
      personId: owner.personId,
      dancer,
      highestLevel: Math.max(highestLevelOf(dancer), together ? highestLevelOf(together.dancer) : 0),
      accessRank: facts.accessRank,
      allowsExplicit,
      isChild: owner.isChild,
      spaceRank: dancer.space,
      avoidsFloor: dancer.avoidsFloor,
      before,
      since,
    });
  const now = ctx.clock.now();
  const settled = await listBefore(since < now ? since : now);
  // If the library opened after the week began or the person arrived, its classes are used at once.
  const candidates = settled.length > 0 || since >= now ? settled : await listBefore(now);
  const tailored = chooseClasses(candidates, dancer, { monday, seed: owner.personId, days, together });
  const steps = await courseStepsOf(ctx, {
    personId: owner.personId,
    since,
    accessRank: facts.accessRank,
    allowsExplicit,
    isChild: owner.isChild,
  });
  const choices = withCourses(tailored, days, steps, together?.slot ?? null);
  const changes = new Map(
    facts.changes.filter(({ weekStart }) => weekStart === monday).map((change) => [change.slot, change]),
  );
  const sessions = choices
    .map(({ classId, reason }, slot): Session => {
      const change = changes.get(slot);
      return {
        slot,
        day: change?.movedTo ?? days[slot]!,
        classId: change?.classId ?? classId,
        isMoved: Boolean(change?.movedTo),
        reason: change?.classId ? { kind: "chosen", detail: null } : reason,
        isSkipped: change?.isSkipped ?? false,
      };
    })
    .filter(({ day }) => !isOff(facts.holidays, day));
  const planStates = flow(
    sessions.filter(({ isSkipped }) => !isSkipped),
    {
      monday,
      today,
      danced: facts.danced.map(({ classId, completedAt }) => ({
        classId,
        day: dayOf(new Date(completedAt), timeZone),
      })),
      isFree: (day) => !isOff(facts.holidays, day),
    },
  );
  return { monday, today, facts, dancer, together, candidates, sessions, planStates };
}

/**
 * Returns the week with its classes: planned, done and skipped sessions, and the class to start now. One more
 * statement.
 */
export async function showWeek(ctx: Ctx, worked: Worked): Promise<WeekPlan> {
  const { monday, today, planStates, sessions, facts, dancer } = worked;
  const skipped = sessions.filter(({ isSkipped }) => isSkipped);
  const load = classLoader(ctx);
  const rows = await Promise.all([...planStates, ...skipped].map(({ classId }) => load.load(classId)));
  const byId = new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
  const show = (session: Session, one: Pick<PlanState, "day" | "classId" | "done" | "movedFrom">) => {
    const studioClass = byId.get(one.classId);
    // A session is dropped if its class was removed from the library.
    return studioClass
      ? [
          {
            id: planId(monday, session.slot),
            date: noonOf(one.day),
            studioClass,
            reason: one.done && one.classId !== session.classId ? dancedReason : session.reason,
            done: one.done,
            movedFrom: one.movedFrom ? noonOf(one.movedFrom) : null,
          },
        ]
      : [];
  };
  const classes = planStates.flatMap((one) => show(one.session, one));
  const ahead = classes.filter(({ done, date }) => !done && date >= noonOf(today));
  return {
    monday,
    today,
    classes,
    skipped: skipped.flatMap((session) =>
      show(session, { day: session.day, classId: session.classId, done: false, movedFrom: null }),
    ),
    startNow: await chooseStart(ctx, worked, ahead),
    isTailored: Object.keys(facts.answers).some((question) => question !== "hdyhau_survey_response"),
    holidays: facts.holidays.filter(({ to }) => to >= monday),
    settings: {
      minutes: dancer.minutes,
      isMinutesChosen: typeof facts.settings?.minutes === "number",
      startsAt: facts.settings?.startsAt ?? null,
    },
  };
}

/**
 * The class to start now: the week's next playable one. While the week's classes are still processed, the best playable
 * one outside of it. Null once the week is done or over.
 */
async function chooseStart(
  ctx: Ctx,
  worked: Worked,
  ahead: readonly PlannedClass[],
): Promise<PlannedClass | null> {
  const plays = async (studioClass: ClassRow) =>
    encodingStatusOf(studioClass, await assetOf(ctx, studioClass)) === "available";
  for (const one of ahead) if (await plays(one.studioClass)) return one;
  const [next] = ahead;
  if (!next) return null;
  const others = alternativesIn(worked, slotOf(next)).slice(0, maxOthers);
  const rows = await Promise.all(others.map(({ classId }) => classLoader(ctx).load(classId)));
  for (const [place, { reason }] of others.entries()) {
    const studioClass = rows[place];
    if (studioClass && (await plays(studioClass)))
      return { ...next, id: `${worked.monday}.now`, studioClass, reason };
  }
  return next;
}

/** Maximum classes outside the week to search for a playable one. */
const maxOthers = 60;

const dancedReason: Reason = { kind: "danced", detail: null };

/**
 * The viewer's plan of a week.
 * @throws BadInput, Unauthenticated
 */
export async function weekPlan(ctx: Ctx, request: WeekRequest): Promise<WeekPlan> {
  return showWeek(ctx, await workOutWeek(ctx, requireViewer(ctx), request));
}

/** Alternatives for a session that aren't in the week's plan, best first. */
export function alternativesIn(
  worked: Worked,
  slot: number,
): { readonly classId: string; readonly reason: Reason }[] {
  const { candidates, monday, sessions, planStates, together } = worked;
  const dancer = slot === together?.slot ? together.dancer : worked.dancer;
  const taken = new Set([...sessions, ...planStates].map(({ classId }) => classId));
  const said: Reason[] = [];
  return rankCandidates(candidates, dancer, { monday, seed: "alternatives" })
    .filter(({ candidate }) => !taken.has(candidate.classId))
    .map(({ candidate, wishes: preferences }) => {
      const reason = reasonOf(preferences, candidate, said);
      said.push(reason);
      return { classId: candidate.classId, reason };
    });
}
