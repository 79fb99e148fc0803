/** What billing adds to GraphQL; one file a subject. */
import "./graphql/plans.ts";
import "./graphql/subscriptions.ts";
