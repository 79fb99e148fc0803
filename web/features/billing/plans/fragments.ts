import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

/** Plans, prices and announced changes, as admins see them. Amounts in minor units, days in UTC. */
export const PriceGridQuery = graphql(`
  query PriceGrid {
    priceGrid {
      today
      plans {
        id
        name
        accessType
        period
        periodUnit
        trialDays
        seats
        isBestValue
        isOffered
        renews
        opens {
          kind
          id
        }
        isOnlyWay
        isWithheld
        position
        version
        members
        prices {
          currencyCode
          countryCode
          current {
            id
            amount
            validFrom
            net
            gross
          }
          upcoming {
            id
            amount
            validFrom
          }
          versions {
            id
            amount
            validFrom
            correctionLock
            takeBackLock
          }
          members {
            amount
            count
          }
        }
      }
      currencies {
        currencyCode
        taxCountryCode
        taxName
        taxPercent
        isTaxIncluded
        countryCodes
        members {
          countryCode
          count
        }
      }
      changes {
        id
        planId
        versionId
        currencyCode
        countryCode
        amount
        startsOn
        endsWithoutConsent
        noticesAt
        finishedAt
        undoneAt
        notified
        mustAgree
        accepted
        canUndo
      }
    }
  }
`);

export type Grid = ResultOf<typeof PriceGridQuery>["priceGrid"];
export type GridPlan = Grid["plans"][number];
export type GridPrice = GridPlan["prices"][number];
export type GridCurrency = Grid["currencies"][number];
export type GridChange = Grid["changes"][number];
