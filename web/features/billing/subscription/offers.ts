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
 * The available offer that matches a cancel reason; null if none does.
 * It is shown next to an equally large "Cancel now". An offer that doesn't match is omitted rather than
 * replaced by another.
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
