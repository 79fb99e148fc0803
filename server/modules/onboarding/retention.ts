import type { Tables } from "../../platform/jobs/retention.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "onboarding.answers": { goesWith: "identity.user" },
  "onboarding.children": { goesWith: "identity.user" },
  "onboarding.options": { goesWith: "onboarding.questions" },
  "onboarding.questions": { retained: "the studio's questions" },
};
