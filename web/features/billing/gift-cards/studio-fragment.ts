import { graphql } from "../../../graphql/graphql.ts";

/** A gift card as staff see it. */
export const StudioCardFragment = graphql(`
  fragment StudioGiftCard on StudioGiftCard {
    id
    status
    lastDigits
    amount
    currencyCode
    months
    planName
    refundable
    refundLimit
    amountRefunded
    isPaid
    buyerId
    buyerName
    buyerEmail
    recipientEmail
    redeemerId
    redeemerName
    createdAt
  }
`);
