import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { classesOpened } from "./classes-opened.ts";
import type { ChoosablePlan } from "./plan-choice.ts";

/** Number of classes in the library by access type. */
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

/** Describes a plan's content in figures of the library; null without figures. */
export function usePlanContents(
  counts: FragmentOf<typeof ClassCountsFragment>,
): (plan: Pick<ChoosablePlan, "accessType"> & { seats: number }) => string | null {
  const { t } = useLingui();
  const found = readFragment(ClassCountsFragment, counts);
  return ({ accessType, seats }) => {
    const opened = classesOpened({ accessType }, found);
    if (!opened) return seats > 1 ? t`For up to ${seats} people with their own profiles` : null;
    const { count, all } = opened;
    if (seats > 1)
      return t`${plural(all, { one: "# class", other: "All # classes" })}, for up to ${seats} people with their own profiles`;
    if (accessType === "premium") return plural(all, { one: "# class", other: "All # classes" });
    return t`${count} of ${all} classes`;
  };
}
