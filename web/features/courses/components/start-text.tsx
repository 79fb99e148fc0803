import { useLingui } from "@lingui/react/macro";
import { currentDay, startDayText } from "./start-day.ts";

type StartTextProps = {
  /** YYYY-MM-DD */
  day: string;
};

/** When a course starts or started, as a sentence. */
export function StartText({ day }: StartTextProps) {
  const { t } = useLingui();
  const today = currentDay();
  if (day === today) return t`Starts today.`;
  return day > today ? t`Starts ${startDayText(day)}.` : t`Started ${startDayText(day)}.`;
}
