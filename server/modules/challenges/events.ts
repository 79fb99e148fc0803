import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** Somebody has earned a badge. Published once per person and badge. */
export const badgeEarned = defineEvent(
  "challenges.badge_earned",
  z.object({ personId: z.uuid(), badgeId: z.uuid(), earnedAt: z.iso.datetime() }),
);
