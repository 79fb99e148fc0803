import { t } from "@lingui/core/macro";

/** The views of the revenue page, as its address names them. */
export const revenueViews = ["figures", "todo", "members", "payments"] as const;
export type RevenueView = (typeof revenueViews)[number];

export const revenueViewNames = (): Record<RevenueView, string> => ({
  figures: t`Figures`,
  todo: t`To do`,
  members: t`Members`,
  payments: t`Payments`,
});
