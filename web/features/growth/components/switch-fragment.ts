import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { invalidating } from "../../../graphql/invalidate.ts";

export const SwitchFragment = graphql(`
  fragment Switch on FeatureFlag {
    name
    enabled
  }
`);
export const SetFeatureFlag = graphql(`
  mutation SetFeatureFlag($name: String!, $enabled: Boolean!) {
    setFeatureFlag(name: $name, enabled: $enabled) {
      name
      enabled
    }
  }
`);

// A flag pauses the experiment of its name, which is one state on the page.
defineCacheUpdates({ setFeatureFlag: invalidating("experiments", "varyingExperiments") });
