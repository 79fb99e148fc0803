import type { FastifyInstance } from "fastify";
import type { Ctx } from "../../../../ctx.ts";
import type { Config } from "../../../../platform/config/index.ts";
import { ConfigInvalid } from "../../../../platform/config/index.ts";
import type { HeldRef, Reading, SubscriptionOwner } from "../../owner-ports.ts";
import { providerNames } from "../../provider-names.ts";
import { accessTypes } from "../../subscriptions/access.ts";
import type { AccessType } from "../../subscriptions/access.ts";
import { RevenueCatClient } from "./client.ts";
import { readingOf } from "./held.ts";
import type { StoreTerms } from "./held.ts";
import { registerRevenueCatWebhooks } from "./http.ts";
import { listKnownPlans } from "./store.ts";

/** The stores by the names that they give themselves. */
const storeNames: Readonly<Record<string, string>> = {
  app_store: "App Store",
  mac_app_store: "Mac App Store",
  play_store: "Google Play",
  amazon: "Amazon Appstore",
  roku: "Roku",
};

export type RevenueCatSettings = NonNullable<Config["revenueCat"]>;

/**
 * The owner of what was bought in app stores, if RevenueCat is configured.
 * @throws ConfigInvalid if an entitlement is for an access type that there isn't
 */
export const createRevenueCatOwner = (config: Config): SubscriptionOwner | null =>
  config.revenueCat && new RevenueCatOwner(config.revenueCat);

/**
 * RevenueCat: subscriptions that people buy in the App Store, Google Play and other stores. A customer there is an account
 * here, under the account's id. The stores charge, cancel and refund; there is nothing to command.
 */
class RevenueCatOwner implements SubscriptionOwner {
  readonly provider = "revenuecat";
  readonly #client: RevenueCatClient;
  readonly #settings: RevenueCatSettings;
  readonly #terms: StoreTerms;

  constructor(settings: RevenueCatSettings) {
    this.#settings = settings;
    this.#client = new RevenueCatClient(settings);
    this.#terms = { entitlements: entitlementsOf(settings), allowsSandbox: settings.allowsSandbox };
  }

  billedBy(store: string | null): string {
    return (store && storeNames[store]) || providerNames[this.provider];
  }

  routes(server: FastifyInstance, ctx: Ctx): Promise<void> {
    return registerRevenueCatWebhooks(server, ctx, { ...this.#settings, provider: this.provider });
  }

  read(ctx: Ctx, of: HeldRef): Promise<Reading> {
    return this.readCustomer(ctx, of.customer);
  }

  async readCustomer(ctx: Ctx, customer: string): Promise<Reading> {
    const answer = await this.#client.subscriber(customer, ctx.clock);
    const known = await listKnownPlans(ctx.db, { provider: this.provider, customer });
    return readingOf(answer, { customer, terms: this.#terms, known });
  }

  deleteCustomer(ctx: Ctx, customer: string): Promise<void> {
    return this.#client.deleteSubscriber(customer, ctx.clock);
  }

  dashboardUrl({ customer }: HeldRef): string {
    const { projectId } = this.#settings;
    return `https://app.revenuecat.com/projects/${encodeURIComponent(projectId)}/customers/${encodeURIComponent(customer)}`;
  }
}

function entitlementsOf({ entitlements }: RevenueCatSettings): ReadonlyMap<string, AccessType> {
  const sold = accessTypes.filter((accessType) => accessType !== "free");
  const wrong = entitlements.filter(([, accessType]) => !(sold as readonly string[]).includes(accessType));
  if (wrong.length > 0)
    throw new ConfigInvalid(
      wrong.map(
        ([name, accessType]) =>
          `REVENUECAT_ENTITLEMENTS: ${name}=${accessType} must end in one of ${sold.join(", ")}.`,
      ),
    );
  return new Map(entitlements as readonly (readonly [string, AccessType])[]);
}
