import { randomUUID } from "node:crypto";
import type { Tx } from "../../../ctx.ts";
import type { SubscriptionProvider } from "../ports.ts";
import type { Place } from "../plans/regions.ts";
import type { PlanRow } from "../plans/store.ts";
import type { Cause } from "./state.ts";
import { insertSubscription, insertTransition, lockSubscription } from "./store.ts";
import type { SubscriptionRow } from "./store.ts";

/**
 * Inserts a subscription that no one bought here, and locks it: no terms were agreed to. Only one that was bought elsewhere has a
 * price of later terms. It is pending until the caller's transition.
 */
export async function insertWithoutCheckout(
  tx: Tx,
  given: {
    readonly accountId: string;
    readonly provider: SubscriptionProvider;
    readonly plan: Pick<PlanRow, "id" | "accessType">;
    readonly currencyCode: string;
    readonly place: Place;
    /** Given by staff, paid by a gift card, or begun at another service, whose price goes on. */
    readonly origin: "complimentary" | "prepaid" | { readonly priceAmount: number };
    readonly cause: Cause;
    readonly now: Date;
  },
): Promise<SubscriptionRow> {
  const { accountId, provider, plan, currencyCode, place, origin, cause, now } = given;
  const id = randomUUID();
  await insertSubscription(tx.db, {
    id,
    accountId,
    status: "pending",
    provider,
    planId: plan.id,
    accessType: plan.accessType,
    currencyCode,
    countryCode: place.countryCode,
    region: place.region,
    priceAmount: typeof origin === "object" ? origin.priceAmount : 0,
    pendingUntil: null,
    startsAt: now,
    trialEndsAt: null,
    dueAt: null,
    createdAt: now,
    consentedAt: null,
    consentVersion: null,
    termsVersion: null,
    termsLocale: null,
    isComplimentary: origin === "complimentary",
    isPrepaid: origin === "prepaid",
  });
  const step = { subscriptionId: id, fromStatus: null, toStatus: "pending", trigger: "subscribe" };
  await insertTransition(tx.db, { ...step, cause, happenedAt: now });
  const inserted = await lockSubscription(tx.db, id);
  if (!inserted) throw new Error("The subscription was just inserted.");
  return inserted;
}
