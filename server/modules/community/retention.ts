import type { Tables } from "../../platform/jobs/retention.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "community.cases": { goesWith: "identity.user" },
  "community.content": { goesWith: "identity.user" },
  "community.likes": { goesWith: "community.content" },
  "community.mentions": { goesWith: "community.content" },
  "community.reports": { goesWith: "identity.user" },
  "community.revisions": { goesWith: "community.content" },
  "community.standing": { goesWith: "identity.user" },
};
