import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** A person followed another. */
export const personFollowed = defineEvent(
  "profiles.person_followed",
  z.object({ followerId: z.uuid(), followedId: z.uuid() }),
);

/** A person blocked another: each is hidden from the other from now on. */
export const personBlocked = defineEvent(
  "profiles.person_blocked",
  z.object({ personId: z.uuid(), otherId: z.uuid() }),
);
