import { useLingui } from "@lingui/react/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";

/** What the values of an experiment are called. */
export function useExperimentNames() {
  const { t } = useLingui();
  const subjects: Record<EnumValue<"ExperimentSubject">, string> = {
    landing_hero: t`Top of the landing page`,
    checkout_interval: t`Preselected plan at checkout`,
    onboarding_order: t`Order of the first questions`,
  };
  const goals: Record<EnumValue<"ExperimentGoal">, string> = {
    registered: t`Signed up`,
    trial: t`Started a trial`,
    paid: t`Paid`,
    danced: t`Completed a class`,
  };
  const statuses: Record<EnumValue<"ExperimentStatus">, string> = {
    draft: t`Draft`,
    running: t`Running`,
    paused: t`Paused`,
    ended: t`Ended`,
  };
  const intervals: Record<EnumValue<"PreselectedInterval">, string> = {
    month: t`Paid monthly`,
    year: t`Paid yearly`,
  };
  return { subjects, goals, statuses, intervals };
}
