/** Amounts in minor units; `dueAt` is ISO 8601. */
export type Estimate = {
  amountDue: number;
  subTotal: number;
  discountsTotal: number;
  taxTotal: number;
  /** Each as its law calls it: VAT, sales tax. */
  taxes: readonly { name: string; amount: number }[];
  creditsApplied: number;
  total: number;
  dueAt: string;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Whether tax is within the prices, as in the EU, or comes on top, as in the US; null without tax. */
export function taxPlacement({
  subTotal,
  discountsTotal,
  taxTotal,
  total,
}: Estimate): "within" | "on_top" | null {
  if (taxTotal === 0) return null;
  return subTotal - discountsTotal === total ? "within" : "on_top";
}

/** The days on which a reminder comes before a trial's first charge: seven and two days before, those that lie ahead. */
export function reminderDays(dueAt: string, now: Date): Date[] {
  return [7, 2].map((days) => new Date(new Date(dueAt).getTime() - days * dayMs)).filter((day) => day > now);
}
