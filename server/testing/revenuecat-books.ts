import { randomUUID } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import { answerOf, storeProducts } from "./revenuecat-objects.ts";
import type {
  StoreCustomer,
  StoreProduct,
  StoreProductName,
  StoreSubscription,
} from "./revenuecat-objects.ts";

const dayMs = 86_400_000;

export interface StoreEvent {
  readonly id: string;
  readonly payload: string;
}

/** The records of a RevenueCat project, and what happens in the stores. */
export function openStoreBooks(clock: Clock) {
  const customers: StoreCustomer[] = [];
  const events: StoreEvent[] = [];
  /** Ids that were created by a mere question about them. */
  const createdByReading: string[] = [];
  const now = () => new Date(clock.now().getTime());
  const find = (id: string) => customers.find(({ ids }) => ids.has(id)) ?? null;
  const create = (id: string): StoreCustomer => {
    const customer: StoreCustomer = {
      ids: new Set([id]),
      original: id,
      firstSeen: now(),
      subscriptions: new Map(),
      purchases: [],
      grants: new Map(),
    };
    customers.push(customer);
    return customer;
  };
  const of = (id: string) => find(id) ?? create(id);
  const subscriptionOf = (id: string, name: StoreProductName): StoreSubscription => {
    const found = of(id).subscriptions.get(storeProducts[name].product);
    if (!found) throw new Error(`${id} has no ${name}`);
    return found;
  };

  const publish = (type: string, fields: object): StoreEvent => {
    const id = randomUUID();
    const event = {
      api_version: "1.0",
      event: { type, id, event_timestamp_ms: now().getTime(), app_id: "app1", ...fields },
    };
    const stored = { id, payload: JSON.stringify(event) };
    events.push(stored);
    return stored;
  };
  const notify = (type: string, id: string, one: StoreSubscription, more: object = {}): StoreEvent => {
    const { ids, original } = of(id);
    return publish(type, {
      app_user_id: id,
      original_app_user_id: original,
      aliases: [...ids],
      product_id: one.product.plan ? `${one.product.product}:${one.product.plan}` : one.product.product,
      entitlement_ids: one.product.entitlement ? [one.product.entitlement] : null,
      period_type: one.periodType.toUpperCase(),
      purchased_at_ms: one.purchasedAt.getTime(),
      expiration_at_ms: one.expiresAt.getTime(),
      grace_period_expiration_at_ms: one.graceEndsAt?.getTime() ?? null,
      auto_resume_at_ms: one.resumesAt?.getTime() ?? null,
      store: one.product.store.toUpperCase(),
      environment: one.isSandbox ? "SANDBOX" : "PRODUCTION",
      price: one.product.price,
      price_in_purchased_currency: one.product.price,
      currency: "USD",
      country_code: "US",
      is_family_share: one.isShared,
      ...more,
    });
  };

  const acts = {
    /** @param given.days the length of a trial */
    buy(
      id: string,
      name: StoreProductName,
      given: { trialDays?: number; isSandbox?: boolean; isShared?: boolean } = {},
    ): StoreEvent {
      const product: StoreProduct = storeProducts[name];
      const at = now();
      const before = of(id).subscriptions.get(product.product);
      const one: StoreSubscription = {
        product,
        isSandbox: given.isSandbox ?? false,
        isShared: given.isShared ?? false,
        periodType: given.trialDays ? "trial" : "normal",
        startedAt: before?.startedAt ?? at,
        purchasedAt: at,
        expiresAt: new Date(at.getTime() + (given.trialDays ?? product.days) * dayMs),
        graceEndsAt: null,
        canceledAt: null,
        billingIssueAt: null,
        refundedAt: null,
        resumesAt: null,
        transaction: randomUUID(),
      };
      of(id).subscriptions.set(product.product, one);
      return notify("INITIAL_PURCHASE", id, one);
    },
    buyForLife(id: string, entitlement: string): StoreEvent {
      const product = `com.example.${entitlement}.lifetime`;
      of(id).purchases.push({ product, id: randomUUID(), at: now(), entitlement, isSandbox: false });
      return publish("NON_RENEWING_PURCHASE", {
        app_user_id: id,
        original_app_user_id: of(id).original,
        aliases: [...of(id).ids],
        product_id: product,
        environment: "PRODUCTION",
      });
    },
    /** The store charged for another term. */
    renew(id: string, name: StoreProductName): StoreEvent {
      const one = subscriptionOf(id, name);
      const from = one.expiresAt > now() ? one.expiresAt : now();
      Object.assign(one, {
        periodType: "normal",
        purchasedAt: from,
        expiresAt: new Date(from.getTime() + one.product.days * dayMs),
        graceEndsAt: null,
        canceledAt: null,
        billingIssueAt: null,
        resumesAt: null,
        transaction: randomUUID(),
      });
      return notify("RENEWAL", id, one);
    },
    cancel(id: string, name: StoreProductName): StoreEvent {
      const one = subscriptionOf(id, name);
      one.canceledAt = now();
      return notify("CANCELLATION", id, one, { cancel_reason: "UNSUBSCRIBE" });
    },
    uncancel(id: string, name: StoreProductName): StoreEvent {
      const one = subscriptionOf(id, name);
      one.canceledAt = null;
      return notify("UNCANCELLATION", id, one);
    },
    /** The store couldn't charge. @param graceDays for how long it lets the person go on; 0 for not at all */
    failPayment(id: string, name: StoreProductName, graceDays: number): StoreEvent {
      const one = subscriptionOf(id, name);
      one.billingIssueAt = now();
      one.graceEndsAt = graceDays > 0 ? new Date(one.expiresAt.getTime() + graceDays * dayMs) : null;
      return notify("BILLING_ISSUE", id, one);
    },
    /** Another product takes over at once, and what was left of the old one ends. */
    changeProduct(id: string, from: StoreProductName, to: StoreProductName): StoreEvent {
      const old = subscriptionOf(id, from);
      old.expiresAt = now();
      const product: StoreProduct = storeProducts[to];
      of(id).subscriptions.set(product.product, {
        ...old,
        product,
        purchasedAt: now(),
        expiresAt: new Date(now().getTime() + product.days * dayMs),
        transaction: randomUUID(),
      });
      return notify("PRODUCT_CHANGE", id, old, { new_product_id: product.product });
    },
    /** The subscription will pause at the end of its term. */
    pause(id: string, name: StoreProductName, days: number): StoreEvent {
      const one = subscriptionOf(id, name);
      one.resumesAt = new Date(one.expiresAt.getTime() + days * dayMs);
      return notify("SUBSCRIPTION_PAUSED", id, one);
    },
    extend(id: string, name: StoreProductName, days: number): StoreEvent {
      const one = subscriptionOf(id, name);
      one.expiresAt = new Date(one.expiresAt.getTime() + days * dayMs);
      return notify("SUBSCRIPTION_EXTENDED", id, one);
    },
    expire(id: string, name: StoreProductName): StoreEvent {
      const one = subscriptionOf(id, name);
      if (one.expiresAt > now()) one.expiresAt = now();
      return notify("EXPIRATION", id, one, {
        expiration_reason: one.resumesAt ? "SUBSCRIPTION_PAUSED" : "UNSUBSCRIBE",
      });
    },
    refund(id: string, name: StoreProductName): StoreEvent {
      const one = subscriptionOf(id, name);
      one.refundedAt = now();
      one.expiresAt = now();
      return notify("CANCELLATION", id, one, { cancel_reason: "CUSTOMER_SUPPORT" });
    },
    reverseRefund(id: string, name: StoreProductName): StoreEvent {
      const one = subscriptionOf(id, name);
      one.refundedAt = null;
      one.expiresAt = new Date(one.purchasedAt.getTime() + one.product.days * dayMs);
      return notify("REFUND_REVERSED", id, one);
    },
    /** The store doesn't answer, so RevenueCat believes the app for a while. */
    grant(id: string, name: StoreProductName, hours: number): StoreEvent {
      const product: StoreProduct = storeProducts[name];
      const until = new Date(now().getTime() + hours * 3_600_000);
      of(id).grants.set(product.entitlement!, { product: product.product, at: now(), until });
      return publish("TEMPORARY_ENTITLEMENT_GRANT", {
        app_user_id: id,
        product_id: product.product,
        entitlement_ids: [product.entitlement],
        purchased_at_ms: now().getTime(),
        expiration_at_ms: until.getTime(),
        store: product.store.toUpperCase(),
      });
    },
    /** The store answered about a purchase that was granted. */
    settleGrant(id: string, name: StoreProductName, isValid: boolean): StoreEvent {
      const product: StoreProduct = storeProducts[name];
      of(id).grants.delete(product.entitlement!);
      if (isValid) return acts.buy(id, name);
      return publish("EXPIRATION", { app_user_id: id, product_id: product.product });
    },
    /** Someone restored purchases under another account. */
    transfer(from: string, to: string): StoreEvent {
      const [giver, taker] = [of(from), of(to)];
      for (const [product, one] of giver.subscriptions) taker.subscriptions.set(product, one);
      giver.subscriptions.clear();
      taker.purchases.push(...giver.purchases.splice(0));
      return publish("TRANSFER", {
        transferred_from: [...giver.ids],
        transferred_to: [...taker.ids],
        store: "APP_STORE",
        environment: "PRODUCTION",
      });
    },
    /** The app signed someone in, who was anonymous to RevenueCat before. No event reports it. */
    alias(anonymous: string, id: string): void {
      of(anonymous).ids.add(id);
    },
    /** The dashboard's button. */
    test: (): StoreEvent =>
      publish("TEST", { app_user_id: randomUUID(), environment: "SANDBOX", product_id: "test_product" }),
    /** A paywall was shown: news about no one's access. */
    showPaywall: (id: string): StoreEvent =>
      publish("PAYWALL_IMPRESSION", { app_user_id: id, environment: "PRODUCTION" }),
  };

  /** The answer to a question about a customer, who is created if they are unknown. */
  const subscriberOf = (id: string): { isNew: boolean; body: object } => {
    const isNew = find(id) === null;
    if (isNew) createdByReading.push(id);
    return { isNew, body: answerOf(of(id), now()) };
  };
  const remove = (id: string): boolean => {
    const at = customers.findIndex(({ ids }) => ids.has(id));
    if (at >= 0) customers.splice(at, 1);
    return at >= 0;
  };
  return {
    acts,
    events,
    createdByReading,
    subscriberOf,
    subscriptionOf: (id: string, name: StoreProductName): Readonly<StoreSubscription> =>
      subscriptionOf(id, name),
    remove,
    has: (id: string) => find(id) !== null,
  };
}
