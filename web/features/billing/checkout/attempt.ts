import type { EnumValue } from "../../../graphql/graphql.ts";

/**
 * One payment attempt: the request, under one idempotency key. It is in localStorage from before the request
 * until its result is known.
 * A second press, a reload, the back button or a closed tab then resends the same attempt, and never creates
 * a second one.
 */
export type Payment = {
  planId: string;
  countryCode: string | null;
  /** Of the billing address, where taxes depend on it. */
  postcode: string | null;
  couponIds: readonly string[];
  provider: EnumValue<"SubscriptionProvider">;
  paymentMethodType: "apple_pay" | "card" | "google_pay" | "paypal_express_checkout";
  /** A token of the payment provider, never a card number. */
  token: string;
  /** The person agreed to pay at once: the trial was used before. */
  withoutTrial: boolean;
  /** The amounts that the person agreed to, in minor units: charged now, and first. */
  amountDue: number;
  firstAmount: number;
  /** The accepted text about an immediate start; null where law doesn't ask. */
  consentVersion: string | null;
  /** The running pass that is extended or ended, as it was shown. */
  runningPass: { endsAt: string; prorationTime: string } | null;
};

export type Attempt = {
  key: string;
  /** The payer: attempts of other accounts in this browser are ignored. */
  personId: string;
  payment: Payment;
  /** The created subscription, while the bank's confirmation is pending. */
  subscriptionId: string | null;
  /** Target after confirmation: a path of this app. */
  next: string | null;
};

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const storageKey = "eightcount.payment-attempt";

/** The account's attempt with an unknown result. */
export function openAttempt(storage: Store, personId: string): Attempt | null {
  const text = storage.getItem(storageKey);
  if (!text) return null;
  try {
    const stored = JSON.parse(text) as Partial<Attempt> | null;
    if (typeof stored?.key !== "string" || !stored.payment || stored.personId !== personId) return null;
    const { key, subscriptionId = null, next = null } = stored;
    // An attempt that an earlier version of the page stored has no pass.
    const payment = { ...stored.payment, runningPass: stored.payment.runningPass ?? null };
    return { key, personId, payment, subscriptionId, next };
  } catch {
    return null; // foreign data
  }
}

/** Returns the attempt for `payment`: the open one if it is the same payment, otherwise a new one. */
export function beginAttempt(
  storage: Store,
  personId: string,
  payment: Payment,
  newKey: () => string,
): Attempt {
  const open = openAttempt(storage, personId);
  if (open && isSame(open.payment, payment)) return open;
  const attempt = { key: newKey(), personId, payment, subscriptionId: null, next: null };
  storage.setItem(storageKey, JSON.stringify(attempt));
  return attempt;
}

/** Records the subscription that waits for the bank's confirmation, and the target after it. */
export function awaitConfirmation(
  storage: Store,
  attempt: Attempt,
  subscriptionId: string,
  next: string,
): void {
  storage.setItem(storageKey, JSON.stringify({ ...attempt, subscriptionId, next }));
}

/** Removes the attempt once its result is known. */
export function endAttempt(storage: Store): void {
  storage.removeItem(storageKey);
}

function isSame(one: Payment, other: Payment): boolean {
  return (
    one.planId === other.planId &&
    one.countryCode === other.countryCode &&
    one.postcode === other.postcode &&
    one.provider === other.provider &&
    one.paymentMethodType === other.paymentMethodType &&
    one.token === other.token &&
    one.withoutTrial === other.withoutTrial &&
    one.amountDue === other.amountDue &&
    one.firstAmount === other.firstAmount &&
    one.consentVersion === other.consentVersion &&
    one.runningPass?.endsAt === other.runningPass?.endsAt &&
    one.couponIds.length === other.couponIds.length &&
    one.couponIds.every((id, at) => id === other.couponIds[at])
  );
}
