import type { Tables } from "../../platform/jobs/retention.ts";
import { deliveredDays, retentionDays } from "./prune.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "notifications.heard": { days: deliveredDays, from: "the delivery", job: "notifications.prune" },
  "notifications.items": { days: retentionDays, from: "the notification", job: "notifications.prune" },
  "notifications.kind_settings": { goesWith: "identity.user" },
  "notifications.push_subscriptions": { goesWith: "identity.user" },
  "notifications.quiet_hours": { goesWith: "identity.user" },
};
