import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { keyedHash } from "../../../platform/signature.ts";
import { verifiedEmailOf, requireAdult } from "../../identity/index.ts";
import type { AccessType } from "../subscriptions/access.ts";
import { billingNow } from "../clock.ts";
import { CouponExhausted, CouponUnknown, PlanUnknown, StudentProofMissing } from "../errors.ts";
import { isStudent } from "../students/students.ts";
import { billingRegionForBuyer, requireOpen } from "../buyers/parties.ts";
import { readCountry, shownBillingRegion } from "./regions.ts";
import type { BillingRegion, StatedPlace } from "./regions.ts";
import type { SubscriptionProvider } from "../ports.ts";
import { monthsIn, periodsAfter } from "../rules/calendar.ts";
import { checkCoupon, couponCode } from "../coupons/rules.ts";
import type { CouponTerms } from "../coupons/rules.ts";
import { shareOf } from "../rules/money.ts";
import { totalsOf } from "../rules/totals.ts";
import { consentVersion } from "../rules/withdrawal.ts";
import type { Totals } from "../rules/totals.ts";
import { taxNames } from "../rules/tax.ts";
import { findCredit, hadTrial, saveEstimate } from "../accounts/store.ts";
import { findCoupon, listPlans, wasCouponTaken } from "./store.ts";
import type { PlanRow } from "./store.ts";
import { soldThrough } from "../price-refs/price-refs.ts";
import { findLiveSubscription } from "../subscriptions/store.ts";

/**
 * An invoice estimate. `amountDue` is charged now; the rest describes the first paid invoice, charged at
 * `dueAt`.
 */
export interface InvoiceEstimate extends Omit<Totals, "amountDue"> {
  readonly amountDue: number;
  /** What of the invoice is too small for the provider to charge. */
  readonly waived: number;
  readonly dueAt: Date;
  readonly taxName: string;
}

/** A plan as offered to one person. */
export interface PlanOffer extends PlanRow {
  readonly provider: SubscriptionProvider;
  readonly isSubscribed: boolean;
  readonly canTrial: boolean;
  readonly trialEndsAt: Date | null;
  readonly nextBillingAt: Date;
  readonly estimate: InvoiceEstimate;
  /** Savings against the same plan paid monthly; null if there is no such plan or no saving. */
  readonly savesPercent: number | null;
  readonly savesAYear: number | null;
}

/** The person who buys. */
export interface Buyer {
  /** Null for a request without an account. */
  readonly accountId: string | null;
  readonly now: Date;
  readonly billingRegion: BillingRegion;
  readonly canTrial: boolean;
  /** The smallest amount that the provider charges in the region's currency, in minor units. */
  readonly minCharge: number;
  readonly credits: number;
  readonly livePlanId: string | null;
}

/** A keyed hash that marks a trial without revealing the account, address or card. */
export const trialHash = (
  ctx: Pick<Ctx, "config">,
  kind: "account" | "address" | "card",
  value: string,
): string => keyedHash(ctx.config.authSecret, `trial ${kind} ${value.toLowerCase()}`);

/** The trial hashes of an account, without its card. */
export async function trialMarks(
  ctx: Pick<Ctx, "config" | "db">,
  accountId: string,
): Promise<{ kind: "account" | "address"; hash: string }[]> {
  const address = await verifiedEmailOf(ctx.db, accountId);
  return [
    { kind: "account", hash: trialHash(ctx, "account", accountId) },
    ...(address ? [{ kind: "address" as const, hash: trialHash(ctx, "address", address) }] : []),
  ];
}

/** The viewer as a buyer in a billing region. */
export async function buyerOf(ctx: Ctx, place: BillingRegion, now: Date): Promise<Buyer> {
  const accountId = ctx.viewer?.accountId ?? null;
  const { billingRegion } = await billingRegionForBuyer(ctx, place, accountId);
  const minCharge = ctx.ports.gateways.current?.minCharge(billingRegion.currencyCode) ?? 0;
  const guest = { accountId: null, now, billingRegion, minCharge };
  if (!accountId) return { ...guest, canTrial: true, credits: 0, livePlanId: null };
  const [marks, live, credits] = await Promise.all([
    trialMarks(ctx, accountId),
    findLiveSubscription(ctx.db, accountId),
    // Other profiles of the account see prices, not its money.
    ctx.viewer?.personId !== accountId ? 0 : findCredit(ctx.db, accountId, billingRegion.currencyCode),
  ]);
  const tried = await hadTrial(ctx.db, { accountId, hashes: marks.map(({ hash }) => hash) });
  return {
    ...guest,
    accountId,
    canTrial: !tried,
    credits,
    livePlanId: live && live.status !== "pending" ? live.planId : null,
  };
}

/** When a trial that begins now ends; null without a trial. */
export const trialEndOf = (plan: Pick<PlanRow, "trialPeriod" | "trialPeriodUnit">, now: Date): Date | null =>
  plan.trialPeriod && plan.trialPeriodUnit
    ? periodsAfter(now, 1, { period: plan.trialPeriod, periodUnit: plan.trialPeriodUnit })
    : null;

/** Estimates the first invoice of a plan for a buyer, and when it is charged. */
function estimateOf(
  buyer: Buyer,
  plan: PlanRow,
  coupons: readonly CouponTerms[],
  canTrial = buyer.canTrial,
): { estimate: InvoiceEstimate; trialEndsAt: Date | null; nextBillingAt: Date } {
  const totals = totalsOf({
    charges: [{ kind: "plan", description: plan.name, amount: plan.amount }],
    coupons,
    tax: buyer.billingRegion.tax,
    credits: buyer.credits,
    currencyCode: plan.currencyCode,
  });
  const trialEndsAt = canTrial ? trialEndOf(plan, buyer.now) : null;
  const waived = totals.amountDue < buyer.minCharge ? totals.amountDue : 0;
  return {
    estimate: {
      ...totals,
      amountDue: trialEndsAt ? 0 : totals.amountDue - waived,
      waived,
      dueAt: trialEndsAt ?? buyer.now,
      taxName: taxNames(buyer.billingRegion.tax.parts),
    },
    trialEndsAt,
    nextBillingAt: trialEndsAt ?? periodsAfter(buyer.now, 1, plan),
  };
}

/** Savings of a plan against the same access and seats paid monthly. */
function savingsOf(plan: PlanRow, plans: readonly PlanRow[]): { percent: number; aYear: number } | null {
  const monthly = plans.find(
    (other) =>
      other.isOffered &&
      other.accessType === plan.accessType &&
      other.seats === plan.seats &&
      other.periodUnit === "month" &&
      other.period === 1,
  );
  if (!monthly || monthly.id === plan.id) return null;
  const months = monthsIn(plan);
  const aYear = Math.round((monthly.amount * 12 * months - plan.amount * 12) / months);
  // Rounded down, so that the saving is never less than promised.
  const percent = Math.floor((aYear * 100) / (monthly.amount * 12));
  return aYear > 0 ? { percent, aYear } : null;
}

/** Monthly price of a plan in minor units, rounded half up. */
export const monthlyCost = (plan: Pick<PlanRow, "amount" | "period" | "periodUnit">): number =>
  plan.periodUnit === "month" || plan.periodUnit === "year"
    ? shareOf(plan.amount, 1, monthsIn(plan))
    : Math.round(plan.amount / monthsIn(plan));

/** Plans as offered to a buyer. */
export function offersOf(
  buyer: Buyer,
  plans: readonly PlanRow[],
  provider: SubscriptionProvider,
): PlanOffer[] {
  return plans
    .filter((plan) => plan.isOffered)
    .map((plan) => {
      const savings = savingsOf(plan, plans);
      const { estimate, trialEndsAt, nextBillingAt } = estimateOf(buyer, plan, []);
      return {
        ...plan,
        provider,
        isSubscribed: plan.id === buyer.livePlanId,
        canTrial: trialEndsAt !== null,
        trialEndsAt,
        nextBillingAt,
        estimate,
        savesPercent: savings?.percent ?? null,
        savesAYear: savings?.aYear ?? null,
      };
    });
}

/** Plans on offer to the viewer in a country, by default the viewer's own. */
export async function listOffers(
  ctx: Ctx,
  filter: {
    provider: SubscriptionProvider | null;
    countryCode: string | null;
    accessType: AccessType | null;
  },
): Promise<PlanOffer[]> {
  const { gateways, owners } = ctx.ports;
  const provider = filter.provider ?? gateways.provider;
  const owner = owners.find(provider);
  if (
    filter.provider &&
    filter.provider !== gateways.provider &&
    !owner &&
    !gateways.all.some((one) => one.provider === provider)
  )
    return [];
  const now = await billingNow(ctx);
  const countryCode = readCountry(filter.countryCode, "countryCode");
  const billingRegion = await shownBillingRegion(ctx, { countryCode, postcode: null }, now);
  const [buyer, plans] = await Promise.all([
    buyerOf(ctx, billingRegion, now),
    listPlans(ctx.db, billingRegion, now),
  ]);
  // An owner of subscriptions charges its own prices.
  const sold = owner ? await soldThrough(ctx, provider, plans) : plans;
  return offersOf(buyer, sold, provider).filter(
    (plan) => !filter.accessType || plan.accessType === filter.accessType,
  );
}

/** A plan on offer in a billing region, at its price of a moment; null where it isn't sold. */
export const maybeOfferedPlan = async (
  ctx: Pick<Ctx, "db">,
  billingRegion: BillingRegion,
  planId: string,
  at: Date,
): Promise<PlanRow | null> =>
  (await listPlans(ctx.db, billingRegion, at)).find(({ id, isOffered }) => id === planId && isOffered) ??
  null;

/**
 * A plan on offer in a billing region, at its price of a moment.
 * @throws PlanUnknown
 */
export async function findOfferedPlan(...given: Parameters<typeof maybeOfferedPlan>): Promise<PlanRow> {
  const plan = await maybeOfferedPlan(...given);
  if (!plan) throw new PlanUnknown();
  return plan;
}

/**
 * A coupon that the buyer can redeem for a plan.
 * @throws CouponUnknown, CouponExpired, CouponExhausted, CouponNotApplicable, StudentProofMissing
 */
export async function findUsableCoupon(
  ctx: Pick<Ctx, "db" | "studio">,
  buyer: Pick<Buyer, "accountId" | "now">,
  plan: PlanRow,
  code: string,
): Promise<CouponTerms> {
  rejectCardNumbers(code, "couponId");
  const coupon = await findCoupon(ctx.db, couponCode(code));
  // An archived coupon is treated as unknown.
  if (!coupon || coupon.state === "archived") throw new CouponUnknown();
  checkCoupon(coupon, { planId: plan.id, currencyCode: plan.currencyCode, now: buyer.now });
  if (buyer.accountId && (await wasCouponTaken(ctx.db, buyer.accountId, coupon.id)))
    throw new CouponExhausted();
  if (coupon.forStudents && !(await isStudent(ctx, buyer.accountId, buyer.now)))
    throw new StudentProofMissing();
  return coupon;
}

export interface CheckoutEstimate {
  readonly estimate: InvoiceEstimate;
  readonly coupon: CouponTerms | null;
  readonly currencyCode: string;
  readonly nextBillingAt: Date;
  readonly trialEndsAt: Date | null;
  /** Total of each later period with tax, once limited coupons have run out. */
  readonly renewalTotal: number;
  /** The version of the text about an immediate start; null where law gives no withdrawal. */
  readonly consentVersion: string | null;
}

/** The plan to buy and the stated place of residence. */
export interface StatedOrder extends StatedPlace {
  readonly planId: string;
}

/** The buyer and the plan of an order. */
export async function orderOf(ctx: Ctx, order: StatedOrder): Promise<{ buyer: Buyer; plan: PlanRow }> {
  requireAdult(ctx);
  rejectCardNumbers(order.planId, "planId");
  const now = await billingNow(ctx);
  const billingRegion = await shownBillingRegion(ctx, order, now);
  const [buyer, plan] = await Promise.all([
    buyerOf(ctx, billingRegion, now),
    findOfferedPlan(ctx, billingRegion, order.planId, now),
  ]);
  return { buyer, plan };
}

/** Estimates a checkout. `withoutTrial`: paid at once, even if a trial is available. */
export async function estimateCheckout(
  ctx: Ctx,
  order: StatedOrder & { couponId: string | null; withoutTrial: boolean },
): Promise<CheckoutEstimate> {
  requireOpen(ctx);
  const { buyer, plan } = await orderOf(ctx, order);
  const coupon = order.couponId?.trim() ? await findUsableCoupon(ctx, buyer, plan, order.couponId) : null;
  const found = estimateOf(buyer, plan, coupon ? [coupon] : [], buyer.canTrial && !order.withoutTrial);
  // A client may create an intent for an amount, so the estimate shown to the account is stored.
  if (buyer.accountId && ctx.ports.gateways.current?.createIntent)
    await saveEstimate(ctx.db, {
      accountId: buyer.accountId,
      currencyCode: plan.currencyCode,
      amountDue: found.estimate.amountDue,
      total: found.estimate.total,
      now: buyer.now,
    });
  const { total: renewalTotal } = totalsOf({
    charges: [{ kind: "plan", description: plan.name, amount: plan.amount }],
    coupons: coupon?.duration === "forever" ? [coupon] : [],
    tax: buyer.billingRegion.tax,
    credits: 0,
    currencyCode: plan.currencyCode,
  });
  return {
    ...found,
    coupon,
    currencyCode: plan.currencyCode,
    renewalTotal,
    consentVersion: buyer.billingRegion.canWithdraw ? consentVersion : null,
  };
}

/** A coupon that the viewer can redeem for a plan. */
export async function checkCouponFor(
  ctx: Ctx,
  order: StatedOrder & { couponId: string },
): Promise<CouponTerms & { currencyCode: string }> {
  const { buyer, plan } = await orderOf(ctx, order);
  return { ...(await findUsableCoupon(ctx, buyer, plan, order.couponId)), currencyCode: plan.currencyCode };
}
