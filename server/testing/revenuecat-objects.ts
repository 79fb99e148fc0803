/** A product in a store. Google Play has a base plan for each interval of a product. */
export interface StoreProduct {
  readonly product: string;
  readonly plan?: string;
  readonly store: "app_store" | "play_store";
  readonly entitlement: string | null;
  readonly days: number;
  readonly price: number;
}

/** The products of the stand-in's app, by a short name. */
export const storeProducts = {
  premiumMonthly: {
    product: "com.example.premium.monthly",
    store: "app_store",
    entitlement: "premium",
    days: 30,
    price: 14.99,
  },
  premiumYearly: {
    product: "com.example.premium.yearly",
    store: "app_store",
    entitlement: "premium",
    days: 365,
    price: 119.99,
  },
  basicMonthly: {
    product: "com.example.basic.monthly",
    store: "app_store",
    entitlement: "basic",
    days: 30,
    price: 7.99,
  },
  playPremium: {
    product: "premium",
    plan: "monthly",
    store: "play_store",
    entitlement: "premium",
    days: 30,
    price: 14.99,
  },
  tips: {
    product: "com.example.tips",
    store: "app_store",
    entitlement: null,
    days: 30,
    price: 1.99,
  },
} as const satisfies Record<string, StoreProduct>;
export type StoreProductName = keyof typeof storeProducts;

export interface StoreSubscription {
  readonly product: StoreProduct;
  readonly isSandbox: boolean;
  readonly isShared: boolean;
  periodType: "normal" | "trial";
  readonly startedAt: Date;
  purchasedAt: Date;
  expiresAt: Date;
  graceEndsAt: Date | null;
  canceledAt: Date | null;
  billingIssueAt: Date | null;
  refundedAt: Date | null;
  resumesAt: Date | null;
  transaction: string;
}

export interface StoreCustomer {
  readonly ids: Set<string>;
  readonly original: string;
  readonly firstSeen: Date;
  readonly subscriptions: Map<string, StoreSubscription>;
  readonly purchases: { product: string; id: string; at: Date; entitlement: string; isSandbox: boolean }[];
  readonly grants: Map<string, { product: string; at: Date; until: Date }>;
}

const iso = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
const maybeIso = (date: Date | null): string | null => date && iso(date);

/** The answer of `GET /v1/subscribers/{app_user_id}`. */
export function answerOf(customer: StoreCustomer, now: Date): object {
  const { subscriptions, purchases, grants, original, firstSeen } = customer;
  const entitlements: Record<string, { until: number; body: object }> = {};
  const unlock = (name: string | null, until: number, body: object) => {
    if (name && (entitlements[name]?.until ?? 0) < until) entitlements[name] = { until, body };
  };
  for (const { product, ...one } of subscriptions.values())
    unlock(product.entitlement, one.expiresAt.getTime(), {
      expires_date: iso(one.expiresAt),
      grace_period_expires_date: maybeIso(one.graceEndsAt),
      product_identifier: product.product,
      ...(product.plan ? { product_plan_identifier: product.plan } : {}),
      purchase_date: iso(one.purchasedAt),
    });
  for (const one of purchases)
    unlock(one.entitlement, Infinity, {
      expires_date: null,
      grace_period_expires_date: null,
      product_identifier: one.product,
      purchase_date: iso(one.at),
    });
  for (const [name, { product, at, until }] of grants)
    if (until > now)
      unlock(name, until.getTime(), {
        expires_date: iso(until),
        grace_period_expires_date: null,
        product_identifier: product,
        purchase_date: iso(at),
      });
  const live = [...subscriptions.values()].some(({ expiresAt }) => expiresAt > now);
  return {
    request_date: iso(now),
    request_date_ms: now.getTime(),
    subscriber: {
      original_app_user_id: original,
      original_application_version: null,
      original_purchase_date: null,
      first_seen: iso(firstSeen),
      last_seen: iso(now),
      management_url: live ? "https://apps.apple.com/account/subscriptions" : null,
      entitlements: Object.fromEntries(Object.entries(entitlements).map(([name, { body }]) => [name, body])),
      subscriptions: Object.fromEntries(
        [...subscriptions].map(([product, one]) => [
          product,
          {
            auto_resume_date: maybeIso(one.resumesAt),
            billing_issues_detected_at: maybeIso(one.billingIssueAt),
            display_name: null,
            expires_date: iso(one.expiresAt),
            grace_period_expires_date: maybeIso(one.graceEndsAt),
            is_sandbox: one.isSandbox,
            original_purchase_date: iso(one.startedAt),
            ownership_type: one.isShared ? "FAMILY_SHARED" : "PURCHASED",
            period_type: one.periodType,
            price: { amount: one.periodType === "trial" ? 0 : one.product.price, currency: "USD" },
            ...(one.product.plan ? { product_plan_identifier: one.product.plan } : {}),
            purchase_date: iso(one.purchasedAt),
            refunded_at: maybeIso(one.refundedAt),
            store: one.product.store,
            store_transaction_id: one.transaction,
            unsubscribe_detected_at: maybeIso(one.canceledAt),
          },
        ]),
      ),
      non_subscriptions: Object.fromEntries(
        purchases.map(({ product, id: purchase, at, isSandbox }) => [
          product,
          [
            {
              id: purchase,
              is_sandbox: isSandbox,
              price: { amount: 199, currency: "USD" },
              purchase_date: iso(at),
              original_purchase_date: iso(at),
              store: "app_store",
              store_transaction_id: purchase,
            },
          ],
        ]),
      ),
      other_purchases: {},
      subscriber_attributes: {},
    },
  };
}
