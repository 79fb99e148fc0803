/** The money of a contract. Minor units. */
export interface RefundableContract {
  /** Paid for it and not refunded. */
  readonly paid: number;
  /** Credit that paid its invoices. */
  readonly creditsUsed: number;
  /** What it already gave back as credit: for pauses, plan changes, a withdrawal. */
  readonly creditsGiven: number;
}

/**
 * What can be refunded without taking credit back. Beyond it a refund takes back as much credit, so that the same time isn’t
 * given back as money and as credit.
 */
export const refundableFreely = ({ paid, creditsUsed, creditsGiven }: RefundableContract): number =>
  Math.max(0, paid + creditsUsed - creditsGiven);
