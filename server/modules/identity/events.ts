import { z } from "zod";
import { roles } from "../../../contract/staff.ts";
import { defineEvent } from "../../platform/events.ts";

/**
 * One person's data was merged into another's account. `from` no longer exists when reactions run.
 * `app/merge.ts` moves rows in the same transaction; reactions handle side effects.
 */
export const peopleMerged = defineEvent(
  "identity.people_merged",
  z.object({ from: z.uuid(), into: z.uuid() }),
);

/** A person registered. A former guest keeps their id and data. */
export const personRegistered = defineEvent("identity.person_registered", z.object({ personId: z.uuid() }));

/** A role was given, changed or removed; `member` is none. */
export const roleChanged = defineEvent(
  "identity.role_changed",
  z.object({ personId: z.uuid(), from: z.enum(roles), to: z.enum(roles) }),
);

/** An account was suspended and its sessions revoked. */
export const accountSuspended = defineEvent("identity.person_banned", z.object({ personId: z.uuid() }));

/** A person was deleted with all rows that reference them. Reactions delete files and external data. */
export const personRemoved = defineEvent("identity.person_removed", z.object({ personId: z.uuid() }));

/** Idle guests were deleted. No row that counts as activity referenced them. */
export const guestsDeleted = defineEvent(
  "identity.guests_deleted",
  z.object({ personIds: z.array(z.uuid()) }),
);

/** A data export was requested. */
export const exportRequested = defineEvent(
  "identity.export_requested",
  z.object({ exportId: z.uuid(), personId: z.uuid() }),
);

/** An account deletion was requested for a later time. */
export const deletionRequested = defineEvent(
  "identity.leaving_requested",
  z.object({ personId: z.uuid(), dueAt: z.iso.datetime() }),
);

/** An account deletion was canceled. */
export const deletionCanceled = defineEvent("identity.leaving_canceled", z.object({ personId: z.uuid() }));
