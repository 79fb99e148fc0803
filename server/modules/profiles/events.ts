import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** Somebody began to follow somebody. */
export const personFollowed = defineEvent(
  "profiles.person_followed",
  z.object({ followerId: z.uuid(), followedId: z.uuid() }),
);
