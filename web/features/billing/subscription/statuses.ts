import type { SubscriptionDetails } from "./state-sentence.ts";

/** Whether the subscription is live. An account has at most one live subscription and can't add a second. */
export function isLive(status: SubscriptionDetails["status"]): boolean {
  return ["active", "future", "in_trial", "non_renewing", "paused"].includes(status);
}
