import { createHash } from "node:crypto";
import type { PlanCandidate } from "../../catalog/index.ts";
import { addDays } from "./days.ts";
import type { Day } from "./days.ts";

export type Energy = "gentle" | "steady" | "high";

/** Why a class is in the plan. */
export type ReasonKind =
  | "began"
  | "followed"
  | "goal"
  | "purpose"
  | "family"
  | "spot"
  | "rest"
  | "energy"
  | "time"
  | "level"
  | "easier"
  | "harder"
  | "step_up"
  | "fresh"
  | "again"
  | "loved"
  | "course"
  | "chosen"
  | "danced";

export interface Reason {
  readonly kind: ReasonKind;
  /** Value in the reason's text: a category, a goal's label, minutes, a level, an energy; null without one. */
  readonly detail: string | null;
  /** What the detail is the name of, for its translation; absent for other details. */
  readonly named?: { readonly kind: "category" | "option" | "course"; readonly subject: string };
  /** For a class of a course: which of how many. */
  readonly step?: { readonly place: number; readonly total: number };
}

/** An answer of the survey. */
export interface Answer {
  readonly slug: string;
  readonly label: string;
  /** Of its translations. */
  readonly subject: string;
}

/** A person's attributes that decide which classes suit them. */
export interface Dancer {
  /** 0 absolute beginner to 3 advanced. */
  readonly levelRank: number;
  /** Levels in styles where ratings say another one, by style id. */
  readonly styleLevels: Readonly<Record<number, number>>;
  readonly goals: readonly Answer[];
  /** Their goal. */
  readonly purpose: Answer | null;
  readonly energy: Energy;
  /** Available space: 0 on the spot, 1 a few steps, 2 a hall. */
  readonly space: number;
  readonly isSpaceKnown: boolean;
  /** Excludes floor work. */
  readonly avoidsFloor: boolean;
  /** They dance with children. */
  readonly isFamily: boolean;
  readonly familyGoal: string | null;
  /** Maximum length of a session. */
  readonly minutes: number;
}

/** The week's session that a family shares, from 0, and the family's combined attributes. */
export interface CoPractice {
  readonly slot: number;
  readonly dancer: Dancer;
}

/** A candidate class, with the person's practice of it. */
export type Candidate = PlanCandidate & {
  readonly isCompleted: boolean;
  /** Danced share of a class that was started but not completed, 0 to 1. */
  readonly begun: number;
  /** They completed it two weeks ago or earlier, and would dance it again. */
  readonly canReturn: boolean;
};

/** A class for a session, and why. */
export interface Choice {
  readonly classId: string;
  readonly reason: Reason;
}

type PlanPreference = Reason & { readonly points: number };

/** Class types that serve a goal, in addition to the goals of categories. */
const typesFor: Readonly<Record<string, readonly string[]>> = {
  confidence: ["foundations", "choreography"],
  fitness: ["workout"],
  joy: ["party", "choreography"],
  party: ["party"],
  musicality: ["drill", "foundations"],
  basics: ["foundations", "drill"],
  choreography: ["choreography"],
  freestyle: ["party", "drill"],
  crew: ["party", "choreography"],
  share: ["choreography"],
  audition: ["choreography", "drill"],
  teach: ["foundations", "drill"],
  perform: ["choreography"],
  learn: ["foundations", "choreography"],
  move: ["workout", "party"],
  unwind: ["wellness"],
  return: ["foundations", "choreography"],
  train: ["drill", "choreography"],
  together: ["party"],
  energy: ["workout", "party"],
  "first-steps": ["foundations"],
  calm: ["wellness"],
};
const energies: readonly Energy[] = ["gentle", "steady", "high"];
const levels = ["absolute-beginner", "beginner", "intermediate", "advanced"] as const;
const freshDays = 14;
/** Share of the weeks, or days of a set, in which a class that its dancer loves may come back. */
const returnShare = 1 / 3;

/** The person's level in a style: as their ratings say, or their own. */
export const levelIn = (dancer: Dancer, styleId: number): number =>
  dancer.styleLevels[styleId] ?? dancer.levelRank;

/** The highest level that a person is offered in any style. */
export const highestLevelOf = (dancer: Dancer): number =>
  Math.max(dancer.levelRank, ...Object.values(dancer.styleLevels)) + 1;

/** Whether a class fits the person's space and level, and is fit for children if there are any. */
export function suits(candidate: Candidate, dancer: Dancer): boolean {
  return (
    candidate.spaceRank <= dancer.space &&
    !(dancer.avoidsFloor && candidate.usesFloor) &&
    candidate.levelRank <= levelIn(dancer, candidate.styleId) + 1 &&
    !(dancer.isFamily && candidate.isExplicit)
  );
}

/** The week of a plan, or the day of a set, and what its choices vary by. */
interface Period {
  readonly monday: Day;
  readonly seed: string;
}

/** Weighted preferences for and against a class. */
function preferencesOf(candidate: Candidate, dancer: Dancer, period: Period): PlanPreference[] {
  const serves = (slug: string) =>
    candidate.goals.includes(slug) || (typesFor[slug] ?? []).includes(candidate.type);
  const minutes = Math.max(1, Math.round(candidate.durationMs / 60_000));
  const preferences: PlanPreference[] = [];
  const wish = (kind: ReasonKind, points: number, detail: string | null = null, named?: Reason["named"]) =>
    void preferences.push({ kind, points, detail, ...(named ? { named } : {}) });
  const option = ({ subject }: Answer) => ({ kind: "option", subject }) as const;

  if (candidate.begun > 0) wish("began", 4, String(Math.max(1, Math.round(minutes * (1 - candidate.begun)))));
  if (candidate.followed)
    wish("followed", 2.5, candidate.followed.name, { kind: "category", subject: candidate.followed.slug });
  const goal = dancer.goals.find(({ slug }) => serves(slug));
  if (goal) {
    const served = dancer.goals.filter(({ slug }) => serves(slug)).length;
    wish("goal", 2 + 0.4 * served, goal.label, option(goal));
  }
  if (dancer.purpose && serves(dancer.purpose.slug))
    wish("purpose", 1.6, dancer.purpose.label, option(dancer.purpose));
  if (dancer.isFamily) wish("family", candidate.isForFamilies ? 5 : -1);
  if (dancer.isFamily && dancer.familyGoal && serves(dancer.familyGoal)) wish("family", 1.5);
  if (dancer.isSpaceKnown && dancer.space === 0) wish("spot", 1.2);
  const apart = Math.abs(energies.indexOf(candidate.energy) - energies.indexOf(dancer.energy));
  wish("energy", [1.5, 0, -2.5][apart] ?? 0, candidate.energy);
  const level = levels[candidate.levelRank] ?? null;
  const rank = levelIn(dancer, candidate.styleId);
  if (candidate.levelRank > rank) wish("step_up", -3, level);
  else if (candidate.levelRank === rank && rank !== dancer.levelRank)
    wish(rank < dancer.levelRank ? "easier" : "harder", 3, level);
  else wish("level", [1.8, 0.4, -1, -2][rank - candidate.levelRank] ?? 0, level);
  const off = Math.abs(Math.log(minutes / dancer.minutes));
  wish("time", off < 0.35 ? 1.4 : -1.2 * off, String(minutes));
  if (candidate.publishedAt.getTime() > Date.parse(`${addDays(period.monday, -freshDays)}T00:00:00Z`))
    wish("fresh", 0.8);
  if (returns(candidate, period)) wish("loved", 2.5);
  else if (candidate.isCompleted) wish("again", -5);
  return preferences;
}

/** Whether a class that its dancer loves comes back in a period: in one of three. */
const returns = (candidate: Candidate, { monday, seed }: Period): boolean =>
  candidate.canReturn && hashFraction(`again ${seed} ${monday} ${candidate.classId}`) < returnShare;

/** Whether a class is ranked because its dancer would dance it again. */
export const isReturning = (preferences: readonly { readonly kind: ReasonKind }[]): boolean =>
  preferences.some(({ kind }) => kind === "loved");

/** Hashes text to a number from 0 to 1; deterministic. */
function hashFraction(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 0xffffffff;
}

const sumOf = (preferences: readonly PlanPreference[]) =>
  preferences.reduce((sum, { points }) => sum + points, 0);

/**
 * Classes for a person, the best first; nearly equal ones are shuffled per week. Deterministic. Each class gets points: for a class
 * that was begun, a followed category, goals, family, energy, level, length and news. In a style that the person rated, the level is
 * that of `levelsByStyle`, and a class of exactly it ranks above others of the person's own level. A completed class ranks last,
 * unless the person would dance it again: then it ranks like a followed one in a third of the weeks.
 */
export function rankCandidates(
  candidates: readonly Candidate[],
  dancer: Dancer,
  week: Period,
): { readonly candidate: Candidate; readonly wishes: readonly PlanPreference[]; readonly points: number }[] {
  return candidates
    .filter((candidate) => suits(candidate, dancer))
    .map((candidate) => {
      const preferences = preferencesOf(candidate, dancer, week);
      const points =
        sumOf(preferences) + 1.5 * hashFraction(`${week.seed} ${week.monday} ${candidate.classId}`);
      return { candidate, wishes: preferences, points };
    })
    .toSorted((a, b) => b.points - a.points || a.candidate.classId.localeCompare(b.candidate.classId));
}

/**
 * Chooses a class per day, without repeats if there are enough candidates. Picks the best match for the person, and
 * varies type, style and instructor through the week. At most one class comes back because it is loved. The first session is easy, and one after a hard day gentler.
 * Deterministic, in any order of candidates. Empty if no class suits.
 * @param week.days ascending
 * @param week.together the day of the family's shared session, and the family's combined attributes
 */
export function chooseClasses(
  candidates: readonly Candidate[],
  dancer: Dancer,
  week: Period & {
    readonly days: readonly Day[];
    readonly together: CoPractice | null;
  },
): Choice[] {
  const alone = rankCandidates(candidates, dancer, week);
  const shared = week.together ? rankCandidates(candidates, week.together.dancer, week) : [];
  const chosen: Candidate[] = [];
  const reasons: Reason[] = [];
  for (const [place, day] of week.days.entries()) {
    const before = chosen.at(-1);
    const isDayAfter = place > 0 && week.days[place - 1] === addDays(day, -1);
    const ranked = place === week.together?.slot && shared.length > 0 ? shared : alone;
    const remaining = ranked.filter(({ candidate }) => !chosen.includes(candidate));
    const hasReturned = reasons.some(({ kind }) => kind === "loved");
    let best: { candidate: Candidate; wishes: readonly PlanPreference[]; points: number } | null = null;
    for (const one of remaining.length > 0 ? remaining : ranked) {
      const { candidate } = one;
      const countAlike = (read: (of: Candidate) => unknown) =>
        chosen.filter((other) => read(other) === read(candidate)).length;
      const preferences = [...one.wishes];
      if (before && isDayAfter && before.energy === "high")
        preferences.push({
          kind: "rest",
          points: [2, 0.5, -2][energies.indexOf(candidate.energy)] ?? 0,
          detail: null,
        });
      if (place === 0 && candidate.energy === "high")
        preferences.push({ kind: "energy", points: -0.7, detail: null });
      const points =
        one.points +
        sumOf(preferences.slice(one.wishes.length)) -
        0.9 * countAlike(({ type }) => type) -
        0.6 * countAlike(({ styleId }) => styleId) -
        0.4 * countAlike(({ instructorId }) => instructorId) -
        (isReturning(one.wishes) && hasReturned ? 5 : 0);
      if (!best || points > best.points) best = { candidate, wishes: preferences, points };
    }
    if (!best) return [];
    const isAgain = chosen.includes(best.candidate);
    chosen.push(best.candidate);
    reasons.push(isAgain ? { kind: "again", detail: null } : reasonOf(best.wishes, best.candidate, reasons));
  }
  return chosen.map(({ classId }, place) => ({ classId, reason: reasons[place]! }));
}

/**
 * The reason of a choice: the strongest preference that no other session of the week has as its reason, if there is
 * one.
 */
export function reasonOf(
  preferences: readonly PlanPreference[],
  candidate: Candidate,
  used: readonly Reason[] = [],
): Reason {
  const toReason = ({ kind, detail, named }: PlanPreference): Reason => ({
    kind,
    detail,
    ...(named ? { named } : {}),
  });
  if (isReturning(preferences)) return { kind: "loved", detail: null };
  if (candidate.isCompleted) return { kind: "again", detail: null };
  const step = preferences.find(({ kind }) => kind === "step_up");
  if (step) return toReason(step);
  const positive = preferences.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points);
  const unused = positive.find((wish) => !used.some(({ kind }) => kind === wish.kind));
  const found = unused ?? positive[0] ?? preferences.find(({ kind }) => kind === "level");
  return found ? toReason(found) : { kind: "level", detail: levels[candidate.levelRank] ?? null };
}
