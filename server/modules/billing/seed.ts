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

/** Adds a coupon; one of its code stays as it is. */
export async function seedCoupon(tx: Tx, coupon: CouponTerms): Promise<void> {
  await insertCoupon(tx.db, coupon);
}

/** How somebody of the demo came to subscribe, and what became of it. */
export interface Story {
  readonly accountId: string;
  readonly planId: string;
  readonly countryCode: string;
  readonly couponIds?: readonly string[];
  readonly startedAt: Date;
  readonly withoutTrial: boolean;
  /** What their test card does. */
  readonly card: Extract<Behaviour, "succeeds" | "attaches_only">;
  readonly cancels: {
    readonly afterDays: number;
    readonly atPeriodEnd: boolean;
    readonly reason: CancelReason;
  } | null;
}

const stepsOfAStory = 200;

/**
 * Lets somebody of the demo subscribe in the past and live through all that time has brought since, by the same code as everybody.
 * @param ctxAt a ctx whose clock stands at a moment; its account is the one that the story is of
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
  });
  let cancelAt = story.cancels && addDays(story.startedAt, story.cancels.afterDays);
  for (let step = 0; step < stepsOfAStory; step += 1) {
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
