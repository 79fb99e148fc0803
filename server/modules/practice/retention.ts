import type { Tables } from "../../platform/jobs/retention.ts";
import { moveDays } from "./moves.ts";
import { planDays } from "./plan/changes.ts";
import { retainedDays } from "./set/set.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "practice.allowances": { goesWith: "identity.user" },
  "practice.calendar_links": { goesWith: "identity.user" },
  "practice.class_days": { goesWith: "catalog.classes" },
  "practice.class_summaries": { goesWith: "catalog.classes" },
  "practice.class_sources": { goesWith: "catalog.classes" },
  "practice.class_use": { goesWith: "catalog.classes" },
  "practice.holidays": { goesWith: "identity.user" },
  "practice.loops": { goesWith: "identity.user" },
  "practice.mastery": { goesWith: "identity.user" },
  "practice.moves": { days: moveDays, from: "the move", job: "practice.upkeep" },
  "practice.notes": { goesWith: "identity.user" },
  "practice.plan_changes": { days: planDays, from: "the week", job: "practice.upkeep" },
  "practice.plan_settings": { goesWith: "identity.user" },
  "practice.playlist_classes": { goesWith: "practice.playlists" },
  "practice.playlists": { goesWith: "identity.user" },
  "practice.records": { goesWith: "identity.user" },
  "practice.room_codes": { goesWith: "practice.rooms" },
  "practice.room_members": { goesWith: "practice.rooms" },
  "practice.room_messages": { days: 0, from: "the message, and a minute", job: "practice.upkeep" },
  "practice.rooms": { days: 1, from: "the last step of its host", job: "practice.upkeep" },
  "practice.set_items": { goesWith: "practice.sets" },
  "practice.sets": { days: retainedDays, from: "the day", job: "practice.upkeep" },
  "practice.together": { goesWith: "identity.session" },
};
