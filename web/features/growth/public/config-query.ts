import { graphql } from "../../../graphql/graphql.ts";

/** The feature flags. They are in the boot data, so that the first page knows them without a request. */
export const ConfigQuery = graphql(`
  query Config {
    configs {
      featureFlags {
        name
        enabled
      }
    }
  }
`);
