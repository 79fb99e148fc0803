import { graphql } from "../../../graphql/graphql.ts";

/** The action that the bank requires before it accepts a payment (3-D Secure). */
export const ConfirmationFragment = graphql(`
  fragment Confirmation on Subscription {
    id
    nextAction {
      type
      url
      clientSecret
    }
  }
`);
