/** States of a dispute. `won` and `lost` are seen from the studio. */
export const disputeStatuses = ["open", "won", "lost"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];
