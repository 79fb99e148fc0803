/** Which number comes first in dates with slashes. In URLs: a name never changes. */
export const dateOrders = ["day_first", "month_first"] as const;
export type DateOrder = (typeof dateOrders)[number];
