import { fromDecimal } from "../../../../../contract/formats/numbers.ts";
import type { HeldPlan, HeldStatus, HeldSubscription, Reading } from "../../owner-ports.ts";
import { rankOf } from "../../subscriptions/access.ts";
import type { AccessType } from "../../subscriptions/access.ts";
import { grantsAccess } from "../../rules/states.ts";
import type { StoreEntitlement, StoreSubscription, SubscriberAnswer } from "./subscriber.ts";

const dayMs = 86_400_000;
/** Ends beyond this are RevenueCat's notation for a grant without an end, in days. */
const endlessDays = 50 * 365;
/** Stores retry a failed payment for 60 days at most. */
const retriedDays = 60;
/** A purchase that the store couldn't validate yet is granted for a day at most. */
const maxGrantMs = dayMs + 3_600_000;
/** A term from this length on is a year's. */
const yearDays = 180;

/** What the operator configured. */
export interface StoreTerms {
  /** The access type of each entitlement. Others grant nothing. */
  readonly entitlements: ReadonlyMap<string, AccessType>;
  /** Whether purchases of a store's test environment count. */
  readonly allowsSandbox: boolean;
}

/** What an earlier reading found, by reference. */
export type KnownPlans = ReadonlyMap<string, { readonly planId: string; readonly accessType: AccessType }>;

/** A purchase of any kind. */
interface Purchase {
  readonly ref: string;
  readonly product: string;
  readonly productPlan: string | null;
  readonly store: string | null;
  readonly startedAt: Date;
  readonly termStartsAt: Date;
  /** Null for life. */
  readonly endsAt: Date | null;
  readonly graceEndsAt: Date | null;
  readonly renews: boolean;
  readonly isTrial: boolean;
  readonly refundedAt: Date | null;
  readonly canceledAt: Date | null;
  readonly billingIssueAt: Date | null;
  readonly resumesAt: Date | null;
  readonly price: { readonly amount: number; readonly currency: string } | null;
  readonly managementUrl: string | null;
}

/**
 * What a customer of RevenueCat holds, from its answer. Pure: the answer's own time is the present.
 * @param given.customer our account id, which is the app user id
 * @param given.known plans of earlier readings: an entitlement names one product even if two stores grant it
 */
export function readingOf(
  { request_date_ms: version, subscriber }: SubscriberAnswer,
  given: { readonly customer: string; readonly terms: StoreTerms; readonly known: KnownPlans },
): Reading {
  const { customer, terms, known } = given;
  const now = new Date(version);
  const best = new Map<string, { held: HeldSubscription; purchase: Purchase }>();
  for (const purchase of purchasesOf(subscriber, customer, terms, now)) {
    const plan = planOf(purchase, subscriber.entitlements, { terms, known, now });
    if (!plan) continue;
    const held = heldOf(purchase, { customer, version, plan, now });
    const other = best.get(purchase.ref);
    // After a change of product the store lists both, and the old one has ended.
    if (!other || precedes({ held, purchase }, other)) best.set(purchase.ref, { held, purchase });
  }
  const subscriptions = [...best.values()]
    .map(({ held }) => held)
    .sort((one, other) => (one.ref < other.ref ? -1 : 1));
  return {
    subscriptions: subscriptions.map((held) => ({
      ...held,
      // RevenueCat's own link is for one of them: for the only one, if there is one.
      managementUrl:
        held.managementUrl ??
        storePageOf(held.store) ??
        (subscriptions.length === 1 ? webUrlOf(subscriber.management_url) : null),
    })),
    whole: [{ customer, version }],
  };
}

type Found = { readonly held: HeldSubscription; readonly purchase: Purchase };

function precedes(one: Found, other: Found): boolean {
  const [isOne, isOther] = [grantsAccess(one.held.status), grantsAccess(other.held.status)];
  if (isOne !== isOther) return isOne;
  const [from, since] = [one.purchase.termStartsAt.getTime(), other.purchase.termStartsAt.getTime()];
  return from === since ? one.purchase.product < other.purchase.product : from > since;
}

/** Everything that was bought or given. A store's test purchases are left out unless they are allowed. */
function purchasesOf(
  { subscriptions, non_subscriptions: others, entitlements }: SubscriberAnswer["subscriber"],
  customer: string,
  { allowsSandbox }: StoreTerms,
  now: Date,
): Purchase[] {
  const bought = Object.entries(subscriptions).flatMap(([product, one]) =>
    one.is_sandbox && !allowsSandbox ? [] : [subscriptionPurchase(customer, product, one, now)],
  );
  const single = Object.entries(others).flatMap(([product, all]) => {
    const unlocked = Object.values(entitlements).filter((one) => one.product_identifier === product);
    if (unlocked.length === 0) return [];
    const ends = unlocked.map(({ expires_date: end }) => end?.getTime() ?? Infinity);
    const lastMs = Math.max(...ends);
    const endsAt = lastMs === Infinity ? null : new Date(lastMs);
    return all
      .filter((one) => allowsSandbox || !one.is_sandbox)
      .map((one) => ({
        ...noPurchase,
        ref: `${customer}:${one.store}:${one.id}`,
        product,
        store: one.store,
        startedAt: one.purchase_date,
        termStartsAt: one.purchase_date,
        endsAt: endOf(endsAt, now),
        price: one.price,
      }));
  });
  // A purchase that RevenueCat couldn't validate yet, because the store didn't answer, is an entitlement alone.
  const granted = Object.entries(entitlements).flatMap(([name, one]): Purchase[] => {
    const { expires_date: endsAt, purchase_date: startsAt } = one;
    const isListed =
      Object.entries(subscriptions).some(([product, { product_plan_identifier: productPlan }]) =>
        unlocks({ product, productPlan }, one),
      ) || Object.hasOwn(others, one.product_identifier);
    if (isListed || !endsAt || endsAt.getTime() > now.getTime() + maxGrantMs) return [];
    const since = startsAt ?? now;
    return [
      {
        ...noPurchase,
        ref: `${customer}:granted:${name}`,
        product: one.product_identifier,
        productPlan: one.product_plan_identifier,
        startedAt: since,
        termStartsAt: since,
        endsAt,
      },
    ];
  });
  return [...bought, ...single, ...granted];
}

/** What a purchase that isn't a subscription doesn't have. */
const noPurchase = {
  productPlan: null,
  store: null,
  graceEndsAt: null,
  renews: false,
  isTrial: false,
  refundedAt: null,
  canceledAt: null,
  billingIssueAt: null,
  resumesAt: null,
  price: null,
  managementUrl: null,
} as const;

const endOf = (endsAt: Date | null, now: Date): Date | null =>
  endsAt && endsAt.getTime() - now.getTime() > endlessDays * dayMs ? null : endsAt;

function subscriptionPurchase(
  customer: string,
  product: string,
  one: StoreSubscription,
  now: Date,
): Purchase {
  // Stays the same over renewals, changes of product and new beginnings.
  const origin = one.original_purchase_date?.getTime() ?? product;
  const isShared = one.ownership_type === "FAMILY_SHARED";
  const period = one.period_type.toLowerCase();
  return {
    ref: `${customer}:${one.store}:${origin}`,
    product,
    productPlan: one.product_plan_identifier,
    store: one.store,
    startedAt: one.original_purchase_date ?? one.purchase_date,
    termStartsAt: one.purchase_date,
    endsAt: endOf(one.expires_date, now),
    graceEndsAt: one.grace_period_expires_date,
    renews: period !== "promotional" && period !== "prepaid" && one.store !== "promotional",
    // A trial that someone else of the family had isn't the person's own.
    isTrial: period === "trial" && !isShared,
    // A refund of an earlier term isn't one of this term.
    refundedAt: one.refunded_at && one.refunded_at >= one.purchase_date ? one.refunded_at : null,
    canceledAt: one.unsubscribe_detected_at,
    billingIssueAt: one.billing_issues_detected_at,
    resumesAt: one.auto_resume_date,
    price: period === "trial" ? null : one.price,
    managementUrl: webUrlOf(one.management_url),
  };
}

function unlocks(
  { product, productPlan }: Pick<Purchase, "product" | "productPlan">,
  one: StoreEntitlement,
): boolean {
  if (productPlan && one.product_identifier === `${product}:${productPlan}`) return true;
  const plan = one.product_plan_identifier;
  return one.product_identifier === product && (!plan || !productPlan || plan === productPlan);
}

/** The plan of a purchase; null if it grants nothing here. */
function planOf(
  purchase: Purchase,
  entitlements: SubscriberAnswer["subscriber"]["entitlements"],
  { terms, known, now }: { terms: StoreTerms; known: KnownPlans; now: Date },
): HeldPlan | null {
  const types = Object.entries(entitlements).flatMap(([name, one]) => {
    const accessType = terms.entitlements.get(name);
    return accessType ? [{ accessType, one }] : [];
  });
  const highest = types
    .filter(({ one }) => unlocks(purchase, one))
    .map(({ accessType }) => accessType)
    .sort((one, other) => rankOf(other) - rankOf(one))[0];
  if (highest) return { accessType: highest, periodUnit: periodOf(purchase) };
  // Another store's product stands in the entitlement. That one grants as much, so nothing is given twice.
  const before = known.get(purchase.ref);
  const isCovered = types.some(
    ({ accessType, one }) =>
      before &&
      rankOf(accessType) >= rankOf(before.accessType) &&
      (one.expires_date === null || one.expires_date > now),
  );
  return before && isCovered ? { id: before.planId } : null;
}

const periodOf = ({ termStartsAt, endsAt }: Purchase): "month" | "year" =>
  endsAt === null || endsAt.getTime() - termStartsAt.getTime() >= yearDays * dayMs ? "year" : "month";

/** The status of a purchase at a moment, and what it is retried for. */
function statusOf(
  purchase: Pick<
    Purchase,
    | "endsAt"
    | "graceEndsAt"
    | "renews"
    | "isTrial"
    | "refundedAt"
    | "canceledAt"
    | "billingIssueAt"
    | "resumesAt"
  >,
  now: Date,
): { readonly status: HeldStatus; readonly graceEndsAt: Date | null; readonly isRetried: boolean } {
  const { endsAt, graceEndsAt, canceledAt, billingIssueAt, resumesAt } = purchase;
  const none = { graceEndsAt: null, isRetried: false };
  if (purchase.refundedAt) return { ...none, status: "canceled" };
  const grace = billingIssueAt && graceEndsAt && endsAt && graceEndsAt > endsAt ? graceEndsAt : null;
  const until = grace ?? endsAt;
  if (until && until <= now) {
    if (resumesAt && resumesAt > now) return { ...none, status: "paused" };
    const retriedUntil = until.getTime() + retriedDays * dayMs;
    const isRetried = billingIssueAt !== null && canceledAt === null && now.getTime() < retriedUntil;
    return { status: "canceled", graceEndsAt: null, isRetried };
  }
  // A failed payment outranks: some stores report both, and one is a consequence of the other.
  if (grace) return { status: "active", graceEndsAt: grace, isRetried: true };
  if (endsAt && (canceledAt || !purchase.renews)) return { ...none, status: "non_renewing" };
  return {
    status: purchase.isTrial ? "in_trial" : "active",
    graceEndsAt: null,
    isRetried: billingIssueAt !== null,
  };
}

function heldOf(
  purchase: Purchase,
  { customer, version, plan, now }: { customer: string; version: number; plan: HeldPlan; now: Date },
): HeldSubscription {
  const { status, graceEndsAt, isRetried } = statusOf(purchase, now);
  const { endsAt, refundedAt } = purchase;
  return {
    ref: purchase.ref,
    customer,
    version,
    status,
    plan,
    // The answer tells a change of product once it has happened.
    nextPlan: null,
    ...priceOf(purchase.price),
    countryCode: null,
    startedAt: purchase.startedAt,
    trialEndsAt: purchase.isTrial ? endsAt : null,
    termStartsAt: purchase.termStartsAt,
    accessEndsAt: refundedAt && (!endsAt || refundedAt < endsAt) ? refundedAt : endsAt,
    graceEndsAt,
    isRetried,
    canceledAt: refundedAt ?? purchase.canceledAt,
    pausedUntil: status === "paused" ? purchase.resumesAt : null,
    store: purchase.store,
    managementUrl: purchase.managementUrl,
  };
}

/** A store's price in minor units. Its number is a decimal fraction, so it is for display alone. */
function priceOf(price: Purchase["price"]): { priceAmount: number | null; currencyCode: string | null } {
  const currencyCode = price?.currency.toUpperCase() ?? "";
  if (!price || !/^[A-Z]{3}$/.test(currencyCode)) return { priceAmount: null, currencyCode: null };
  const amount = fromDecimal(price.amount, currencyCode);
  const isShowable = Number.isInteger(amount) && amount >= 0 && amount <= 2 ** 31 - 1;
  return { priceAmount: isShowable ? amount : null, currencyCode };
}

/** A URL that a page may link; null for anything else. */
function webUrlOf(url: string | null): string | null {
  return url && URL.parse(url)?.protocol === "https:" ? url : null;
}

const pages: Readonly<Record<string, string>> = {
  app_store: "https://apps.apple.com/account/subscriptions",
  mac_app_store: "https://apps.apple.com/account/subscriptions",
  play_store: "https://play.google.com/store/account/subscriptions",
  amazon: "https://www.amazon.com/yourmembershipsandsubscriptions",
  roku: "https://my.roku.com/subscriptions",
};
/** Where people manage what they bought in a store; null for stores without such a page. */
const storePageOf = (store: string | null): string | null => (store && pages[store]) || null;
