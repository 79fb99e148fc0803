import { defineReaction } from "../../platform/events.ts";
import { personRemoved } from "./events.ts";

/** What follows from people going: their files. */
export const reactions = [
  defineReaction("identity.delete_files", personRemoved, async ({ ports: { storage } }, { personId }) => {
    await storage.deletePrefix(`people/${personId}/`);
    await storage.deletePrefix(`exports/${personId}/`);
  }),
];
