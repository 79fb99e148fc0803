import { graphql } from "../../../graphql/graphql.ts";

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
