export const cancelReasons = [
  "too_expensive",
  "no_time",
  "taking_break",
  "not_enough_classes",
  "missing_content",
  "hard_to_use",
  "technical_issues",
  "other",
] as const;
export type CancelReason = (typeof cancelReasons)[number];

export type Offer = "pause" | "cheaper_plan" | "month_off";

/**
 * The one offer that answers a reason, of those that are open to the person; null when none does. It stands beside an equally large
 * "Cancel now", so that an offer that doesn't answer the reason is left out rather than replaced by another.
 */
export function offerFor(reason: CancelReason | null, open: ReadonlySet<Offer>): Offer | null {
  const matching: Partial<Record<CancelReason, readonly Offer[]>> = {
    too_expensive: ["cheaper_plan", "month_off"],
    no_time: ["pause"],
    taking_break: ["pause"],
    not_enough_classes: ["month_off"],
    technical_issues: ["month_off"],
  };
  return (reason && matching[reason]?.find((offer) => open.has(offer))) ?? null;
}
