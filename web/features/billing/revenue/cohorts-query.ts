import { graphql } from "../../../graphql/graphql.ts";

export const CohortsQuery = graphql(`
  query MemberCohorts($split: CohortSplit!, $value: String) {
    memberCohorts(split: $split, value: $value) {
      split
      value
      countedAt
      leastMembers
      months {
        month
        size
        deleted
        paying
        payingDeleted
      }
      values {
        value
        name
        size
        paying
        of
      }
    }
  }
`);
