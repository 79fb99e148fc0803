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
    subscriptions {
      providerName
      prices {
        value
        name
        amount
        currencyCode
        period
        periodUnit
        rows
        plans {
          id
          name
          period
          periodUnit
        }
        planId
        isChosen
      }
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

/** States of rows that aren't invited, apart from people who are members already. */
export const skippedStates = [
  "no_email",
  "bad_email",
  "duplicate",
  "unknown_plan",
  "bad_day",
  "no_provider",
  "unreachable",
  "unknown_price",
  "subscription_not_found",
  "subscription_ended",
  "subscription_several",
  "subscription_unpaid",
  "subscription_paused",
  "subscription_scheduled",
  "subscription_renewing",
  "subscription_no_method",
  "subscription_taxed",
  "subscription_discounted",
  "subscription_unusual",
  "subscription_balance",
  "subscription_forbidden",
  "subscription_customer_taken",
  "subscription_changed",
  "failed",
] as const satisfies readonly RowState[];
const others = [
  "known",
  "unchecked",
  "ready",
  "ready_to_take_over",
  "taking_over",
  "taken_over",
  "invited",
] as const satisfies readonly RowState[];
const none = Object.fromEntries([...skippedStates, ...others].map((state) => [state, 0])) as Record<
  RowState,
  number
>;

/** How many rows of an import are in each state. */
export const countsOf = ({ counts }: Pick<MemberImport, "counts">): Record<RowState, number> => ({
  ...none,
  ...Object.fromEntries(counts.map(({ state, count }) => [state, count])),
});

/** How many people are still to be invited, and how many were, with a subscription or without. */
export const peopleOf = (counts: Record<RowState, number>): { waiting: number; invited: number } => ({
  waiting: counts.ready + counts.ready_to_take_over,
  invited: counts.invited + counts.taken_over,
});
