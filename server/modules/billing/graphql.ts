/** What billing adds to GraphQL; one file a subject. */
import "./graphql/overview.ts";
import "./graphql/plans.ts";
import "./graphql/subscriptions.ts";
