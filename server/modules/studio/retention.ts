import type { Tables } from "../../platform/jobs/retention.ts";
import { exportDays } from "./export/export.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "studio.exports": { days: exportDays, from: "the export", job: "studio.export_upkeep" },
  "studio.message_recipients": { goesWith: "studio.messages" },
  "studio.messages": { retained: "what the studio told its members" },
  "studio.landing_page": { retained: "one row" },
};
