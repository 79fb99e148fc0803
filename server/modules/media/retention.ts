import type { Tables } from "../../platform/jobs/retention.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "media.assets": { retained: "a row per video; a reaction deletes those of a deleted account" },
  "media.attempts": { goesWith: "media.assets" },
  "media.beats": { goesWith: "media.assets" },
  "media.fingerprints": { retained: "a row per source video, deleted with it" },
  "media.framings": { goesWith: "media.assets" },
  "media.revocations": { days: 0, from: "the expiry of the links", job: "media.upkeep" },
  "media.sounds": { goesWith: "media.assets" },
  "media.streams": { days: 0, from: "the last segment, and ten minutes", job: "media.upkeep" },
  "media.stretches": { goesWith: "media.assets" },
  "media.uploads": { goesWith: "identity.user" },
};
