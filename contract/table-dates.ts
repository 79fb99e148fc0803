/** Which number comes first in dates with slashes. In URLs: a name never changes. */
export const dateOrders = ["day_first", "month_first"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** How the dates with slashes of a table are read. */
export interface SlashedDates {
  /** One of them. */
  readonly sample: string;
  /** Null: the table doesn't say it, and no one has; they are left out. */
  readonly order: DateOrder | null;
  /** Whether the dates themselves don't say it. */
  readonly isAmbiguous: boolean;
}
