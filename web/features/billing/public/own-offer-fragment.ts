import { graphql } from "../../../graphql/graphql.ts";

/** What opens a course or a class without a plan. */
export const OwnOfferFragment = graphql(`
  fragment OwnOffer on OwnOffer {
    id
    plan {
      id
      name
      period
      periodUnit
      priceInCents
      currencyCode
    }
    course {
      id
      title
    }
  }
`);
