/** Amounts in minor units; `dueAt` is ISO 8601. */
export type Estimate = {
  amountDue: number;
  subTotal: number;
  discountsTotal: number;
  taxTotal: number;
  /** Each by its legal name: VAT, sales tax. */
  taxes: readonly { name: string; amount: number }[];
  /** The buyer, a business abroad, owes the tax: none is charged. */
  isReverseCharge?: boolean;
  creditsApplied: number;
  /** Too small for the provider to charge, so that it isn't taken. */
  waived: number;
  total: number;
  /** What unused days are worth beyond this invoice: it becomes account credit. */
  carried?: number;
  dueAt: string;
  /** What is taken off for unused days is a line of its own. */
  lines?: readonly { kind: string; amount: number }[];
};

/** What is taken off for unused days, in minor units. */
export const unusedOf = ({ lines = [] }: Estimate): number =>
  lines.reduce((sum, { kind, amount }) => (kind === "unused_time" ? sum - amount : sum), 0);

const dayMs = 24 * 60 * 60 * 1000;

/** Whether tax is inclusive, as in the EU, or exclusive, as in the US; null without tax. */
export function taxPlacement({
  subTotal,
  discountsTotal,
  taxTotal,
  total,
}: Estimate): "within" | "on_top" | null {
  if (taxTotal === 0) return null;
  return subTotal - discountsTotal === total ? "within" : "on_top";
}

/** Days of the reminders before a trial's first charge: seven and two days before, if still ahead. */
export function reminderDays(dueAt: string, now: Date): Date[] {
  return [7, 2].map((days) => new Date(new Date(dueAt).getTime() - days * dayMs)).filter((day) => day > now);
}
