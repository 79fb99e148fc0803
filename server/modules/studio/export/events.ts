import { z } from "zod";
import { defineEvent } from "../../../platform/events.ts";

/** An admin requested an export of everything. */
export const studioExportRequested = defineEvent(
  "studio.export_requested",
  z.object({ exportId: z.uuid(), personId: z.uuid() }),
);
