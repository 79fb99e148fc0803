import { useQuery } from "urql";
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

/** Whether a switch of the product is on, as it stands now; `fallback` until anything is known of it, and where nothing is. */
export function useFlag<Name extends FlagName>(flagKey: Name, fallback = false): Evaluation<Name, boolean> {
  const [{ data, stale, fetching }] = useQuery({ query: ConfigQuery, requestPolicy: "cache-and-network" });
  const value = data?.configs.featureFlags.find(({ name }) => name === flagKey)?.enabled;
  if (stale || fetching) return { flagKey, value: value ?? fallback, reason: "STALE" };
  return value === undefined
    ? { flagKey, value: fallback, reason: "ERROR" }
    : { flagKey, value, reason: "STATIC" };
}
