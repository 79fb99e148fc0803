import { graphql } from "../../../graphql/graphql.ts";

/** What `NetMrr` shows. */
export const NetMrrFragment = graphql(`
  fragment NetMrr on NetMrr {
    currencyCode
    amount
    accounts
    movement {
      month
      kind
      amount
      people
    }
    months {
      month
      amount
    }
  }
`);
