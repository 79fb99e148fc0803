import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { AccountStateFragment, ListedSubscriptionFragment } from "./fragments.ts";

/** One account, as its page shows it. */
export const PersonQuery = graphql(
  `
    query StudioPerson($id: ID!) {
      studioPerson(id: $id) {
        id
        name
        username
        photoURL
        email
        isEmailVerified
        emailStop {
          reason
          at
        }
        isGuest
        joinedAt
        planVersion
        isComplimentary
        state {
          ...AccountState
        }
        subscription {
          ...ListedSubscription
          nextPlan {
            id
            name
          }
          resumeAmount
          isPrepaid
          atProvider {
            providerName
            ref
            dashboardUrl
          }
        }
        profiles {
          id
          name
          isChild
        }
        student {
          byEmail
          approvedUntil
        }
        credit {
          currencyCode
          amount
        }
        practice {
          lastDancedAt
          started
          completed
        }
      }
    }
  `,
  [AccountStateFragment, ListedSubscriptionFragment],
);
export type Person = ResultOf<typeof PersonQuery>["studioPerson"];
