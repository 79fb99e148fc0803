import { t } from "@lingui/core/macro";
import type { ClassType, Energy, Level, Space } from "../../../../contract/class-attributes.ts";
import type { ExperimentGoal, ExperimentSubject, Variant } from "../../../../contract/experiments.ts";
import type { SongRights } from "../../../../contract/song-rights.ts";
import type { Role } from "../../../../contract/staff.ts";
import type { EnumValue } from "../../../graphql/graphql.ts";
import { experimentGoals, experimentSubjects } from "../../growth/public/experiment-names.ts";
import { legalAudiences } from "../../site/public/legal-audiences.ts";

/** Fields whose values are codes of the product. The single `value` of an act can be one, such as a role. */
const codedFields: ReadonlySet<string> = new Set([
  "accessType",
  "audience",
  "chosen",
  "decision",
  "discountType",
  "duration",
  "energy",
  "goal",
  "kind",
  "level",
  "pace",
  "periodUnit",
  "preselectedInterval",
  "rights",
  "role",
  "space",
  "status",
  "subject",
  "triggerType",
  "type",
  "value",
  "variant",
]);

type Code =
  | ClassType
  | Energy
  | Level
  | Space
  | SongRights
  | Role
  | ExperimentGoal
  | ExperimentSubject
  | Variant
  | EnumValue<
      | "AccessType"
      | "ChallengeTrigger"
      | "CouponDiscountType"
      | "CouponDuration"
      | "CoursePace"
      | "LegalNoticeAudience"
      | "ModerationDecision"
      | "PeriodUnit"
      | "ReleaseAudience"
      | "SubscriptionStatus"
    >;

const labels = (): Record<Code, string> => ({
  // Roles
  admin: t`Admin`,
  editor: t`Editor`,
  finance: t`Finance`,
  member: t`Member`,
  moderator: t`Moderator`,
  support: t`Support`,
  teacher: t`Instructor`,
  // Classes and songs
  "absolute-beginner": t`Absolute beginner`,
  beginner: t`Beginner`,
  intermediate: t`Intermediate`,
  advanced: t`Advanced`,
  choreography: t`Choreography`,
  foundations: t`Foundations`,
  drill: t`Drill`,
  workout: t`Workout`,
  wellness: t`Wellness`,
  party: t`Party`,
  free: t`Free`,
  basic: t`Basic`,
  standard: t`Standard`,
  premium: t`Premium`,
  gentle: t`Gentle`,
  steady: t`Steady`,
  high: t`High`,
  spot: t`Stays in place`,
  steps: t`A few steps of space`,
  room: t`Needs a full room`,
  licensed: t`Licensed`,
  own: t`Our own`,
  royalty_free: t`Royalty-free`,
  unclear: t`Unclear`,
  everyone: t`Everyone`,
  followers: t`Followers`,
  no_one: t`No one`,
  // Courses and challenges
  open: t`All on the first day`,
  daily: t`One class a day`,
  weekly: t`One week at a time`,
  mastery: t`When the class before is known`,
  class_completed: t`Any complete classes`,
  days_practised: t`Days with a complete class`,
  minutes_practised: t`Minutes in complete classes`,
  required_classes_completed: t`Specific classes`,
  streak_weeks: t`Weeks in a row, in their own rhythm`,
  // Money
  active: t`Active`,
  canceled: t`Canceled`,
  canceled_during_pending: t`Canceled`,
  future: t`Starts later`,
  future_canceled: t`Canceled`,
  in_trial: t`Free trial`,
  non_renewing: t`Canceling`,
  paused: t`Paused`,
  pending: t`Pending`,
  percentage: t`Percentage`,
  fixed_amount: t`Amount`,
  forever: t`Forever`,
  limited_period: t`For some months`,
  one_time: t`One payment`,
  day: t`Day`,
  week: t`Week`,
  month: t`Month`,
  year: t`Year`,
  // Moderation
  keep: t`Kept`,
  limit: t`Limited`,
  remove: t`Removed`,
  // Legal notices
  ...legalAudiences(),
  // Experiments
  ...experimentSubjects(),
  ...experimentGoals(),
  control: t`Control`,
  "variant-b": t`Variant B`,
});

/** What a code means; null for a value that is no code. */
export function codeLabel(field: string, value: string): string | null {
  const all: Partial<Record<string, string>> = labels();
  return (codedFields.has(field) && all[value]) || null;
}
