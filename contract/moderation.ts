/** Why something is in the moderation queue: a new member's post, repeated text, reports, or an appeal. */
export const caseCauses = ["newcomer", "spam", "reports", "appeal"] as const;
export type CaseCause = (typeof caseCauses)[number];
