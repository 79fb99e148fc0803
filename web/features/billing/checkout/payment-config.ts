import { graphql } from "../../../graphql/graphql.ts";

/** The payment provider and its public settings. */
export const PaymentConfigFragment = graphql(`
  fragment PaymentConfig on PaymentConfig {
    provider
    site
    publishableKey
    tokenUrl
    cardFieldUrl
    wallets
    testMode
  }
`);
