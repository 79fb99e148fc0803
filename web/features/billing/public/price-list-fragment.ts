import { graphql } from "../../../graphql/graphql.ts";

/** What a list of prices shows of a plan. */
export const PriceListFragment = graphql(`
  fragment PriceList on Plan {
    id
    name
    accessType
    period
    periodUnit
    priceInCents
    currencyCode
    isBestValue
    monthlySavingsInPercent
    seats
    trialPeriod
    trialPeriodUnit
    trialEndTime
  }
`);
