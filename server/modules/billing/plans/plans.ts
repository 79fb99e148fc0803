import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { requireAdult } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { CouponExhausted, CouponUnknown, PlanUnknown, StudentProofMissing } from "../errors.ts";
import { isStudent } from "../students/students.ts";
import { billingRegionForBuyer, requireOpen } from "../buyers/parties.ts";
import { regionOfSubscription, shownBillingRegion } from "./regions.ts";
import type { BillingRegion, StatedPlace } from "./regions.ts";
import type { SubscriptionProvider } from "../ports.ts";
import { monthsIn, periodsAfter } from "../rules/calendar.ts";
import { checkCoupon, couponCode, stateAt } from "../coupons/rules.ts";
import type { CouponTerms } from "../coupons/rules.ts";
import { shareOf } from "../rules/money.ts";
import { savingsOf } from "../rules/savings.ts";
import { totalsOf } from "../rules/totals.ts";
import { consentVersion } from "../rules/withdrawal.ts";
import type { Totals } from "../rules/totals.ts";
import { taxNames } from "../rules/tax.ts";
import { findCredit, hadTrial, saveEstimate } from "../accounts/store.ts";
import { trialMarks } from "./trial-marks.ts";
import { opensIdOf } from "./store-editing.ts";
import { findCoupon, listPlans, wasCouponTaken } from "./store.ts";
import type { PlanRow } from "./store.ts";
import { checkPurchase, findRunningPass, fitsPass } from "../passes/passes.ts";
import { isRunningPass, isTermOver, purchaseDuringPass } from "../rules/passes.ts";
import { findLiveSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

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
  /** Null for a pass. */
  readonly nextBillingAt: Date | null;
  /** When a pass that is bought now ends; null for a plan that renews. */
  readonly endsAt: Date | null;
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
  /** What the account has, if it isn't a pass that has ended: of a course or class that is bought alone, the pass for that. */
  readonly live: SubscriptionRow | null;
}

/**
 * The viewer as a buyer in a billing region.
 * @param opensId the course or class that they buy alone; null for what a plan or another pass opens
 */
export async function buyerOf(
  ctx: Ctx,
  place: BillingRegion,
  now: Date,
  opensId: string | null = null,
): Promise<Buyer> {
  const accountId = ctx.viewer?.accountId ?? null;
  const { billingRegion } = await billingRegionForBuyer(ctx, place, accountId);
  const minCharge = ctx.ports.gateways.current?.minCharge(billingRegion.currencyCode) ?? 0;
  const guest = { accountId: null, now, billingRegion, minCharge };
  if (!accountId) return { ...guest, canTrial: true, credits: 0, livePlanId: null, live: null };
  const [marks, found, credits] = await Promise.all([
    trialMarks(ctx, accountId),
    findLiveSubscription(ctx.db, accountId, null, opensId),
    // Other profiles of the account see prices, not its money.
    ctx.viewer?.personId !== accountId ? 0 : findCredit(ctx.db, accountId, billingRegion.currencyCode),
  ]);
  const live = found && isTermOver(found, now) ? null : found;
  const tried = await hadTrial(ctx.db, { accountId, hashes: marks.map(({ hash }) => hash) });
  return {
    ...guest,
    accountId,
    // A plan that begins instead of a pass is paid at once.
    canTrial: !tried && !(live && isRunningPass(live, now)),
    credits,
    livePlanId: live && live.status !== "pending" ? live.planId : null,
    live,
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
): Pick<PlanOffer, "estimate" | "trialEndsAt" | "nextBillingAt" | "endsAt"> {
  const pass = passFor(buyer, plan);
  const purchase = pass && purchaseDuringPass(pass, plan, buyer.now);
  const totals = totalsOf({
    charges: purchase?.charges ?? [{ kind: "plan", description: plan.name, amount: plan.amount }],
    coupons,
    tax: buyer.billingRegion.tax,
    credits: buyer.credits,
    currencyCode: plan.currencyCode,
  });
  const trialEndsAt = canTrial ? trialEndOf(plan, buyer.now) : null;
  const waived = totals.amountDue < buyer.minCharge ? totals.amountDue : 0;
  const paidUntil = purchase?.term.endsAt ?? periodsAfter(buyer.now, 1, plan);
  return {
    estimate: {
      ...totals,
      amountDue: trialEndsAt ? 0 : totals.amountDue - waived,
      waived,
      dueAt: trialEndsAt ?? buyer.now,
      taxName: taxNames(buyer.billingRegion.tax.parts),
    },
    trialEndsAt,
    nextBillingAt: plan.renews ? (trialEndsAt ?? paidUntil) : null,
    endsAt: plan.renews ? null : paidUntil,
  };
}

/** The buyer's running pass that a purchase of a plan extends or ends; null without one. */
const passFor = ({ live, now }: Buyer, plan: PlanRow): SubscriptionRow | null =>
  live && isRunningPass(live, now) && fitsPass(live, plan) ? live : null;

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
      const { estimate, trialEndsAt, nextBillingAt, endsAt } = estimateOf(buyer, plan, []);
      return {
        ...plan,
        provider,
        isSubscribed: plan.id === buyer.livePlanId,
        canTrial: trialEndsAt !== null,
        trialEndsAt,
        nextBillingAt,
        endsAt,
        estimate,
        savesPercent: savings?.percent ?? null,
        savesAYear: savings?.aYear ?? null,
      };
    });
}

/**
 * The billing region whose prices a buyer sees: that of a running pass, else the stated or located one.
 * @param opensId the course or class that they buy alone
 */
export async function billingRegionToShow(
  ctx: Ctx,
  stated: StatedPlace,
  now: Date,
  opensId: string | null = null,
): Promise<BillingRegion> {
  const pass = ctx.viewer && (await findRunningPass(ctx, ctx.viewer.accountId, now, opensId));
  return pass ? regionOfSubscription(ctx, pass, now) : shownBillingRegion(ctx, stated, now);
}

/** A plan on offer in a billing region, at its price of a moment; null where it isn't sold. */
export const maybeOfferedPlan = async (
  ctx: Pick<Ctx, "db">,
  billingRegion: BillingRegion,
  planId: string,
  at: Date,
): Promise<PlanRow | null> =>
  (await listPlans(ctx.db, billingRegion, at, { planIds: [planId] })).find(
    ({ id, isOffered }) => id === planId && isOffered,
  ) ?? null;

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

/** Whether a promo code can be redeemed at a moment, by someone and for some plan, as far as is known now. */
export async function isCouponUsable(ctx: Pick<Ctx, "db">, code: string, at: Date): Promise<boolean> {
  const coupon = await findCoupon(ctx.db, couponCode(code));
  return coupon !== null && stateAt(coupon, at) === "active" && coupon.redemptionsLeft !== 0;
}

export interface CheckoutEstimate {
  readonly estimate: InvoiceEstimate;
  readonly coupon: CouponTerms | null;
  readonly currencyCode: string;
  /** Null for a pass. */
  readonly nextBillingAt: Date | null;
  /** When the bought pass ends; null for a plan that renews. */
  readonly endsAt: Date | null;
  /** The running pass that is extended or ended, and the moment for which its unused days are counted. */
  readonly runningPass: { readonly endsAt: Date; readonly prorationTime: Date } | null;
  readonly trialEndsAt: Date | null;
  /** Total of each later period with tax, once limited coupons have run out; 0 for a pass. */
  readonly renewalTotal: number;
  /** The version of the text about an immediate start; null where law gives no withdrawal. */
  readonly consentVersion: string | null;
}

/** The plan to buy and the stated place of residence. */
export interface StatedOrder extends StatedPlace {
  readonly planId: string;
}

/**
 * The buyer and the plan of an order.
 * @throws PassNotNeeded, PlanUnknown
 */
export async function orderOf(ctx: Ctx, order: StatedOrder): Promise<{ buyer: Buyer; plan: PlanRow }> {
  requireAdult(ctx);
  rejectCardNumbers(order.planId, "planId");
  const now = await billingNow(ctx);
  const opensId = await opensIdOf(ctx.db, order.planId);
  const billingRegion = await billingRegionToShow(ctx, order, now, opensId);
  const [buyer, plan] = await Promise.all([
    buyerOf(ctx, billingRegion, now, opensId),
    findOfferedPlan(ctx, billingRegion, order.planId, now),
  ]);
  if (buyer.live?.status !== "pending" && !plan.renews) checkPurchase(buyer.live, plan);
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
  const pass = passFor(buyer, plan);
  return {
    ...found,
    coupon,
    currencyCode: plan.currencyCode,
    renewalTotal: plan.renews ? renewalTotal : 0,
    runningPass: pass?.termEndsAt ? { endsAt: pass.termEndsAt, prorationTime: buyer.now } : null,
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
