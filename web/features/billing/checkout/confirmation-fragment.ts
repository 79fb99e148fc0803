import { graphql } from "../../../graphql/graphql.ts";

/** What somebody must do before their bank lets a payment through. */
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
