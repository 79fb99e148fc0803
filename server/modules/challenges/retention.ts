import type { Tables } from "../../platform/jobs/retention.ts";
import { addUpParticipantsJob } from "./participant-changes.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "challenges.achievements": { retained: "the studio's challenges" },
  "challenges.badges": { goesWith: "challenges.achievements" },
  "challenges.breaks": { goesWith: "identity.user" },
  "challenges.challenges": { retained: "the studio's challenges" },
  "challenges.completions": { goesWith: "identity.user" },
  "challenges.earned_badges": { goesWith: "identity.user" },
  "challenges.participant_changes": { days: 0, from: "the next minute", job: addUpParticipantsJob.name },
  "challenges.progress": { goesWith: "identity.user" },
  "challenges.required_classes": { goesWith: "challenges.achievements" },
  "challenges.settings": { goesWith: "identity.user" },
};
