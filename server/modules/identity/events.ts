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

/** Somebody became a member; whoever was anonymous before has the same id, and what they gathered. */
export const personRegistered = defineEvent("identity.person_registered", z.object({ personId: z.uuid() }));

/** Staff closed an account: its sessions have ended. */
export const accountSuspended = defineEvent("identity.person_banned", z.object({ personId: z.uuid() }));

/** A person is gone for good, and with them all rows that refer to them: files and what lies elsewhere follow now. */
export const personRemoved = defineEvent("identity.person_removed", z.object({ personId: z.uuid() }));

/** Guests who never did anything were deleted; no row that means activity named them. */
export const guestsDeleted = defineEvent(
  "identity.guests_deleted",
  z.object({ personIds: z.array(z.uuid()) }),
);

/** Somebody asked for a copy of everything about their account. */
export const exportRequested = defineEvent(
  "identity.export_requested",
  z.object({ exportId: z.uuid(), personId: z.uuid() }),
);

/** An account goes at a time, unless its person changes their mind. */
export const deletionRequested = defineEvent(
  "identity.leaving_requested",
  z.object({ personId: z.uuid(), dueAt: z.iso.datetime() }),
);

/** An account stays after all. */
export const deletionCanceled = defineEvent("identity.leaving_canceled", z.object({ personId: z.uuid() }));
