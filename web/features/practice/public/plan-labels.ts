import { useLingui } from "@lingui/react/macro";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

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
    const within = named.slice(0, 1).toLowerCase() + named.slice(1);
    switch (reasonKind) {
      case "began":
        return t`You began it: ${named} min are left`;
      case "followed":
        return t`From ${named}, which you follow`;
      case "goal":
        return t`Because you want to ${within}`;
      case "purpose":
        return t`You came ${within}`;
      case "family":
        return t`For all of you in one room`;
      case "spot":
        return t`Stays on the spot: a small room is enough`;
      case "rest":
        return t`Easier, the day after a hard one`;
      case "energy":
        return named === "gentle"
          ? t`Gentle, as you like it`
          : named === "high"
            ? t`Out of breath, as you like it`
            : t`Warm, but able to talk, as you like it`;
      case "time":
        return t`${named} min: that fits your evening`;
      case "level":
        return t`Right where you are with dance`;
      case "step_up":
        return t`A step up, when you feel like it`;
      case "fresh":
        return t`New on the floor`;
      case "again":
        return t`Worth dancing again`;
      case "chosen":
        return t`You chose it`;
      case "danced":
        return t`You danced it instead`;
    }
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** The seven days of a week from its Monday; days are noon UTC, like the plan's. */
export function weekDays(weekStart: string): string[] {
  const first = Date.parse(weekStart);
  return Array.from({ length: 7 }, (_unused, place) => new Date(first + place * dayMs).toISOString());
}

/** Formats a day that is noon UTC, with Intl's options. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(document.documentElement.lang || "en", {
    ...options,
    timeZone: "UTC",
  }).format(new Date(day));
}

/** Monday 23 November. */
export const longDay = (day: string): string =>
  formatDay(day, { weekday: "long", day: "numeric", month: "long" });

/** This browser's time zone. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** November 23 – 29. */
export const daySpan = (from: string, to: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || "en", {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  }).formatRange(new Date(from), new Date(to));
