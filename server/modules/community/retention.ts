import type { Tables } from "../../platform/jobs/retention.ts";
import { addUpLikesJob } from "./like-changes.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "community.cases": { goesWith: "identity.user" },
  "community.content": { goesWith: "identity.user" },
  "community.like_changes": { days: 0, from: "the next minute", job: addUpLikesJob.name },
  "community.likes": { goesWith: "community.content" },
  "community.mentions": { goesWith: "community.content" },
  "community.reports": { goesWith: "identity.user" },
  "community.revisions": { goesWith: "community.content" },
  "community.standing": { goesWith: "identity.user" },
};
