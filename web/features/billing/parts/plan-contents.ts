import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import type { ChoosablePlan } from "./plan-choice.ts";

/** How many classes each access opens, as the library stands now. */
export const ClassCountsFragment = graphql(`
  fragment ClassCounts on Query {
    basicClasses: studioClasses(filters: { accessType: [free, basic] }, pagination: { first: 1 }) {
      total
    }
    standardClasses: studioClasses(
      filters: { accessType: [free, basic, standard] }
      pagination: { first: 1 }
    ) {
      total
    }
    allClasses: studioClasses(pagination: { first: 1 }) {
      total
    }
  }
`);

/** Says what is in a plan, in figures of the library itself. */
export function usePlanContents(
  counts: FragmentOf<typeof ClassCountsFragment>,
): (plan: Pick<ChoosablePlan, "accessType"> & { seats: number }) => string {
  const { t } = useLingui();
  const { basicClasses, standardClasses, allClasses } = readFragment(ClassCountsFragment, counts);
  return ({ accessType, seats }) => {
    const all = allClasses.total;
    if (seats > 1)
      return t`${plural(all, { one: "The # class", other: "All # classes" })}, for ${seats} people, each with their own floor`;
    if (accessType === "premium") return plural(all, { one: "The # class there is", other: "All # classes" });
    const count = accessType === "standard" ? standardClasses.total : basicClasses.total;
    return t`${count} of ${all} classes`;
  };
}
