/** The expiry of a card; null for methods that don't expire. */
export interface Expiry {
  /** 1 to 12. */
  readonly expMonth: number | null;
  readonly expYear: number | null;
}

/** When a card ends: the first moment after its month, UTC; null if it doesn't end. */
function endOf({ expMonth, expYear }: Expiry): Date | null {
  return expMonth === null || expYear === null ? null : new Date(Date.UTC(expYear, expMonth, 1));
}

/** Whether a card has ended by a moment. */
export function hasExpired(card: Expiry, at: Date): boolean {
  const end = endOf(card);
  return end !== null && end <= at;
}
