import type { Ctx } from "../../../ctx.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { actsOf } from "../owner-ports.ts";
import type { HeldMethod, SubscriptionAct } from "../owner-ports.ts";
import { providerNames } from "../provider-names.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { listOwnedOf } from "./store.ts";
import type { OwnedRow } from "./store.ts";

/** Who bills a provider's subscription, and where it is managed. */
export interface Management {
  /** The store's or the provider's name, as people know it. */
  readonly billedBy: string;
  /** The provider's page for what can't be done here; null if it has none. */
  readonly url: string | null;
  /** What can be done here. */
  readonly acts: readonly SubscriptionAct[];
}

const ownedLoader = defineLoader<string, OwnedRow>(
  async (ctx, ids) => new Map((await listOwnedOf(ctx.db, ids)).map((row) => [row.subscriptionId, row])),
);

/** How a subscription is managed; null for one of our ledger. */
export async function managementOf(
  ctx: Ctx,
  found: Pick<SubscriptionRow, "id" | "owner" | "provider">,
): Promise<Management | null> {
  if (found.owner === "ledger") return null;
  const row = await ownedLoader(ctx).load(found.id);
  const owner = ctx.ports.owners.find(found.provider);
  return {
    billedBy: owner?.billedBy(row?.store ?? null) ?? providerNames[found.provider],
    url: row?.managementUrl ?? null,
    // A provider that is no longer configured can only be reached at its own place.
    acts: owner && row ? actsOf(owner) : [],
  };
}

/** What a provider's subscription is paid by; null if the provider doesn't tell. */
export async function ownedMethodOf(
  ctx: Ctx,
  { id }: Pick<SubscriptionRow, "id">,
): Promise<(HeldMethod & { readonly id: string }) | null> {
  const method = (await ownedLoader(ctx).load(id))?.method;
  return method ? { id: `owned-${id}`, ...method } : null;
}
