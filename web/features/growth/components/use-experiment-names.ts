import { useLingui } from "@lingui/react/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";
import { experimentGoals, experimentSubjects } from "../public/experiment-names.ts";

/** What the values of an experiment are called. */
export function useExperimentNames() {
  const { t } = useLingui();
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
  return { subjects: experimentSubjects(), goals: experimentGoals(), statuses, intervals };
}
