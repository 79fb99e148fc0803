import { useQuery } from "../../../graphql/hooks.ts";
import type { Evaluation, FlagName } from "../../../../contract/flags.ts";
import { graphql } from "../../../graphql/graphql.ts";

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

/** Current value of a feature flag; `fallback` until it has loaded, and if it is unknown. */
export function useFlag<Name extends FlagName>(flagKey: Name, fallback = false): Evaluation<Name, boolean> {
  const [{ data, stale, fetching }] = useQuery({ query: ConfigQuery, requestPolicy: "cache-and-network" });
  const value = data?.configs.featureFlags.find(({ name }) => name === flagKey)?.enabled;
  if (stale || fetching) return { flagKey, value: value ?? fallback, reason: "STALE" };
  return value === undefined
    ? { flagKey, value: fallback, reason: "ERROR" }
    : { flagKey, value, reason: "STATIC" };
}
