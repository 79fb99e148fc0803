import { graphql } from "../../../graphql/graphql.ts";

/** State of a subscription, for its payer. */
export const CurrentFragment = graphql(`
  fragment Current on Subscription {
    id
    status
    dunningStatus
    createdAt
    agreedAt
    management {
      billedBy
      url
      acts
    }
    isComplimentary
    isPrepaid
    canBuyAgain
    nextBillingAt
    nextAmount
    accessEndsAt
    resumesAt
    resumeAmount
    startNowAmount
    coupons {
      id
    }
    pendingPriceNotice {
      oldAmount
      newAmount
      effectiveAt
      needsConsent
      endsWithoutConsent
      acceptedAt
    }
    restart {
      amountDue
      consentVersion
      plan {
        id
        name
        period
        periodUnit
        priceInCents
      }
      paymentMethod {
        id
        type
        brand
        last4
        expMonth
        expYear
      }
    }
    canceledAt
    credit
    pauseCredit
    currencyCode
    countryCode
    cancelOffers
    withdrawableUntil
    dunning {
      invoiceId
      amount
      retryAt
      willRetry
      needsConfirmation
    }
    confirmation {
      purpose
      amount
    }
    nextAction {
      type
      url
      clientSecret
    }
    nextPlan {
      id
      name
      period
      periodUnit
    }
    paymentMethod {
      id
      type
      brand
      last4
      expMonth
      expYear
    }
    plan {
      id
      name
      accessType
      period
      periodUnit
      currencyCode
      priceInCents
      seats
      renews
    }
  }
`);
