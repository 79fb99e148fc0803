import type { Tx } from "../../ctx.ts";
import type { AccessType } from "./access.ts";
import { insertCoupon } from "./store-prices.ts";
import type { CouponTerms } from "./rules/coupons.ts";
import { insertSubscription, lockSubscription } from "./store-subscriptions.ts";
import { move } from "./ledger.ts";
import { periodsAfter } from "./rules/calendar.ts";

/** Writes a subscription that was agreed on elsewhere and is paid for until the end of its first month: the demo's. */
export async function recordSubscription(
  tx: Tx,
  given: { id: string; personId: string; accessType: Exclude<AccessType, "free">; now: Date },
): Promise<void> {
  await insertSubscription(tx.db, {
    id: given.id,
    accountId: given.personId,
    status: "pending",
    provider: "eightcount",
    planId: `${given.accessType}-monthly`,
    accessType: given.accessType,
    currencyCode: "USD",
    countryCode: "US",
    region: "",
    priceAmount: 1499,
    pendingUntil: null,
    startsAt: null,
    trialEndsAt: null,
    dueAt: null,
    createdAt: given.now,
  });
  const found = await lockSubscription(tx.db, given.id);
  if (!found) throw new Error("A subscription that was just written is gone");
  const termEndsAt = periodsAfter(given.now, 1, found);
  await move(tx, found, {
    trigger: "confirm",
    cause: "clock",
    now: given.now,
    changes: {
      anchorAt: given.now,
      termNumber: 1,
      termStartsAt: given.now,
      termEndsAt,
      nextBillingAt: termEndsAt,
    },
  });
}

/** Adds a coupon; one of its code stays as it is. */
export const seedCoupon = (tx: Tx, coupon: CouponTerms): Promise<void> => insertCoupon(tx.db, coupon);
