import { useEffect, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
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
 * Assigns the viewer's variant of an experiment and tracks the exposure.
 * While the flag of the same name is off, everyone sees the control and no exposure is tracked. The same
 * applies if the variant can't be fetched.
 *
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
  // The shown variant stays even if the flag changes, so that questions don't change during use.
  if (shown) return shown;
  return isKnown && !isOn
    ? { flagKey, value: "control", reason: reason === "ERROR" ? "ERROR" : "DISABLED" }
    : null;
}
