import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** A person answered how they heard of the studio. Published again for a changed answer. */
export const surveyAnswered = defineEvent(
  "onboarding.survey_answered",
  z.object({ personId: z.uuid(), slug: z.string() }),
);
