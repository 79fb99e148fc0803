import { useEffect, useState } from "react";
import { useMutation } from "urql";
import { variants } from "../../../../contract/flags.ts";
import type { Evaluation, ExperimentId, FlagName, Variant } from "../../../../contract/flags.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { track } from "../../../lib/analytics/track.ts";
import { useFlag } from "./use-flag.ts";

const SetExperiment = graphql(`
  mutation SetExperiment($experimentId: ID!) {
    setExperiment(experimentId: $experimentId) {
      experimentId
      variant
    }
  }
`);

/**
 * Shows the person their variant of an experiment, and counts that they saw it. While the switch of the same name is off everybody sees the
 * control and nobody is counted; so it is when the variant can't be found out.
 * @returns null until it is known
 */
export function useExperiment<Id extends ExperimentId & FlagName>(
  flagKey: Id,
): Evaluation<Id, Variant> | null {
  const { value: isOn, reason } = useFlag(flagKey);
  const isKnown = reason !== "STALE";
  const [shown, setShown] = useState<Evaluation<Id, Variant> | null>(null);
  const [, setExperiment] = useMutation(SetExperiment);
  useEffect(() => {
    if (!isKnown || !isOn || shown) return;
    void setExperiment({ experimentId: flagKey }).then(({ data }) => {
      const value = variants.find((variant) => variant === data?.setExperiment.variant);
      if (value) track("Experiment Viewed", { experiment_id: flagKey, variant: value });
      setShown(
        (before) => before ?? { flagKey, value: value ?? "control", reason: value ? "SPLIT" : "ERROR" },
      );
    });
  }, [isKnown, isOn, shown, flagKey, setExperiment]);
  // What was shown stays, though the switch be turned meanwhile: nobody's questions change under their hands.
  if (shown) return shown;
  return isKnown && !isOn
    ? { flagKey, value: "control", reason: reason === "ERROR" ? "ERROR" : "DISABLED" }
    : null;
}
