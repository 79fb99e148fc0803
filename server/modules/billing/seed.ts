import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../ctx.ts";
import { setBillingDetails } from "./buyers/billing-details.ts";
import { cancelSubscription } from "./subscriptions/changes.ts";
import type { CancelReason } from "./subscriptions/changes.ts";
import { createSubscription } from "./checkout/checkout.ts";
import { processSubscription } from "./billing-cycle/steps.ts";
import { addDays } from "./rules/calendar.ts";
import type { CouponTerms } from "./coupons/rules.ts";
import { insertCouponBatch } from "./coupons/store-batches.ts";
import { syncDispute } from "./payments/disputes.ts";
import { refundJob, refundLater } from "./payments/refunds.ts";
import { failRefund } from "./payments/store-refunds.ts";
import { findLatestPayment } from "./payments/store.ts";
import { insertCoupon } from "./plans/store.ts";
import { insertPlan, insertVersion } from "./plans/store-editing.ts";
import type { EditedPlanRow } from "./plans/store-editing.ts";
import { findSubscription } from "./subscriptions/store.ts";

/** Inserts a coupon unless its code exists. */
export async function seedCoupon(
  tx: Tx,
  coupon: Omit<CouponTerms, "forStudents"> & Partial<Pick<CouponTerms, "forStudents">>,
): Promise<void> {
  await insertCoupon(tx.db, { forStudents: false, ...coupon });
}

/** Inserts a batch of one-time codes, `terms.id-` and each ending, unless its prefix has one. */
export async function seedCouponBatch(
  tx: Tx,
  terms: Omit<CouponTerms, "forStudents">,
  endings: readonly string[],
): Promise<void> {
  const codes = endings.map((ending) => `${terms.id}-${ending}`);
  await insertCouponBatch(tx.db, { forStudents: false, ...terms }, codes);
}

/** Puts a pass on sale from a day on, unless it is. Prices are minor units by currency. */
export async function seedPass(
  tx: Tx,
  {
    prices,
    validFrom,
    days,
    ...pass
  }: Pick<EditedPlanRow, "id" | "name" | "accessType" | "position"> & {
    readonly days: number;
    readonly prices: Readonly<Record<string, number>>;
    /** A UTC day. */
    readonly validFrom: string;
  },
): Promise<void> {
  const once = { periodUnit: "day", renews: false, trialPeriod: null, trialPeriodUnit: null } as const;
  await insertPlan(tx.db, { ...pass, ...once, period: days, isBestValue: false, seats: 1 });
  for (const [currencyCode, amount] of Object.entries(prices))
    await insertVersion(tx.db, { planId: pass.id, currencyCode, countryCode: "", amount, validFrom });
}

/** The subscription history of a demo account. */
export interface Story {
  readonly accountId: string;
  readonly planId: string;
  readonly countryCode: string;
  readonly couponIds?: readonly string[];
  readonly startedAt: Date;
  readonly withoutTrial: boolean;
  /** Whether the test card pays when it is charged, or is declined. */
  readonly pays: boolean;
  readonly cancels: {
    readonly afterDays: number;
    readonly atPeriodEnd: boolean;
    readonly reason: CancelReason;
  } | null;
  /** Who buys, for a company. */
  readonly buyer?: Parameters<typeof setBillingDetails>[1];
  /** What became of the last payment: a dispute, a refund, or one that the bank sent back. */
  readonly after?: { readonly kind: "dispute" | "refund" | "failed_refund"; readonly daysAgo: number };
}

const maxStorySteps = 200;
/** The days that a bank gives for evidence. */
const disputeDays = 9;

/**
 * Subscribes a demo account in the past and replays its billing cycle until now, with production code.
 * @param ctxAt returns a ctx with its clock at the given moment, for the demo account
 */
export async function seedStory(ctxAt: (now: Date) => Ctx, story: Story, now: Date): Promise<void> {
  const begin = ctxAt(story.startedAt);
  const gateway = begin.ports.gateways.current;
  const token = (await gateway?.demoToken?.(begin, story.pays)) ?? null;
  if (!gateway || !token) return;
  if (story.buyer) await setBillingDetails(begin, story.buyer);
  const { id } = await createSubscription(begin, {
    planId: story.planId,
    countryCode: story.countryCode,
    postcode: null,
    provider: gateway.provider,
    token,
    paymentMethodType: "card",
    trialOverrideTime: null,
    couponIds: story.couponIds ?? [],
    idempotencyKey: `demo ${story.accountId}`,
    withoutTrial: story.withoutTrial,
    startAt: null,
    ipInfo: null,
    amountDue: null,
    firstAmount: null,
    consentVersion: null,
    runningPass: null,
  });
  let cancelAt = story.cancels && addDays(story.startedAt, story.cancels.afterDays);
  for (let step = 0; step < maxStorySteps; step += 1) {
    const found = await findSubscription(begin.db, id);
    const dueAt = found?.dueAt ?? null;
    if (cancelAt && story.cancels && cancelAt <= now && (!dueAt || cancelAt < dueAt)) {
      const { atPeriodEnd, reason } = story.cancels;
      await cancelSubscription(ctxAt(cancelAt), id, { atPeriodEnd, reason, comment: null });
      cancelAt = null;
    } else if (found && dueAt && dueAt <= now) await processSubscription(ctxAt(dueAt), found, dueAt);
    else break;
  }
  if (story.after) await seedAfterwards(ctxAt(addDays(now, -story.after.daysAgo)), id, story.after.kind);
}

/** Lets a payment of a demo account be disputed or refunded, with production code. */
async function seedAfterwards(
  ctx: Ctx,
  subscriptionId: string,
  kind: NonNullable<Story["after"]>["kind"],
): Promise<void> {
  const payment = await findLatestPayment(ctx.db, subscriptionId);
  const { invoiceId, providerRef, provider, amount } = payment ?? {};
  if (!payment || !invoiceId || !providerRef || !provider || !amount) return;
  const now = ctx.clock.now();
  if (kind === "dispute") {
    const ref = await ctx.ports.gateways
      .of(provider)
      .demoDispute?.(ctx, providerRef, addDays(now, disputeDays));
    if (ref) await syncDispute(ctx, provider, ref);
    return;
  }
  const refundId = randomUUID();
  const reason = kind === "refund" ? "Moved to another city" : "Charged after a cancellation by phone";
  await ctx.transact((tx) =>
    refundLater(tx, { id: refundId, payment, invoiceId, amount: Math.floor(amount / 2), reason, now }),
  );
  if (kind === "failed_refund")
    return void (await ctx.transact((tx) =>
      failRefund(tx.db, { id: refundId, failure: "returned_by_bank" }),
    ));
  const { signal } = new AbortController();
  await refundJob.run(ctx, { refundId }, { signal, attempt: 1, isLastAttempt: true });
}
