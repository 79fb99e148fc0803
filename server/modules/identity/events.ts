import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/**
 * What one person gathered was given to another, who signed in. `from` is gone by the time that reactions run: rows are handed over
 * in `app/merge.ts`, in the same transaction; this is for what follows from it.
 */
export const peopleMerged = defineEvent(
  "identity.people_merged",
  z.object({ from: z.uuid(), into: z.uuid() }),
);

/** A person is gone for good, and with them all rows that refer to them: files and what lies elsewhere follow now. */
export const personRemoved = defineEvent("identity.person_removed", z.object({ personId: z.uuid() }));
