import { BadInput } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { readLine, readText } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import type { Pace } from "../opening.ts";
import { maxLengths } from "../translations.ts";
import { readStarts } from "./starts.ts";
import type { GivenStarts, ReadStarts } from "./starts.ts";
import type { CourseAttributes } from "./store.ts";

/** Maximum numbers of classes and of weeks. */
export const maxClasses = 100;
const maxWeeks = 52;

/** What an editor sends. */
export interface GivenCourse extends GivenStarts {
  readonly title: string;
  readonly description: string;
  readonly pace: Pace;
  readonly knownPercent: number;
  readonly opensByWeek: boolean;
  /** Left out: unchanged, or not for a new course. */
  readonly isFirstFree?: boolean | null | undefined;
  /** Left out: unchanged, or none for a new course. */
  readonly prerequisiteId?: string | null | undefined;
  readonly classes: readonly { readonly classId: string; readonly week: number }[];
}

/**
 * Validates a course. Classes are sorted by week; a week without classes is left out.
 * @param known what stays if it is left out
 * @throws BadInput
 */
export function readCourse(
  given: GivenCourse,
  known: Pick<CourseAttributes, "isFirstFree" | "prerequisiteId" | "startDays">,
): CourseAttributes & Pick<ReadStarts, "moves"> {
  const description = readText(given.description, "description", maxLengths.description);
  if (!description) throw new BadInput("description", msg("Enter a description."));
  const { knownPercent, pace, opensByWeek } = given;
  if (!Number.isInteger(knownPercent) || knownPercent < 1 || knownPercent > 100)
    throw new BadInput("knownPercent", msg("Choose 1 to 100 percent."));
  const { days, moves } = readStarts(given, known.startDays);
  return {
    title: readLine(given.title, "title", maxLengths.title),
    description,
    pace,
    startDays: days,
    moves,
    knownPercent,
    opensByWeek,
    isFirstFree: given.isFirstFree ?? known.isFirstFree,
    prerequisiteId: given.prerequisiteId === undefined ? known.prerequisiteId : given.prerequisiteId,
    classes: readClasses(given.classes),
  };
}

function readClasses(given: GivenCourse["classes"]): CourseAttributes["classes"] {
  if (given.length > maxClasses)
    throw new BadInput("classes", msg("Choose up to {maxClasses} classes.", { maxClasses }));
  const seen = new Set<string>();
  for (const { classId, week } of given) {
    if (!isUuid(classId) || seen.has(classId.toLowerCase()))
      throw new BadInput("classes", inEnglish("Each class needs its id, and can be in a course once."));
    if (!Number.isInteger(week) || week < 1 || week > maxWeeks)
      throw new BadInput("classes", msg("A course has up to {maxWeeks} weeks.", { maxWeeks }));
    seen.add(classId.toLowerCase());
  }
  const sorted = given.toSorted((a, b) => a.week - b.week);
  const weeks = [...new Set(sorted.map(({ week }) => week))];
  return sorted.map(({ classId, week }) => ({
    classId: classId.toLowerCase(),
    week: weeks.indexOf(week) + 1,
  }));
}
