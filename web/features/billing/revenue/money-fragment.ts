import { graphql } from "../../../graphql/graphql.ts";
import { NetMrrFragment } from "../public/net-mrr-fragment.ts";

export const DifferenceFragment = graphql(`
  fragment Difference on MoneyDifference {
    id
    providerName
    kind
    subject
    dashboardUrl
    amount
    currencyCode
    words
    foundAt
    closedAt
    note
  }
`);

export const MoneyFragment = graphql(
  `
    fragment Money on MoneyOverview {
      days
      now
      since
      payingBefore
      netMrr {
        ...NetMrr
      }
      subscriptionCounts {
        planId
        planName
        period
        periodUnit
        status
        currencyCode
        count
        monthly
      }
      passSales {
        planId
        planName
        currencyCode
        running
        sold
        buyers
        paid
        refunded
      }
      trials {
        started
        ended
        paid
      }
      churn {
        reason
        isTrial
        count
      }
      dunning {
        subscriptionId
        planName
        currencyCode
        amountDue
        attempts
        retryAt
        failureCode
        member {
          id
          name
          username
        }
      }
      dunningTotals {
        currencyCode
        openCount
        openAmount
        recoveredCount
        recoveredAmount
        lostCount
        lostAmount
      }
      failedWebhooks {
        provider
        eventId
        type
        failure
        receivedAt
      }
      failedWebhooksTotal
      income {
        month
        currencyCode
        invoices
        paid
        refunded
        tax
      }
      differences {
        ...Difference
      }
      disputes {
        id
        provider
        payment {
          providerName
          ref
          dashboardUrl
        }
        invoiceNumber
        amount
        currencyCode
        reason
        status
        dueAt
        member {
          id
          name
          username
        }
      }
      unansweredPayments {
        id
        payment {
          providerName
          ref
          dashboardUrl
        }
        amount
        currencyCode
        since
        attempts
        member {
          id
          name
          username
        }
      }
      failedRefunds {
        id
        payment {
          providerName
          ref
          dashboardUrl
        }
        invoiceNumber
        amount
        currencyCode
        reason
        failure
        member {
          id
          name
          username
        }
      }
    }
  `,
  [DifferenceFragment, NetMrrFragment],
);
