export const contractRequestKinds = ["cancel", "withdraw"] as const;
export type ContractRequestKind = (typeof contractRequestKinds)[number];

/**
 * `unconfirmed`: waits for the mailed link. `accepted`: about to be applied. `scheduled`: applied once the wanted day lies
 * in the running term. `review`: the studio decides.
 */
export const contractRequestStatuses = [
  "unconfirmed",
  "accepted",
  "scheduled",
  "done",
  "review",
  "closed",
] as const;
export type ContractRequestStatus = (typeof contractRequestStatuses)[number];

export const contractRequestOutcomes = [
  "canceled_at_end",
  "canceled_now",
  "already_ended",
  "withdrawn",
  "not_withdrawable",
  "no_subscription",
  "good_cause",
] as const;
export type ContractRequestOutcome = (typeof contractRequestOutcomes)[number];
