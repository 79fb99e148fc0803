import type { Tables } from "../../platform/jobs/retention.ts";
import { addUpRevisionJob } from "./revision.ts";
import { alertDays } from "./upcoming/alerts.ts";
import { unusedItemDays } from "./video-import/imports.ts";
import { replacedRetentionMs } from "./editing/replaced-videos.ts";

const replaced = {
  days: replacedRetentionMs / 86_400_000,
  from: "the replacement",
  job: "practice.upkeep",
};

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "catalog.categories": { retained: "the library" },
  "catalog.class_captions": { goesWith: "catalog.classes" },
  "catalog.class_categories": { goesWith: "catalog.classes" },
  "catalog.class_films": { goesWith: "catalog.classes" },
  "catalog.class_parts": { goesWith: "catalog.classes" },
  "catalog.class_songs": { goesWith: "catalog.classes" },
  "catalog.class_upright_films": { goesWith: "catalog.classes" },
  "catalog.classes": { retained: "the library" },
  "catalog.entry_aliases": { retained: "the library" },
  "catalog.followed_categories": { goesWith: "identity.user" },
  "catalog.followed_instructors": { goesWith: "identity.user" },
  "catalog.followed_styles": { goesWith: "identity.user" },
  "catalog.former_captions": { ...replaced, from: "the replacement or removal" },
  "catalog.former_posters": replaced,
  "catalog.heard_counts": { goesWith: "catalog.classes" },
  "catalog.instructors": { retained: "the library" },
  "catalog.missed_searches": { days: 366, from: "the month of the search", job: "practice.upkeep" },
  "catalog.replaced_source_videos": replaced,
  "catalog.release_alerts": {
    days: alertDays,
    from: "the publishing of its class; with the class, the person, and when the date is taken back",
    job: "practice.upkeep",
  },
  "catalog.revision": { retained: "one row" },
  "catalog.revision_changes": { days: 0, from: "the next minute", job: addUpRevisionJob.name },
  "catalog.search_words": { retained: "the words of the library" },
  "catalog.sections": { retained: "the library" },
  "catalog.song_aliases": { goesWith: "catalog.songs" },
  "catalog.song_excerpts": { goesWith: "catalog.songs" },
  "catalog.songs": { retained: "the library" },
  "catalog.styles": { retained: "the library" },
  "catalog.unplaced_parts": { goesWith: "catalog.classes" },
  "catalog.video_import_items": {
    days: unusedItemDays,
    from: "the day a file was added; with its class if it became one",
    job: "practice.upkeep",
  },
  "catalog.video_imports": {
    days: unusedItemDays,
    from: "the start, once it has no files",
    job: "practice.upkeep",
  },
};
