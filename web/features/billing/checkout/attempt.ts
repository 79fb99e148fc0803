/**
 * One attempt to pay: what is sent, under one idempotency key. It is kept in localStorage from before it is sent until its outcome is known, so
 * that a second press, a reload, the back button or a tab that was closed in between sends the same attempt again and never a second one.
 */
export type Payment = {
  planId: string;
  countryCode: string | null;
  /** Of the bill's address, where taxes go by it. */
  postcode: string | null;
  couponIds: readonly string[];
  provider: "braintree" | "chargebee" | "eightcount" | "revenuecat" | "stripe";
  paymentMethodType: "apple_pay" | "card" | "google_pay" | "paypal_express_checkout";
  /** A token of the provider's, never a card number. */
  token: string;
  /** The person has agreed to pay at once: the trial was used before. */
  withoutTrial: boolean;
};

export type Attempt = {
  key: string;
  /** Who pays: an attempt of somebody else who used this browser is none of ours. */
  personId: string;
  payment: Payment;
  /** The subscription that it made, while the bank's confirmation is awaited. */
  subscriptionId: string | null;
  /** Where to go once it is confirmed: a path of ours. */
  next: string | null;
};

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const storageKey = "eightcount.payment-attempt";

/** The person's attempt whose outcome isn't known yet. */
export function openAttempt(storage: Store, personId: string): Attempt | null {
  const text = storage.getItem(storageKey);
  if (!text) return null;
  try {
    const kept = JSON.parse(text) as Partial<Attempt> | null;
    if (typeof kept?.key !== "string" || !kept.payment || kept.personId !== personId) return null;
    const { key, payment, subscriptionId = null, next = null } = kept;
    return { key, personId, payment, subscriptionId, next };
  } catch {
    return null; // written by something else
  }
}

/** The attempt under which `payment` is sent: the open one when it is the same payment, otherwise a new one. */
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

/** Notes the subscription that waits for the bank's confirmation, and where to go after that. */
export function awaitConfirmation(
  storage: Store,
  attempt: Attempt,
  subscriptionId: string,
  next: string,
): void {
  storage.setItem(storageKey, JSON.stringify({ ...attempt, subscriptionId, next }));
}

/** Forgets the attempt, once its outcome is known. */
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
    one.couponIds.length === other.couponIds.length &&
    one.couponIds.every((id, at) => id === other.couponIds[at])
  );
}
