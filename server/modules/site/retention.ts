import type { Tables } from "../../platform/jobs/retention.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "site.brand_files": { retained: "the files that the settings name" },
  "site.legal_versions": { retained: "proof of what was agreed to, a row per version" },
  "site.mailing_list": { retained: "who waits for the opening; unconfirmed addresses go after two weeks" },
  "site.settings": { retained: "one row" },
  "site.translations": { retained: "the studio's texts" },
};
