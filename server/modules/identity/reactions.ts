import { defineReaction } from "../../platform/events.ts";
import { peopleMerged, personRemoved } from "./events.ts";

/** Deletes files after people are deleted. */
export const reactions = [
  defineReaction("identity.delete_files", personRemoved, async ({ ports: { storage } }, { personId }) => {
    await storage.deletePrefix(`people/${personId}/`);
    await storage.deletePrefix(`exports/${personId}/`);
  }),
  defineReaction(
    "identity.delete_files_of_merged",
    peopleMerged,
    async ({ ports: { storage } }, { from }) => {
      await storage.deletePrefix(`people/${from}/`);
      await storage.deletePrefix(`exports/${from}/`);
    },
  ),
];
