import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** Somebody said how they heard of the studio; whoever answers again says it anew. */
export const surveyAnswered = defineEvent(
  "onboarding.survey_answered",
  z.object({ personId: z.uuid(), slug: z.string() }),
);
