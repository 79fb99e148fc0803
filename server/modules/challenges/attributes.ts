import { BadInput, DomainError } from "../../platform/errors.ts";
import { readLine, readText } from "../../platform/text.ts";
import type { TriggerType } from "./progress.ts";
import { msg } from "../../platform/i18n/messages.ts";

const maxLengths = {
  title: 80,
  description: 1000,
  header: 80,
  badgeName: 40,
  badgeDescription: 140,
} as const;
const maxBadges = 5;
const maxClasses = 50;
const maxAmount = 10_000;
const dayMs = 24 * 60 * 60 * 1000;
/** Once a year a day has 25 hours, so “today” may mean a midnight that long ago. */
const todayMs = 25 * 60 * 60 * 1000;
const latestMs = 2 * 366 * dayMs;

/** A badge of a challenge and the amount it requires. */
export interface BadgeAttributes {
  readonly name: string;
  readonly description: string;
  readonly amountToEarn: number;
}

/** The three header lines of a challenge. */
export interface Headers {
  readonly goalHeader: string;
  readonly subtitleHeader: string;
  readonly earnedByHeader: string;
}

/** Attributes of a challenge, as set by an editor, normalized. */
export interface ChallengeAttributes extends Headers {
  readonly title: string;
  readonly description: string;
  readonly triggerType: TriggerType;
  readonly requiredClassIds: readonly string[];
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly badges: readonly BadgeAttributes[];
}

/** A challenge, as sent by an editor. */
export interface GivenChallenge {
  readonly title: string;
  readonly description: string;
  readonly triggerType: TriggerType;
  /** For `required_classes_completed`. */
  readonly requiredClassIds: readonly string[];
  readonly startTime: Date;
  readonly endTime: Date;
  /** The three header lines; null or empty: generated. */
  readonly goalHeader?: string | null | undefined;
  readonly subtitleHeader?: string | null | undefined;
  readonly earnedByHeader?: string | null | undefined;
  readonly badges: readonly BadgeAttributes[];
}

/** The challenge has begun, so `field` can't change any more. */
export class HasBegun extends DomainError {
  constructor(field: string) {
    super(
      "HAS_BEGUN",
      msg(
        "This challenge has started. You can only change its texts and, while it’s running, move its end later.",
      ),
      { status: 409, details: { field } },
    );
  }
}

/** Phases of a challenge. */
export const phases = ["upcoming", "running", "ended"] as const;
export type ChallengePhaseName = (typeof phases)[number];

/** The phase of a challenge at a moment. */
export function phaseOf(
  found: Pick<ChallengeAttributes, "startsAt" | "endsAt">,
  now: Date,
): ChallengePhaseName {
  if (now < found.startsAt) return "upcoming";
  return now < found.endsAt ? "running" : "ended";
}

type Counted = Pick<ChallengeAttributes, "triggerType" | "requiredClassIds"> & {
  readonly badges: readonly Pick<BadgeAttributes, "amountToEarn">[];
};

/** Generated header lines of a challenge without its own. */
export function headersOf({ triggerType, requiredClassIds, badges }: Counted): Headers {
  const amount = badges.at(-1)?.amountToEarn ?? 1;
  const many = (one: string, others = `${one}s`) => `${amount} ${amount === 1 ? one : others}`;
  switch (triggerType) {
    case "class_completed":
      return {
        goalHeader: `Complete ${many("class", "classes")}`,
        subtitleHeader: "Any style, any level",
        earnedByHeader: "Complete whole classes",
      };
    case "required_classes_completed": {
      const all = requiredClassIds.length;
      const goal = amount < all ? `Complete ${amount} of ${all} classes` : `Complete all ${all} classes`;
      return {
        goalHeader: all === 1 ? "Complete the class" : goal,
        subtitleHeader: "Each class once, in any order",
        earnedByHeader: `Complete the ${all === 1 ? "class" : "classes"} below`,
      };
    }
    case "minutes_practised":
      return {
        goalHeader: `Dance ${many("minute")}`,
        subtitleHeader: "Minutes count when you finish the class",
        earnedByHeader: "Finish whole classes",
      };
    case "days_practised":
      return {
        goalHeader: `Dance on ${many("day")}`,
        subtitleHeader: "One class a day counts",
        earnedByHeader: "Complete one class a day",
      };
    case "streak_weeks":
      return {
        goalHeader: `Hit your weekly goal for ${many("week")}`,
        subtitleHeader: "You choose the days per week",
        earnedByHeader: "Keep your weekly streak",
      };
  }
}

/** Validates a challenge that hasn't begun. A start today means now. @throws BadInput */
export function readAttributes(given: GivenChallenge, now: Date): ChallengeAttributes {
  const startsAt = given.startTime < now ? now : given.startTime;
  const endsAt = given.endTime;
  if (now.getTime() - given.startTime.getTime() > todayMs)
    throw new BadInput("startTime", msg("Choose today or a later day."));
  checkEnd(startsAt, endsAt, now);
  const { triggerType } = given;
  const isOfClasses = triggerType === "required_classes_completed";
  const requiredClassIds = isOfClasses
    ? [...new Set(given.requiredClassIds.map((id) => id.toLowerCase()))]
    : [];
  if (isOfClasses && (requiredClassIds.length === 0 || requiredClassIds.length > maxClasses))
    throw new BadInput("requiredClassIds", msg("Choose 1 to {maxClasses} classes.", { maxClasses }));
  const badges = readBadges(given);
  const counted = { triggerType, requiredClassIds, badges };
  const maxAmountPossible = maxPossible(counted, startsAt, endsAt);
  if (badges.some(({ amountToEarn }) => amountToEarn > maxAmountPossible))
    throw new BadInput(
      "badges",
      msg("No one can reach more than {maxAmountPossible} in this challenge.", { maxAmountPossible }),
    );
  return { ...readTexts(given, counted), ...counted, startsAt, endsAt };
}

/**
 * Validates changes to a challenge that has begun: rule and badges are fixed; while running, the end may
 * move later.
 * @throws BadInput, HasBegun
 */
export function readBegunAttributes(
  before: ChallengeAttributes,
  given: GivenChallenge,
  now: Date,
): ChallengeAttributes {
  const { triggerType, requiredClassIds, startsAt } = before;
  if (given.triggerType !== triggerType) throw new HasBegun("triggerType");
  const ids = given.requiredClassIds.map((id) => id.toLowerCase());
  if (ids.length !== requiredClassIds.length || ids.some((id) => !requiredClassIds.includes(id)))
    throw new HasBegun("requiredClassIds");
  if (given.startTime.getTime() !== startsAt.getTime()) throw new HasBegun("startTime");
  const endsAt = given.endTime;
  const isOver = before.endsAt <= now;
  if (endsAt < before.endsAt || (isOver && endsAt > before.endsAt)) throw new HasBegun("endTime");
  if (!isOver) checkEnd(startsAt, endsAt, now);
  const badges = readBadges(given);
  const amounts = before.badges.map(({ amountToEarn }) => amountToEarn);
  if (badges.length !== amounts.length || badges.some(({ amountToEarn }, at) => amountToEarn !== amounts[at]))
    throw new HasBegun("badges");
  const counted = { triggerType, requiredClassIds, badges };
  return { ...readTexts(given, counted), ...counted, startsAt, endsAt };
}

function checkEnd(startsAt: Date, endsAt: Date, now: Date): void {
  if (endsAt <= startsAt) throw new BadInput("endTime", msg("Choose an end after the start."));
  if (endsAt.getTime() - now.getTime() > latestMs)
    throw new BadInput("endTime", msg("Choose an end within 2 years."));
}

function readTexts(given: GivenChallenge, counted: Counted) {
  const description = readText(given.description, "description", maxLengths.description);
  if (!description) throw new BadInput("description", msg("Enter a description."));
  const generated = headersOf(counted);
  const header = (field: keyof Headers) =>
    given[field]?.trim() ? readLine(given[field], field, maxLengths.header) : generated[field];
  return {
    title: readLine(given.title, "title", maxLengths.title),
    description,
    goalHeader: header("goalHeader"),
    subtitleHeader: header("subtitleHeader"),
    earnedByHeader: header("earnedByHeader"),
  };
}

function readBadges({ badges }: GivenChallenge): BadgeAttributes[] {
  if (badges.length === 0 || badges.length > maxBadges)
    throw new BadInput("badges", msg("Add 1 to {maxBadges} badges.", { maxBadges }));
  let before = 0;
  return badges.map(({ name, description, amountToEarn }) => {
    if (amountToEarn <= before || amountToEarn > maxAmount)
      throw new BadInput("badges", msg("Each badge must need more than the one before it."));
    before = amountToEarn;
    return {
      name: readLine(name, "badges", maxLengths.badgeName),
      description: readLine(description, "badges", maxLengths.badgeDescription),
      amountToEarn,
    };
  });
}

/** Upper limit of the amount that can be reached between two moments, in any time zone. */
function maxPossible({ triggerType, requiredClassIds }: Counted, startsAt: Date, endsAt: Date): number {
  const days = Math.ceil((endsAt.getTime() - startsAt.getTime()) / dayMs) + 1;
  switch (triggerType) {
    case "required_classes_completed":
      return requiredClassIds.length;
    case "days_practised":
      return days;
    case "streak_weeks":
      return Math.ceil(days / 7) + 1;
    default:
      return maxAmount;
  }
}
