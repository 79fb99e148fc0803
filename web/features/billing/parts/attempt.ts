/**
 * One attempt to pay: what is sent, under one idempotency key. It is kept in the tab's sessionStorage from before it is sent until its
 * outcome is known, so that a second press, a reload or the back button sends the same attempt again and never a second one.
 */
export type Payment = {
  planId: string;
  countryCode: string | null;
  couponIds: readonly string[];
  provider: string;
  paymentMethodType: "apple_pay" | "card" | "google_pay" | "paypal_express_checkout";
  /** A token of the provider's, never a card number. */
  token: string;
  /** The person has agreed to pay at once: the trial was used before. */
  withoutTrial: boolean;
};

export type Attempt = { key: string; payment: Payment };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const storageKey = "eightcount.payment-attempt";

/** The attempt whose outcome isn't known yet. */
export function openAttempt(storage: Store): Attempt | null {
  const text = storage.getItem(storageKey);
  if (!text) return null;
  try {
    const kept = JSON.parse(text) as Partial<Attempt>;
    return typeof kept.key === "string" && kept.payment ? { key: kept.key, payment: kept.payment } : null;
  } catch {
    return null; // written by something else
  }
}

/** The attempt under which `payment` is sent: the open one when it is the same payment, otherwise a new one. */
export function beginAttempt(storage: Store, payment: Payment, newKey: () => string): Attempt {
  const open = openAttempt(storage);
  if (open && isSame(open.payment, payment)) return open;
  const attempt = { key: newKey(), payment };
  storage.setItem(storageKey, JSON.stringify(attempt));
  return attempt;
}

/** Forgets the attempt, once its outcome is known. */
export function endAttempt(storage: Store): void {
  storage.removeItem(storageKey);
}

function isSame(one: Payment, other: Payment): boolean {
  return (
    one.planId === other.planId &&
    one.countryCode === other.countryCode &&
    one.provider === other.provider &&
    one.paymentMethodType === other.paymentMethodType &&
    one.token === other.token &&
    one.withoutTrial === other.withoutTrial &&
    one.couponIds.length === other.couponIds.length &&
    one.couponIds.every((id, at) => id === other.couponIds[at])
  );
}
