/** Billing's part of the GraphQL schema, one file per subject. */
import "./buyers/graphql.ts";
import "./subscriptions/graphql-changes.ts";
import "./contract-requests/graphql.ts";
import "./coupons/graphql.ts";
import "./payments/graphql.ts";
import "./payments/graphql-intents.ts";
import "./payments/graphql-methods.ts";
import "./credits/graphql.ts";
import "./invoices/graphql.ts";
import "./reports/graphql.ts";
import "./seats/graphql.ts";
import "./plans/graphql.ts";
import "./plans/graphql-studio.ts";
import "./price-changes/graphql.ts";
import "./subscriptions/graphql-restart.ts";
import "./subscriptions/graphql.ts";
import "./taxes/graphql.ts";
