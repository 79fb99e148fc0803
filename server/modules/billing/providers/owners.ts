import type { Config } from "../../../platform/config/index.ts";
import type { SubscriptionOwner, SubscriptionOwners } from "../owner-ports.ts";
import { createChargebeeOwner } from "./chargebee/owner.ts";
import { createRevenueCatOwner } from "./revenuecat/owner.ts";

/** The providers that own subscriptions, each a folder. One returns null if it isn't configured. */
const registry: readonly ((config: Config) => SubscriptionOwner | null)[] = [
  createChargebeeOwner,
  createRevenueCatOwner,
];

/** Creates the configured owners of subscriptions. */
export function createOwners(config: Config): SubscriptionOwners {
  const all = registry.flatMap((create) => create(config) ?? []);
  return { all, find: (provider) => all.find((owner) => owner.provider === provider) ?? null };
}
