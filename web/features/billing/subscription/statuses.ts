import type { SubscriptionDetails } from "./state-sentence.ts";

/** Whether it stands: there is at most one such subscription, and no second can be had beside it. */
export function isLive(status: SubscriptionDetails["status"]): boolean {
  return ["active", "future", "in_trial", "non_renewing", "paused"].includes(status);
}
