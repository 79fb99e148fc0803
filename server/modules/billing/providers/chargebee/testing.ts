import { seedCoupon } from "../../seed.ts";
import type { Ctx } from "../../../../ctx.ts";
import {
  chargebeeSettings,
  chargebeeWebhook,
  startChargebeeServer,
} from "../../../../testing/chargebee-server.ts";
import type { ChargebeeDisturbance, ChargebeeServer } from "../../../../testing/chargebee-server.ts";
import type { BookedEvent } from "../../../../testing/chargebee-objects.ts";
import type { CouponTerms } from "../../coupons/rules.ts";
import { importRefs } from "../../price-refs/price-refs.ts";
import type { SentEvent, OwnerStand } from "../owner-contract.ts";

/** The prices of the demo's plans at the stand-in. */
const prices = [
  ["premium-monthly", 1499, "month"],
  ["premium-yearly", 11900, "year"],
  ["basic-monthly", 799, "month"],
] as const;

/**
 * Gives the stand-in prices and coupons, and makes them known here.
 * @param coupons our coupons of 20 %
 */
export async function importPrices(
  ctx: Ctx,
  chargebee: ChargebeeServer,
  coupons: readonly Pick<CouponTerms, "duration" | "durationMonths" | "id">[] = [],
): Promise<void> {
  for (const [plan, price, unit] of prices)
    chargebee.prices.set(`${plan}-USD`, {
      id: `${plan}-USD`,
      price,
      currency_code: "USD",
      period: 1,
      period_unit: unit,
    });
  for (const { id, duration, durationMonths } of coupons)
    chargebee.coupons.set(id.toLowerCase(), {
      id: id.toLowerCase(),
      discount_type: "percentage",
      discount_percentage: 20,
      duration_type: duration,
      ...(durationMonths ? { period: durationMonths, period_unit: "month" } : {}),
    });
  const faults = await importRefs(ctx, ctx.ports.owners.find("chargebee")!, {
    plans: prices.map(([planId]) => ({ planId, currencyCode: "USD", ref: `${planId}-USD` })),
    coupons: coupons.map(({ id }) => ({ couponId: id, currencyCode: "", ref: id.toLowerCase() })),
  });
  if (faults.length > 0) throw new Error(`The prices don't fit: ${JSON.stringify(faults)}`);
}

/** A webhook request about an event, with the password that is valid from now on. */
export const webhookOf = (
  { id, event_type: type, content }: BookedEvent,
  password: string = chargebeeWebhook.passwords[1],
): SentEvent => ({
  path: "/webhooks/chargebee",
  headers: {
    "content-type": "application/json",
    authorization: `Basic ${Buffer.from(`${chargebeeWebhook.user}:${password}`).toString("base64")}`,
  },
  body: JSON.stringify({ id, event_type: type, content, api_version: "v2", webhook_status: "scheduled" }),
});

/** Lets a customer's card pay from now on, or be declined. @param ref of their subscription */
export function setCard(chargebee: ChargebeeServer, ref: string, behavior: "fails_later" | "good"): void {
  const { customer_id: id } = chargebee.find(chargebee.subscriptions, ref);
  chargebee.find(chargebee.customers, id).card = {
    last4: "4242",
    card_type: "visa",
    expiry_month: 12,
    expiry_year: 2034,
    behavior,
  };
}

/** Begins a monthly Premium subscription at Chargebee. @returns its reference */
export function beginAt(chargebee: ChargebeeServer, customer: string): string {
  if (!chargebee.customers.has(customer))
    chargebee.createCustomer({
      id: customer,
      email: "dancer@example.com",
      billing_address: { country: "US" },
    });
  const intent = chargebee.createIntent({
    customer_id: customer,
    amount: 1649,
    currency_code: "USD",
    payment_method_type: "card",
  });
  chargebee.confirm(intent.id, "good");
  return chargebee.subscribe(customer, {
    id: `sub_${chargebee.subscriptions.size}`,
    priceId: "premium-monthly-USD",
    couponIds: [],
    trialEnd: null,
    intent: intent.id,
  }).id;
}

const codes = { "429": 429, "500": 500, drop: "drop", hang: "hang", page: "page" } as const;

/** Chargebee's stand-in for the contract of owners. */
export async function startChargebeeStand(now: () => number): Promise<OwnerStand> {
  const chargebee = await startChargebeeServer(now);
  const env = chargebeeSettings(chargebee.url);
  const found = (ref: string) => chargebee.find(chargebee.subscriptions, ref);
  const disturbed = new Map<string, ChargebeeDisturbance>();
  chargebee.disturb((_call, id) => disturbed.get(id) ?? null);
  return {
    env,
    faults: chargebee.faults,
    secrets: [env["CHARGEBEE_API_KEY"]!, ...chargebeeWebhook.passwords],
    prepare: (ctx) => importPrices(ctx, chargebee),
    begin: (customer) => beginAt(chargebee, customer),
    cancel: (ref) => void chargebee.cancel(found(ref), true),
    undoCancel: (ref) => void chargebee.undoCancel(found(ref)),
    breakCard: (ref) => setCard(chargebee, ref, "fails_later"),
    mendCard: (ref) => setCard(chargebee, ref, "good"),
    end: (ref) => void chargebee.cancel(found(ref), false),
    travel: chargebee.travel,
    takeEvents: () => chargebee.unsent.splice(0).map((event) => webhookOf(event)),
    forge: (sent) => [
      { ...sent, headers: { "content-type": "application/json" } },
      {
        ...sent,
        headers: {
          ...sent.headers,
          authorization: `Basic ${Buffer.from("chargebee:wrong").toString("base64")}`,
        },
      },
      { ...sent, headers: { ...sent.headers, authorization: "Bearer eightcount-webhook-new" } },
      { ...sent, body: "{}" },
    ],
    disturb: (one) => {
      if (one) disturbed.set(one.ref, codes[one.kind]);
      else disturbed.clear();
    },
    knows: (customer) => !chargebee.find(chargebee.customers, customer).isCleared,
    stop: chargebee.stop,
  };
}

/** Seeds a promo code of 20 % for each duration. @returns their terms, for `importPrices` */
export async function seedCoupons(ctx: Ctx) {
  const common = {
    discountType: "percentage",
    basisPoints: 2000,
    amounts: {},
    appliesTo: "invoice",
  } as const;
  const open = { state: "active", planIds: null, redeemBy: null, redemptionsLeft: null } as const;
  const coupons = [
    { id: "ONCE20", duration: "one_time", durationMonths: null },
    { id: "TWICE20", duration: "limited_period", durationMonths: 2 },
    { id: "ALWAYS20", duration: "forever", durationMonths: null },
  ] as const;
  await ctx.transact(async (tx) => {
    for (const coupon of coupons) await seedCoupon(tx, { ...common, ...open, ...coupon });
  });
  return coupons;
}
