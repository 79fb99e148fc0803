import { graphql } from "../../../graphql/graphql.ts";

/** Who takes the payments, and how a card gets there. */
export const PaymentConfigFragment = graphql(`
  fragment PaymentConfig on PaymentConfig {
    provider
    publishableKey
    tokenUrl
    cardFieldUrl
    wallets
    testMode
  }
`);
