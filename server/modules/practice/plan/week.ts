import type { Ctx, Viewer } from "../../../ctx.ts";
import { assetOf, classLoader, encodingStatusOf } from "../../catalog/index.ts";
import type { ClassRow } from "../../catalog/index.ts";
import { requireViewer } from "../../identity/index.ts";
import { BadInput, Unauthenticated } from "../../../platform/errors.ts";
import { chooseClasses, rankCandidates, reasonOf } from "./choose.ts";
import type { Candidate, Dancer, Reason, Together } from "./choose.ts";
import { dancerOf, togetherOf, weekdaysOf } from "./dancer.ts";
import { addDays, dayOf, isTimeZone, mondayOf, noonOf } from "./days.ts";
import type { Day } from "./days.ts";
import { firstMonday, flow } from "./layout.ts";
import type { Laid, Standing } from "./layout.ts";
import { findPlanFacts, listPlanCandidates } from "./store.ts";
import type { Holiday, PlanFacts } from "./store.ts";

export type { Holiday } from "./store.ts";

/** A session of a plan with its class. */
export interface PlannedClass {
  /** `2026-11-23.0`: the week's Monday and which of its sessions. */
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
  /** What the person left out of this week. */
  readonly skipped: readonly PlannedClass[];
  readonly startNow: PlannedClass | null;
  /** Whether the person has said anything of how they want to dance. */
  readonly isTailored: boolean;
  /** Those that touch the week, and later ones. */
  readonly holidays: readonly Holiday[];
  readonly settings: {
    readonly minutes: number;
    readonly isMinutesChosen: boolean;
    readonly startsAt: string | null;
  };
}

/** Which week of whom. */
export interface WeekRequest {
  /** Any moment of the week; null: the one that is on, or the person's first. */
  readonly weekStart: Date | null;
  /** Of IANA; UTC unless told. */
  readonly timeZone: string | null;
}

type Session = Laid & { readonly reason: Reason; readonly isSkipped: boolean };

/** A week worked out, before classes are fetched. */
export interface Worked {
  readonly monday: Day;
  readonly today: Day;
  readonly facts: PlanFacts;
  readonly dancer: Dancer;
  readonly together: Together | null;
  readonly candidates: readonly Candidate[];
  readonly sessions: readonly Session[];
  readonly standing: readonly Standing<Session>[];
}

const planId = (monday: Day, slot: number): string => `${monday}.${slot}`;
const slotOf = ({ id }: PlannedClass): number => Number(id.slice(id.lastIndexOf(".") + 1));

/** Whether a day is one of a holiday. */
export const isOff = (holidays: readonly Holiday[], day: Day) =>
  holidays.some(({ from, to }) => from <= day && day <= to);

function checkTimeZone(timeZone: string | null): string {
  if (timeZone !== null && !isTimeZone(timeZone))
    throw new BadInput("timeZone", "Send an IANA time zone, such as Europe/Zurich.");
  return timeZone ?? "UTC";
}

/** Who dances, for a plan: the viewer, or whose calendar is read. */
export type PlanOwner = Pick<Viewer, "personId" | "isChild">;

/** Works out a week in two statements, whatever the library holds. @throws BadInput for a time zone that doesn't exist */
export async function workOutWeek(ctx: Ctx, owner: PlanOwner, request: WeekRequest): Promise<Worked> {
  const timeZone = checkTimeZone(request.timeZone);
  const today = dayOf(ctx.clock.now(), timeZone);
  const asked = request.weekStart ? mondayOf(dayOf(request.weekStart, timeZone)) : null;
  const from = asked ?? mondayOf(today);
  const facts = await findPlanFacts(
    ctx.db,
    owner.personId,
    { from, to: asked ?? addDays(from, 7) },
    ctx.clock.now(),
  );
  const { arrivedAt } = facts;
  // The account, or the profile, ended after its token was looked at.
  if (!arrivedAt) throw new Unauthenticated();
  const weekdays = weekdaysOf(facts);
  const arrival = dayOf(arrivedAt, timeZone);
  const first = firstMonday(arrival, weekdays);
  const monday = asked ?? (first > from ? first : from);
  const since = new Date(Math.max(Date.parse(`${monday}T00:00:00Z`), arrivedAt.getTime()));
  const dancer = dancerOf(facts, owner.isChild);
  const together = togetherOf(facts, owner.isChild);
  const days = weekdays.map((place) => addDays(monday, place));
  const listBefore = (before: Date) =>
    listPlanCandidates(ctx.db, {
      personId: owner.personId,
      highestLevel: Math.max(dancer.levelRank, together?.dancer.levelRank ?? 0) + 1,
      accessRank: facts.accessRank,
      allowsExplicit: !dancer.isFamily && !facts.hidesExplicit,
      spaceRank: dancer.space,
      avoidsFloor: dancer.avoidsFloor,
      before,
      since,
    });
  const now = ctx.clock.now();
  const settled = await listBefore(since < now ? since : now);
  // A library that opened after the week began, or after the person came, is danced from at once.
  const candidates = settled.length > 0 || since >= now ? settled : await listBefore(now);
  const choices = chooseClasses(candidates, dancer, { monday, seed: owner.personId, days, together });
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
  const standing = flow(
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
  return { monday, today, facts, dancer, together, candidates, sessions, standing };
}

/** The week with its classes: what is planned, done and left out, and the one to start now. One statement more. */
export async function showWeek(ctx: Ctx, worked: Worked): Promise<WeekPlan> {
  const { monday, today, standing, sessions, facts, dancer } = worked;
  const skipped = sessions.filter(({ isSkipped }) => isSkipped);
  const load = classLoader(ctx);
  const rows = await Promise.all([...standing, ...skipped].map(({ classId }) => load.load(classId)));
  const byId = new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
  const show = (session: Session, one: Pick<Standing, "day" | "classId" | "done" | "movedFrom">) => {
    const studioClass = byId.get(one.classId);
    // A class that was taken out of the library is no session any more.
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
  const classes = standing.flatMap((one) => show(one.session, one));
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
 * The class to start now: the next of the week that plays, else the best one that plays and isn't in it, while the studio still prepares
 * those of the week. Nothing when the week is danced, or over.
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
  const others = alternativesIn(worked, slotOf(next)).slice(0, mostOthers);
  const rows = await Promise.all(others.map(({ classId }) => classLoader(ctx).load(classId)));
  for (const [place, { reason }] of others.entries()) {
    const studioClass = rows[place];
    if (studioClass && (await plays(studioClass)))
      return { ...next, id: `${worked.monday}.now`, studioClass, reason };
  }
  return next;
}

/** How many classes outside the week are looked at for one that plays. */
const mostOthers = 60;

const dancedReason: Reason = { kind: "danced", detail: null };

/** The viewer's plan of a week. @throws BadInput, Unauthenticated */
export async function weekPlan(ctx: Ctx, request: WeekRequest): Promise<WeekPlan> {
  return showWeek(ctx, await workOutWeek(ctx, requireViewer(ctx), request));
}

/** The best classes for one of a week's sessions that aren't in its plan yet, best first. */
export function alternativesIn(
  worked: Worked,
  slot: number,
): { readonly classId: string; readonly reason: Reason }[] {
  const { candidates, monday, sessions, standing, together } = worked;
  const dancer = slot === together?.slot ? together.dancer : worked.dancer;
  const taken = new Set([...sessions, ...standing].map(({ classId }) => classId));
  const said: Reason[] = [];
  return rankCandidates(candidates, dancer, { monday, seed: "alternatives" })
    .filter(({ candidate }) => !taken.has(candidate.classId))
    .map(({ candidate, wishes }) => {
      const reason = reasonOf(wishes, candidate, said);
      said.push(reason);
      return { classId: candidate.classId, reason };
    });
}
