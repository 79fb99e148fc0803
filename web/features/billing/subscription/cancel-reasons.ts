import { useLingui } from "@lingui/react/macro";
import type { CancelReason } from "./offers.ts";

/** Labels of the cancel reasons. */
export function useReasonNames(): Record<CancelReason, string> {
  const { t } = useLingui();
  return {
    too_expensive: t`Too expensive`,
    no_time: t`No time right now`,
    taking_break: t`I’m taking a break`,
    not_enough_classes: t`Not enough classes`,
    missing_content: t`Missing styles or topics I want`,
    hard_to_use: t`Hard to use`,
    technical_issues: t`Technical problems`,
    other: t`Something else`,
  };
}
