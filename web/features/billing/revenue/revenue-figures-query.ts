import { graphql } from "../../../graphql/graphql.ts";

export const RevenueMonthFragment = graphql(`
  fragment RevenueMonth on MrrMonth {
    month
    amount
    accounts
    accountsBefore
    left
  }
`);

export const RevenueFiguresQuery = graphql(
  `
    query RevenueFigures {
      revenueFigures {
        conversion {
          currencyCode
          source
          rates {
            currencyCode
            value
            day
          }
        }
        withoutRate
        months {
          ...RevenueMonth
        }
        values {
          planId
          planName
          currencyCode
          net
          left
          value
        }
        byCurrency {
          currencyCode
          months {
            ...RevenueMonth
          }
        }
        valuesByCurrency {
          planId
          planName
          currencyCode
          net
          left
          value
        }
        countedAt
      }
    }
  `,
  [RevenueMonthFragment],
);
