import type { Tables } from "../../platform/jobs/retention.ts";
import { nightlyBackupJob, runDays } from "./backups/backups.ts";
import { exportDays } from "./export/export.ts";
import { resultDays } from "./member-import/inviting.ts";
import { forgetRecipientsJob, recipientDays } from "./messages/figures.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "studio.backup_runs": { days: runDays, from: "its start", job: nightlyBackupJob.name },
  "studio.exports": { days: exportDays, from: "the export", job: "studio.export_upkeep" },
  "studio.legal_notices": { retained: "proof of what members were told of, few rows per version" },
  "studio.legal_notice_recipients": { goesWith: "identity.user" },
  "studio.message_recipients": {
    days: recipientDays,
    from: "the announcement; of a series as long as the account, so that no one gets a step twice",
    job: forgetRecipientsJob.name,
  },
  "studio.messages": { retained: "what the studio told its members" },
  "studio.series": { retained: "the five ready ones" },
  "studio.series_steps": { goesWith: "studio.messages" },
  "studio.member_imports": {
    days: resultDays,
    from: "the upload; a draft after a week",
    job: "studio.member_import_upkeep",
  },
  "studio.member_import_rows": { goesWith: "studio.member_imports" },
  "studio.cohort_counts": { retained: "counts of the last 24 months" },
  "studio.cohort_members": { goesWith: "identity.user" },
  "studio.landing_page": { retained: "one row" },
};
