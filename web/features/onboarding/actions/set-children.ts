import { useMutation } from "urql";
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
  // The answer is the whole list.
  setChildren(result, given, cache, info) {
    cache.link("Query", "children", result.setChildren as { __typename: "Child"; id: string }[]);
    invalidatePlans(result, given, cache, info);
  },
});

/** A child as it is told of; `level`: a slug of `levelV2`. */
export type EnteredChild = { id: string; age: number; level: string };

/** Keeps the children that one dances with: these, in this order. True: the studio has them. */
export function useSetChildren(): (children: readonly EnteredChild[]) => Promise<boolean> {
  const [, set] = useMutation(SetChildren);
  return async (children) =>
    !(await set({ children: children.map(({ id, age, level }) => ({ id, age, level })) })).error;
}
