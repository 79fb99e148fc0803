import { useLingui } from "@lingui/react/macro";
import { formatDateRange, type DateForm } from "../../../../contract/formats/dates.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { here } from "../../../lib/reader.ts";

/** Fields that explain why a class is in the plan. */
export const ReasonFragment = graphql(`
  fragment PlanReason on PlannedClass {
    id
    reasonKind
    reasonDetail
  }
`);
type Why = Pick<ResultOf<typeof ReasonFragment>, "reasonKind" | "reasonDetail">;

/** One-line reason why a class is in the plan. */
export function useReasonLabels(): (why: Why) => string {
  const { t } = useLingui();
  return ({ reasonKind, reasonDetail }) => {
    const named = reasonDetail ?? "";
    switch (reasonKind) {
      case "began":
        return t`You started this: ${named} min left`;
      case "followed":
        return t`From ${named}, a category you follow`;
      case "goal":
        return t`Goal: ${named}`;
      case "purpose":
        return t`Your reason: ${named}`;
      case "family":
        return t`For the whole family`;
      case "spot":
        return t`Works in a small space`;
      case "rest":
        return t`Easier, to recover from yesterday`;
      case "energy":
        return named === "gentle"
          ? t`Gentle, the way you like it`
          : named === "high"
            ? t`High energy, the way you like it`
            : t`Steady, the way you like it`;
      case "time":
        return t`${named} min: fits your schedule`;
      case "level":
        return t`Right for your level`;
      case "easier":
        return t`Easier, because this style felt too hard`;
      case "harder":
        return t`Harder, because this style felt too easy`;
      case "step_up":
        return t`A step up when you’re ready`;
      case "fresh":
        return t`New classes`;
      case "again":
        return t`Worth repeating`;
      case "loved":
        return t`You’d dance it again`;
      case "course":
        return t`Next in ${named}`;
      case "chosen":
        return t`You picked this`;
      case "danced":
        return t`You did this one instead`;
    }
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** The seven days of a week from its Monday; days are noon UTC, like the plan's. */
export function weekDays(weekStart: string): string[] {
  const first = Date.parse(weekStart);
  return Array.from({ length: 7 }, (_unused, place) => new Date(first + place * dayMs).toISOString());
}

/** Formats a day of the plan, which is noon UTC. */
export const formatDay = (day: string, form: DateForm): string => formatCalendarDay(new Date(day), form);

/** November 23 – 29. */
export const daySpan = (from: string, to: string): string =>
  formatDateRange(new Date(from), new Date(to), "longMonthDay", { ...here(), timeZone: "UTC" });
