/** The version of the text about an immediate start that people accept at checkout. */
export const consentVersion = "2026-11";

/** The money of a contract until its withdrawal. Minor units. */
export interface ContractMoney {
  /** Paid and not refunded. */
  readonly paid: number;
  /** The part of `paid` that is still within a right of withdrawal; the rest paid a pass before. */
  readonly withdrawable: number;
  /** Credit that paid its invoices. */
  readonly creditsUsed: number;
  /** Credit that it gave for unused time. */
  readonly creditsGiven: number;
  /** Credit that it gave as a gift. */
  readonly gifts: number;
  /** The account's credit balance. */
  readonly balance: number;
  /** The value of the running term that is not used yet, with tax. */
  readonly unused: number;
  /** Whether the person asked for an immediate start: then the used time is theirs to pay. */
  readonly hasConsent: boolean;
}

/** What a withdrawal moves. Minor units. */
export interface WithdrawalReturn {
  /** Refunded the way it was paid. */
  readonly money: number;
  /** Change of the credit balance: positive is given back, negative taken back. */
  readonly credit: number;
  /** The part of `credit` that money for an earlier pass became. */
  readonly ofEarlierPass: number;
  /** The value of the used time that is retained. */
  readonly used: number;
}

/**
 * What a withdrawal gives back: money as money, credit as credit. Credit that the contract gave goes back with
 * it; what of that was spent elsewhere lowers the refund. Money for an earlier pass, whose own right has expired, becomes credit.
 */
export function withdrawalReturn(contract: ContractMoney): WithdrawalReturn {
  const { paid, withdrawable, creditsUsed, creditsGiven, gifts, balance, unused, hasConsent } = contract;
  const consumed = Math.max(0, paid + creditsUsed - creditsGiven - unused);
  const retained = hasConsent ? Math.min(consumed, paid + creditsUsed) : 0;
  const retainedMoney = Math.min(retained, paid);
  const wanted = creditsUsed - (retained - retainedMoney) - creditsGiven - gifts;
  const credit = Math.max(wanted, -Math.max(0, balance));
  const owed = Math.max(0, paid - retainedMoney + (wanted - credit));
  const money = Math.min(owed, withdrawable);
  return { money, credit: credit + owed - money, ofEarlierPass: owed - money, used: retained };
}

/** The term value that is left when a refund takes some of its unused part. Minor units. */
export function valueAfterRefund(
  term: { readonly value: number; readonly unused: number; readonly left: number; readonly length: number },
  refunded: number,
): number {
  if (term.unused <= refunded || term.left <= 0) return 0;
  return Math.min(term.value, Math.round(((term.unused - refunded) * term.length) / term.left));
}
