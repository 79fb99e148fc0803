/** What billing adds to GraphQL; one file a subject. */
import "./graphql/changes.ts";
import "./graphql/coupons.ts";
import "./graphql/intents.ts";
import "./graphql/invoices.ts";
import "./graphql/overview.ts";
import "./graphql/plans.ts";
import "./graphql/subscriptions.ts";
import "./graphql/taxes.ts";
