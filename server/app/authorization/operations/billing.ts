import { randomUUID } from "node:crypto";
import { cardToken } from "../../../modules/billing/testing.ts";
import { adult, but, only, open, staff, viewer } from "../rules.ts";
import type { Operation, Operations } from "../rules.ts";
import type { World } from "../world.ts";

/** The profile that owns the account, also a guest's. */
export const payer = but(adult, { adultProfile: "FORBIDDEN" });
const planInfo = { planId: "premium-monthly", countryCode: "US" };
/** A mutation of the owner's subscription. Others get the same answer as for one that doesn't exist. */
const ofSubscription = (
  status: string,
  more: (world: World) => object | Promise<object> = () => ({}),
  past: readonly string[] = [],
): Operation => ({
  rule: only(["owner"], payer),
  target: "id",
  args: async (world) => ({ id: await world.make.subscription(status), ...(await more(world)) }),
  past,
});
const ofCoupon = (state: "active" | "archived", more: object = {}): Operation => ({
  rule: staff("finance"),
  target: "id",
  args: async ({ make }) => ({ id: await make.coupon(state), ...more }),
});
/** What other account holders are answered of something that only the owner has. */
export const othersHaveNone = {
  guest: "null",
  member: "null",
  instructor: "null",
  otherInstructor: "null",
  teacher: "null",
  moderator: "null",
  support: "null",
  editor: "null",
  finance: "null",
  admin: "null",
  lapsedAdmin: "null",
} as const;
const payment = { amountInCents: 1500 };
const unavailable = ["PROVIDER_UNAVAILABLE"];

export const billing: Operations = {
  Query: {
    supportRefundLimits: { rule: staff("support", "finance"), select: "currencyCode" },
    billingDetails: {
      // Others have none of their own here.
      rule: but(payer, othersHaveNone),
      args: async ({ server, owner }) => {
        await server.pool.query(
          `insert into billing.billing_details (account_id, company, updated_at) values ($1, 'OWNERS-COMPANY', now())
           on conflict (account_id) do nothing`,
          [owner.id],
        );
        return {};
      },
      select: "company",
      secret: { text: () => "OWNERS-COMPANY", to: ["owner"] },
    },
    checkoutEstimate: { rule: adult, args: () => ({ planInfo }) },
    couponCheck: {
      rule: adult,
      args: async ({ make }) => ({ couponId: await make.coupon(), planInfo }),
    },
    couponOptions: { rule: staff("support", "finance", "editor") },
    creditBalances: { rule: payer },
    paymentMethods: { rule: payer, select: "id" },
    creditEntries: { rule: payer, select: "items { id }" },
    openContractRequests: { rule: staff("finance") },
    generateStripeExpressCheckoutPaymentIntent: { rule: payer, args: () => payment, past: unavailable },
    generateStripeExpressCheckoutSetupIntent: { rule: payer, past: unavailable },
    generateStripePaymentIntent: { rule: payer, args: () => payment, past: unavailable },
    invoice: {
      rule: only(["owner"], payer),
      target: "id",
      args: async ({ make }) => ({ id: await make.invoice() }),
    },
    invoices: {
      rule: payer,
      args: async ({ make }) => {
        await make.invoice();
        return {};
      },
      select: "items { number }",
      secret: { text: () => "OWNERS-", to: ["owner"] },
    },
    moneyOverview: { rule: staff("finance") },
    revenueFigures: { rule: staff("finance") },
    ownTaxRates: { rule: staff("finance") },
    paymentConfig: { rule: open },
    plans: { rule: open },
    passes: { rule: open },
    priceGrid: { rule: staff("finance") },
    priceProposals: { rule: staff("finance"), args: () => ({ currencyCode: "CHF" }) },
    priceChangePreview: {
      rule: staff("finance"),
      target: "versionId",
      args: async ({ make }) => ({ versionId: await make.priceVersion() }),
    },
    studioCoupons: { rule: staff("finance") },
    subscriptionChangePreview: ofSubscription("active", () => ({ planId: "premium-monthly" })),
    userSubscriptionHistory: {
      rule: viewer,
      args: async ({ make }) => {
        await make.subscription();
        return {};
      },
      select: "plan { id }",
      secret: { text: () => "standard-monthly", to: ["owner"] },
    },
  },
  Mutation: {
    billingDetailsSet: { rule: payer, args: () => ({ input: { name: "Demo Payer" } }) },
    advanceTestClock: {
      rule: staff("finance"),
      args: () => ({ days: 0 }),
      past: ["BAD_INPUT"],
      unaudited: "refused before it changes anything",
    },
    contractRequestSend: {
      rule: open,
      args: () => ({
        input: { idempotencyKey: randomUUID(), kind: "cancel", name: "Ana", email: "ana@example.test" },
      }),
      past: ["RATE_LIMITED"],
    },
    contractRequestConfirm: { rule: open, args: () => ({ token: "damaged" }), past: ["LINK_INVALID"] },
    contractRequestClose: {
      rule: staff("finance"),
      target: "id",
      args: async ({ make }) => ({ id: await make.contractRequest(), note: "Canceled by hand" }),
    },
    couponArchive: ofCoupon("active"),
    couponCreate: {
      rule: staff("finance"),
      args: () => ({
        input: {
          code: `C${randomUUID().slice(0, 8)}`,
          discountType: "percentage",
          basisPoints: 2500,
          duration: "one_time",
        },
      }),
    },
    couponLimitsSet: ofCoupon("active", { maxRedemptions: 5 }),
    couponRestore: ofCoupon("archived"),
    currencyAdd: {
      rule: staff("finance"),
      args: () => ({ input: { currencyCode: "CHF", countryCodes: ["CH"], prices: [] } }),
      past: ["BAD_INPUT"],
      unaudited: "refused before it changes anything",
    },
    countryMove: {
      rule: staff("finance"),
      args: () => ({ countryCode: "IS", from: "USD", to: "JPY" }),
      past: ["CHANGED_MEANWHILE"],
      unaudited: "refused before it changes anything",
    },
    planCreate: {
      rule: staff("finance"),
      args: () => ({
        input: {
          name: `Plan ${randomUUID().slice(0, 8)}`,
          accessType: "basic",
          periodUnit: "month",
          seats: 1,
          isBestValue: false,
          position: 9,
          prices: [{ currencyCode: "USD", amount: 500 }],
        },
      }),
    },
    planEdit: {
      rule: staff("finance"),
      args: async ({ server }) => {
        const { rows } = await server.pool.query<{ version: number }>(
          "select version from billing.plans where id = 'basic-monthly'",
        );
        const input = { name: `Basic ${randomUUID().slice(0, 8)}`, isBestValue: false, isOffered: true };
        return { id: "basic-monthly", version: rows[0]!.version, input: { ...input, position: 1 } };
      },
    },
    priceSet: {
      rule: staff("finance"),
      args: () => ({
        input: { planId: "basic-monthly", currencyCode: "USD", amount: 799, validFrom: "2000-01-01" },
      }),
      past: ["BAD_INPUT"],
      unaudited: "refused before it changes anything",
    },
    priceCorrect: {
      rule: staff("finance"),
      target: "versionId",
      args: async ({ make }) => ({ versionId: await make.priceVersion(), shown: 1299, amount: 1399 }),
    },
    priceTakeBack: {
      rule: staff("finance"),
      target: "versionId",
      args: async ({ make }) => ({ versionId: await make.priceVersion() }),
    },
    priceChangeAnnounce: {
      rule: staff("finance"),
      target: "versionId",
      args: async ({ make }) => ({
        versionId: await make.priceVersion(),
        startsOn: "2000-01-01",
        endsWithoutConsent: false,
      }),
      past: ["BAD_INPUT"],
      unaudited: "refused before it changes anything",
    },
    priceChangeUndo: {
      rule: staff("finance"),
      target: "id",
      args: async ({ make }) => ({ id: await make.priceChange() }),
    },
    differenceClose: {
      rule: staff("finance"),
      target: "id",
      args: async ({ make }) => ({ id: await make.difference(), note: "Looked into it" }),
    },
    refundRetry: {
      rule: staff("finance"),
      target: "id",
      args: async ({ make }) => ({ id: await make.failedRefund() }),
    },
    invoiceRefund: {
      rule: staff("support", "finance"),
      target: "id",
      args: async ({ make }) => ({
        id: await make.invoice(),
        amountInCents: 100,
        reason: "Asked for",
        idempotencyKey: randomUUID(),
      }),
    },
    familySeatsChoose: { rule: payer, args: () => ({ memberIds: [] }) },
    invoicePay: {
      rule: only(["owner"], payer),
      target: "id",
      args: async ({ make }) => ({ id: await make.invoice(), amountInCents: 1499 }),
    },
    providerIntentCreate: {
      rule: payer,
      args: () => ({ planInfo, paymentMethodType: "card" }),
      past: unavailable,
    },
    providerIntentForSubscription: ofSubscription("active", () => ({ paymentMethodType: "card" }), [
      "MANAGED_ELSEWHERE",
    ]),
    subscriptionAcceptPrice: {
      rule: only(["owner"], payer),
      target: "id",
      args: async ({ make }) => ({ id: await make.priceNotice(), newAmount: 1299 }),
    },
    subscriptionRefresh: ofSubscription("active"),
    subscriptionCancel: ofSubscription("active", () => ({ atPeriodEnd: true })),
    subscriptionChangePlan: ofSubscription("active", () => ({ planId: "basic-monthly" })),
    subscriptionCreateV2: [
      {
        rule: payer,
        args: async ({ server }) => ({
          planInfo,
          gateway: { provider: "eightcount", token: await cardToken(server) },
          paymentMethodType: "card",
          idempotencyKey: randomUUID(),
        }),
        past: ["ILLEGAL_TRANSITION"],
      },
      {
        // Only admins may change a trial's end.
        rule: only(["admin"], payer, "FORBIDDEN"),
        args: async ({ server }) => ({
          planInfo,
          gateway: { provider: "eightcount", token: await cardToken(server) },
          paymentMethodType: "card",
          idempotencyKey: randomUUID(),
          trialOverrideTime: new Date(Date.now() + 40 * 24 * 3_600_000).toISOString(),
        }),
        past: ["ILLEGAL_TRANSITION"],
        unaudited: "the admin has a plan, and is refused",
      },
    ],
    subscriptionPause: ofSubscription("active", () => ({ months: 1 })),
    subscriptionResume: ofSubscription("paused", undefined, ["CARD_DECLINED", "CARD_EXPIRED"]),
    subscriptionRestart: ofSubscription(
      "canceled",
      () => ({ amountDue: 1499, idempotencyKey: randomUUID() }),
      ["ILLEGAL_TRANSITION"],
    ),
    paymentMethodMakeDefault: ofSubscription("active", () => ({ paymentMethodId: randomUUID() }), [
      "NOT_FOUND",
    ]),
    paymentMethodRemove: {
      rule: payer,
      args: () => ({ paymentMethodId: randomUUID() }),
      past: ["NOT_FOUND"],
    },
    subscriptionRedeemCoupon: ofSubscription("active", async ({ make }) => ({
      couponId: await make.coupon(),
    })),
    subscriptionStartNow: ofSubscription("in_trial", () => ({ amountDue: 1 }), ["AMOUNT_MISMATCH"]),
    subscriptionTakeMonthOff: ofSubscription("active", undefined, ["ILLEGAL_TRANSITION"]),
    subscriptionUndoCancel: ofSubscription("non_renewing"),
    subscriptionUpdatePaymentMethod: ofSubscription("active", async ({ server }) => ({
      gateway: { provider: "eightcount", token: await cardToken(server) },
      paymentMethodType: "card",
    })),
    subscriptionWithdraw: ofSubscription("active", undefined, ["ILLEGAL_TRANSITION"]),
    exchangeRateSet: {
      rule: staff("finance"),
      args: () => ({ currencyCode: "USD", into: "EUR", value: 0.9 }),
    },
    taxRateSet: {
      rule: staff("finance"),
      args: () => ({
        countryCode: "DE",
        from: "2099-01-01",
        parts: [{ name: "VAT", percent: 19 }],
      }),
    },
  },
};
