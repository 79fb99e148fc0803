import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

export const MemberImportFragment = graphql(`
  fragment MemberImport on MemberImport {
    id
    fileName
    createdAt
    state
    plans {
      value
      rows
      planId
      isKnown
    }
    planId
    accessUntil
    dates {
      sample
      order
      isAmbiguous
    }
    columns {
      name
      field
      samples
    }
    counts {
      state
      count
    }
  }
`);
export type MemberImport = ResultOf<typeof MemberImportFragment>;
export type MemberImportField = MemberImport["columns"][number]["field"];
export type RowState = MemberImport["counts"][number]["state"];

const none: Record<RowState, number> = {
  bad_day: 0,
  bad_email: 0,
  duplicate: 0,
  failed: 0,
  invited: 0,
  known: 0,
  no_email: 0,
  ready: 0,
  unknown_plan: 0,
};

/** How many rows of an import are in each state. */
export const countsOf = ({ counts }: Pick<MemberImport, "counts">): Record<RowState, number> => ({
  ...none,
  ...Object.fromEntries(counts.map(({ state, count }) => [state, count])),
});
