import { graphql } from "../../../graphql/graphql.ts";

/** What people can be filtered by. */
export const PeopleOptionsQuery = graphql(`
  query StudioPeopleOptions {
    couponOptions {
      currencyCodes
      plans {
        id
        name
        period
        periodUnit
      }
    }
    paymentConfig {
      countries
    }
    styles {
      slug
      name
    }
  }
`);
