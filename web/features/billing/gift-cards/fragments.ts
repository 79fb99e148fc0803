import { graphql } from "../../../graphql/graphql.ts";

/** A gift card that the viewer bought. */
export const GiftCardFragment = graphql(`
  fragment GiftCard on GiftCard {
    id
    status
    code
    pdfUrl
    amount
    currencyCode
    months
    planName
    recipientEmail
    sendAt
    sentAt
    createdAt
    nextAction {
      url
      clientSecret
    }
  }
`);

/** What gift cards are sold for. */
export const GiftOfferFragment = graphql(`
  fragment GiftOffer on GiftCardOffer {
    currencyCode
    amounts
    least
    most
    months {
      planId
      planName
      months
      amount
    }
  }
`);
