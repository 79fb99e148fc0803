import type { FoundClass } from "../../catalog/public/class-search.tsx";
import type { CourseInput, EditedCourse, Pace } from "./edited-course.ts";

/** A class of a course; without an access type it isn’t in the library. */
export type ListedClass = {
  id: string;
  title: string | null;
  durationMs: number;
  accessType: FoundClass["accessType"] | null;
};
/** Classes by weeks, each in order. */
export type Weeks = readonly (readonly ListedClass[])[];

/** A start day of a course in the editor. */
export type StartDraft = {
  /** YYYY-MM-DD; empty: not chosen yet. */
  day: string;
  /** What is saved; null for a new one. */
  savedDay: string | null;
  /** Dancers who joined it. */
  joined: number;
};
/** A start day to choose. */
export const noStart: StartDraft = { day: "", savedDay: null, joined: 0 };
export const maxStarts = 24;

/** A course in the editor. */
export type CourseDraft = {
  title: string;
  description: string;
  pace: Pace;
  /** None: each person starts on joining. */
  starts: StartDraft[];
  knownPercent: string;
  opensByWeek: boolean;
  isFirstFree: boolean;
  /** Id of the course to do first; empty: none. */
  prerequisiteId: string;
  classes: Weeks;
};

/** Creates a draft. Null gives the defaults of a new course. */
export function draftOf(course: EditedCourse | null): CourseDraft {
  if (!course)
    return {
      title: "",
      description: "",
      pace: "open",
      starts: [],
      knownPercent: "75",
      opensByWeek: true,
      isFirstFree: false,
      prerequisiteId: "",
      classes: [[]],
    };
  const weeks: ListedClass[][] = [];
  for (const { classId, week, title, studioClass } of course.classes)
    (weeks[week - 1] ??= []).push({
      id: classId,
      title,
      durationMs: studioClass?.video.durationInMs ?? 0,
      accessType: studioClass?.accessType ?? null,
    });
  return {
    title: course.title,
    description: course.description,
    pace: course.pace,
    starts: course.starts.map(({ startsOn, participantsCount }) => ({
      day: startsOn,
      savedDay: startsOn,
      joined: participantsCount,
    })),
    knownPercent: String(course.knownPercent),
    opensByWeek: course.opensByWeek,
    isFirstFree: course.isFirstFree,
    prerequisiteId: course.prerequisite?.id ?? "",
    classes: weeks.length > 0 ? weeks : [[]],
  };
}

/** Converts a draft to the mutation's input. */
export const inputOf = (draft: CourseDraft): CourseInput => ({
  title: draft.title,
  description: draft.description,
  pace: draft.pace,
  starts: draft.starts
    .filter(({ day }) => day !== "")
    .map(({ day, savedDay }) => ({ startsOn: day, movedFrom: savedDay === day ? null : savedDay })),
  knownPercent: Number(draft.knownPercent),
  opensByWeek: draft.opensByWeek,
  isFirstFree: draft.isFirstFree,
  prerequisiteId: draft.prerequisiteId === "" ? null : draft.prerequisiteId,
  classes: draft.classes.flatMap((week, index) => week.map(({ id }) => ({ classId: id, week: index + 1 }))),
});

const without = (weeks: Weeks, id: string): ListedClass[][] =>
  weeks.map((week) => week.filter((one) => one.id !== id));
const find = (weeks: Weeks, id: string): { week: number; index: number; one: ListedClass } | null => {
  for (const [week, classes] of weeks.entries()) {
    const index = classes.findIndex((one) => one.id === id);
    if (index >= 0) return { week, index, one: classes[index]! };
  }
  return null;
};

/** Adds a class to the last week, unless the course has it. */
export const addClass = (weeks: Weeks, one: ListedClass): Weeks =>
  find(weeks, one.id) ? weeks : [...weeks.slice(0, -1), [...(weeks.at(-1) ?? []), one]];

export const removeClass = (weeks: Weeks, id: string): Weeks => without(weeks, id);

/**
 * Moves a class a place up or down, over the border of its week. Down from the end of the last week begins another week, unless
 * the class would leave an empty one behind.
 */
export function moveClass(weeks: Weeks, id: string, by: -1 | 1): Weeks {
  const found = find(weeks, id);
  if (!found) return weeks;
  const { week, index, one } = found;
  const rest = without(weeks, id);
  const isAtEdge = by < 0 ? index === 0 : index === weeks[week]!.length - 1;
  if (!isAtEdge) {
    rest[week]!.splice(index + by, 0, one);
    return rest;
  }
  const other = rest[week + by];
  if (other) {
    if (by < 0) other.push(one);
    else other.unshift(one);
    return rest;
  }
  if (by < 0 || rest[week]!.length === 0) return weeks;
  return [...rest, [one]];
}

/** Places a class before another one; null: at the end of a week. */
export function placeClass(weeks: Weeks, id: string, target: { week: number; before: string | null }): Weeks {
  const found = find(weeks, id);
  if (!found || target.before === id) return weeks;
  const rest = without(weeks, id);
  const week = rest[target.week];
  if (!week) return weeks;
  const index = target.before === null ? -1 : week.findIndex((one) => one.id === target.before);
  week.splice(index < 0 ? week.length : index, 0, found.one);
  return rest;
}

/** Adds an empty week at the end, unless the last one is empty. */
export const addWeek = (weeks: Weeks): Weeks => (weeks.at(-1)?.length === 0 ? weeks : [...weeks, []]);
