import { readMoney } from "../../../lib/read-money.ts";

/** A typed limit in minor units: zero lets support refund nothing. Null if it isn't an amount. */
export const readLimit = (typed: string, currencyCode: string): number | null =>
  /^0+([.,]0*)?$/.test(typed.trim()) ? 0 : readMoney(typed, currencyCode);
