import { graphql } from "../../../graphql/graphql.ts";

export const ListedSubscriptionFragment = graphql(`
  fragment ListedSubscription on Subscription {
    id
    status
    accessEndsAt
    nextBillingAt
    countryCode
    plan {
      id
      name
      currencyCode
    }
    dunning {
      amount
    }
  }
`);

/** Someone in the list of people. */
export const ListedPersonFragment = graphql(
  `
    fragment ListedPerson on StudioPerson {
      id
      name
      email
      photoURL
      isGuest
      joinedAt
      subscription {
        ...ListedSubscription
      }
      practice {
        lastDancedAt
        completed
      }
    }
  `,
  [ListedSubscriptionFragment],
);

/** What holds for an account beside its plan. */
export const AccountStateFragment = graphql(`
  fragment AccountState on StudioAccountState {
    suspensionReason
    suspendedUntil
    deletedAt
    exportRequestedAt
    unconfirmedEmail
    sessions
    isStaff
  }
`);
