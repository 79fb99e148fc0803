import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** A person practiced nine tenths of a class. Published once per person and class. */
export const classCompleted = defineEvent(
  "practice.class_completed",
  z.object({
    personId: z.uuid(),
    classId: z.uuid(),
    completedAt: z.iso.datetime(),
    playedMs: z.number().int(),
  }),
);
