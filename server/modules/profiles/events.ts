import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** Somebody began to follow somebody. */
export const personFollowed = defineEvent(
  "profiles.person_followed",
  z.object({ followerId: z.uuid(), followedId: z.uuid() }),
);

/** Somebody blocked somebody: from now on neither meets the other. */
export const personBlocked = defineEvent(
  "profiles.person_blocked",
  z.object({ personId: z.uuid(), otherId: z.uuid() }),
);
