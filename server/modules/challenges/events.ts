import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** A person has earned a badge. Published once per person and badge. */
export const badgeEarned = defineEvent(
  "challenges.badge_earned",
  z.object({ personId: z.uuid(), badgeId: z.uuid(), earnedAt: z.iso.datetime() }),
);

/** A challenge has begun. Published once. */
export const challengeStarted = defineEvent(
  "challenges.challenge_started",
  z.object({ challengeId: z.uuid() }),
);

/** A challenge ends within a day. Published once, and not for challenges of two days or less. */
export const challengeEnding = defineEvent(
  "challenges.challenge_ending",
  z.object({ challengeId: z.uuid() }),
);
