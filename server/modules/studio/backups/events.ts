import { z } from "zod";
import { defineEvent } from "../../../platform/events.ts";

/** A backup is due: at night, or because an admin asked for it. */
export const backupDue = defineEvent("studio.backup_due", z.object({ runId: z.uuid() }));
