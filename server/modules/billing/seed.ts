import type { Ctx, Tx } from "../../ctx.ts";
import { cancelSubscription } from "./subscriptions/changes.ts";
import type { CancelReason } from "./subscriptions/changes.ts";
import { createSubscription } from "./checkout/checkout.ts";
import { processSubscription } from "./billing-cycle/steps.ts";
import { addDays } from "./rules/calendar.ts";
import type { CouponTerms } from "./coupons/rules.ts";
import { insertCoupon } from "./plans/store.ts";
import { findSubscription } from "./subscriptions/store.ts";

/** Inserts a coupon unless its code exists. */
export async function seedCoupon(tx: Tx, coupon: CouponTerms): Promise<void> {
  await insertCoupon(tx.db, coupon);
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
}

const maxStorySteps = 200;

/**
 * Subscribes a demo account in the past and replays its billing cycle until now, with production code.
 * @param ctxAt returns a ctx with its clock at the given moment, for the demo account
 */
export async function seedStory(ctxAt: (now: Date) => Ctx, story: Story, now: Date): Promise<void> {
  const begin = ctxAt(story.startedAt);
  const gateway = begin.ports.gateways.current;
  const token = (await gateway?.demoToken?.(begin, story.pays)) ?? null;
  if (!gateway || !token) return;
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
    else return;
  }
}
