import type { Tables } from "../../platform/jobs/retention.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "growth.aliases": {
    days: "EVENTS_KEPT_DAYS",
    from: "the merge, and two months",
    job: "growth.keep_events",
  },
  "growth.consent_texts": { retained: "a row per version of the text" },
  "growth.consents": { goesWith: "identity.user" },
  "growth.event_erasures": {
    days: 0,
    from: "the deletion of the person's events",
    job: "growth.erase_events",
  },
  "growth.event_marks": { retained: "a row per reader of events" },
  "growth.events": { days: "EVENTS_KEPT_DAYS", from: "the event, by month", job: "growth.keep_events" },
  "growth.experiments": { retained: "a row per experiment" },
  "growth.experiment_counts": { goesWith: "growth.experiments" },
  "growth.exposures": { days: 30, from: "the end of the experiment", job: "growth.delete_exposures" },
  "growth.feature_flags": { retained: "a row per flag" },
  "growth.forwarders": { retained: "a row per reader of events" },
  "growth.milestones": { days: "EVENTS_KEPT_DAYS", from: "the milestone", job: "growth.keep_events" },
  "growth.rtdb_changes": {
    days: 0,
    from: "the change, and an hour; a week for a mirror",
    job: "growth.prune_rtdb_changes",
  },
  "growth.rtdb_leaves": {
    retained: "the data of people, which a reaction deletes with them; rate limits bound it",
  },
  "growth.transaction_order": { retained: "one row" },
  "growth.visitors": { days: "EVENTS_KEPT_DAYS", from: "the first visit", job: "growth.keep_events" },
};
