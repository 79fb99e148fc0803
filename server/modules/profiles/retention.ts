import type { Tables } from "../../platform/jobs/retention.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "profiles.follows": { goesWith: "identity.user" },
  "profiles.settings": { goesWith: "identity.user" },
  "profiles.unseen": { goesWith: "identity.user" },
};
