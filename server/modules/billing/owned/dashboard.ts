import { permissionsOf } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { providerNames } from "../provider-names.ts";
import { listOwnedOf } from "./store.ts";

/** A subscription in its provider's records. */
export interface AtProvider {
  readonly providerName: string;
  readonly ref: string;
  /** Its page in the provider's dashboard; null if there is none. */
  readonly dashboardUrl: string | null;
  readonly readAt: Date;
}

/** Where staff who see people find a subscription at its provider; null for others, and for one of our ledger. */
export async function atProviderOf(ctx: Ctx, found: SubscriptionRow): Promise<AtProvider | null> {
  if (found.owner === "ledger" || !ctx.viewer || !permissionsOf(ctx.viewer.role).includes("seePeople"))
    return null;
  const [row] = await listOwnedOf(ctx.db, [found.id]);
  if (!row) return null;
  const { ref, customer, readAt } = row;
  const dashboardUrl = ctx.ports.owners.find(found.provider)?.dashboardUrl({ ref, customer }) ?? null;
  return { providerName: providerNames[found.provider], ref, dashboardUrl, readAt };
}
