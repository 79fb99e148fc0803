import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidatePlans } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";

const SetChildren = graphql(`
  mutation SetChildren($children: [ChildInput!]!) {
    setChildren(children: $children) {
      id
      age
      level
      profileId
    }
  }
`);

defineCacheUpdates({
  // The response is the whole list.
  setChildren(result, given, cache, info) {
    cache.link("Query", "children", result.setChildren as { __typename: "Child"; id: string }[]);
    invalidatePlans(result, given, cache, info);
  },
});

/** A child as entered; `level`: a slug of `levelV2`. */
export type EnteredChild = { id: string; age: number; level: string };

/** Saves the list of children, in this order. Resolves to true on success. */
export function useSetChildren(): (children: readonly EnteredChild[]) => Promise<boolean> {
  const [, set] = useMutation(SetChildren);
  return async (children) =>
    !(await set({ children: children.map(({ id, age, level }) => ({ id, age, level })) })).error;
}
