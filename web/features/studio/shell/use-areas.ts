import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

const AreasQuery = graphql(`
  query StudioMenu {
    studioAreas {
      key
      waiting
    }
  }
`);
export type Area = ResultOf<typeof AreasQuery>["studioAreas"][number];
export type AreaKey = Area["key"];

/** The studio's pages that the viewer may open, with the pending items of each; none until they are known. */
export function useAreas(): readonly Area[] {
  const [{ data }] = useQuery({ query: AreasQuery, requestPolicy: "cache-and-network" });
  return data?.studioAreas ?? [];
}
