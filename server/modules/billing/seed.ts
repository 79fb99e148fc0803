import { randomBytes } from "node:crypto";
import type { Ctx, Tx } from "../../ctx.ts";
import { cancelSubscription } from "./subscriptions/changes.ts";
import type { CancelReason } from "./subscriptions/changes.ts";
import { createSubscription } from "./checkout/checkout.ts";
import { processSubscription } from "./billing-cycle/steps.ts";
import type { Behaviour } from "./providers/eightcount/cards.ts";
import { insertToken } from "./providers/eightcount/store.ts";
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
  /** The behavior of the test card. */
  readonly card: Extract<Behaviour, "succeeds" | "attaches_only">;
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
  const token = `tok_${randomBytes(18).toString("base64url")}`;
  const begin = ctxAt(story.startedAt);
  await insertToken(begin.db, {
    token,
    type: "card",
    behaviour: story.card,
    brand: "visa",
    last4: story.card === "succeeds" ? "4242" : "0341",
    expMonth: 12,
    expYear: now.getUTCFullYear() + 3,
    fingerprint: null,
    countryCode: null,
    addressCountry: null,
    postcode: null,
  });
  const { id } = await createSubscription(begin, {
    planId: story.planId,
    countryCode: story.countryCode,
    postcode: null,
    provider: "eightcount",
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
