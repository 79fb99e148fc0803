import { graphql } from "../../../graphql/graphql.ts";

/** The studio's price for students, and whether the viewer may have it. */
export const StudentOfferFragment = graphql(`
  fragment StudentOffer on StudentOffer {
    code
    basisPoints
    months
    planIds
    isEligible
  }
`);
