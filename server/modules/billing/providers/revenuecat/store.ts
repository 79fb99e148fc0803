import { sql } from "kysely";
import { statement } from "../../../../platform/db.ts";
import type { Db } from "../../../../platform/db.ts";
import type { AccessType } from "../../subscriptions/access.ts";
import type { KnownPlans } from "./held.ts";

const selectKnown = statement<
  { provider: string; customer: string },
  { ref: string; planId: string; accessType: AccessType }
>(
  "billing.list_known_store_plans",
  (p) => sql`
    select owned.ref, found.plan_id as "planId", found.access_type as "accessType"
    from billing.owned_subscriptions as owned join billing.subscriptions as found on found.id = owned.subscription_id
    where owned.provider = ${p.provider} and owned.customer_ref = ${p.customer} and owned.is_current`,
);

/** The plans of a customer's subscriptions as last read, by their reference. */
export async function listKnownPlans(
  db: Db,
  of: { readonly provider: string; readonly customer: string },
): Promise<KnownPlans> {
  const rows = await db.many(selectKnown, of);
  return new Map(rows.map(({ ref, planId, accessType }) => [ref, { planId, accessType }]));
}
