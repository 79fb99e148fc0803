import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { daysUntil, phaseOf } from "./phase.ts";

/** Dates of a challenge in a sentence. */
export function useWhen(): (times: { startTime: string; endTime: string }) => string {
  const { t } = useLingui();
  return (times) => {
    const now = new Date();
    const phase = phaseOf(times, now);
    if (phase === "ended") {
      const date = formatMonthDayYear(new Date(times.endTime));
      return t`Ended ${date}`;
    }
    if (phase === "upcoming") {
      const days = daysUntil(times.startTime, now);
      return plural(days, { one: "Starts within a day", other: "Starts in # days" });
    }
    const days = daysUntil(times.endTime, now);
    return plural(days, { one: "Last day", other: "# days left" });
  };
}

/** An amount in the unit of a challenge. */
export function useAmount(): (triggerType: string, amount: number) => string {
  return (triggerType, amount) => {
    if (triggerType === "minutes_practised") return plural(amount, { one: "# minute", other: "# minutes" });
    if (triggerType === "days_practised") return plural(amount, { one: "# day", other: "# days" });
    if (triggerType === "streak_weeks") return plural(amount, { one: "# week", other: "# weeks" });
    return plural(amount, { one: "# class", other: "# classes" });
  };
}
