import { useEffect } from "react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { track } from "../../../lib/analytics/track.ts";

const SetExperiment = graphql(`
  mutation SetExperiment($experimentId: ID!) {
    setExperiment(experimentId: $experimentId) {
      experimentId
      variant
    }
  }
`);

/** The viewer's variant of what a page shows. A page's query has it beside the value, so that the page never changes under the viewer. */
export const ShownExperimentFragment = graphql(`
  fragment ShownExperiment on Experiment {
    experimentId
    variant
  }
`);

/**
 * Records that the viewer's variant is on the screen.
 * @param shown null while it isn't, and if the viewer takes part in nothing
 */
export function useExposure(shown: FragmentOf<typeof ShownExperimentFragment> | null): void {
  const [, setExperiment] = useMutation(SetExperiment);
  const { experimentId = null, variant = null } = shown ? readFragment(ShownExperimentFragment, shown) : {};
  useEffect(() => {
    if (experimentId === null || variant === null) return;
    void setExperiment({ experimentId }).then(({ data }) => {
      if (data) track("Experiment Viewed", { experiment_id: experimentId, variant });
    });
  }, [experimentId, variant, setExperiment]);
}
