import { msg } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import type { Reason } from "./choose.ts";

/** A reason as one sentence, for the calendar feed and clients without texts of their own. */
export function sentenceOf({ kind, detail }: Reason): Message {
  const named = detail ?? "";
  const minutes = Number(named) || 0;
  switch (kind) {
    case "began":
      return msg("You started this: {minutes} min left.", { minutes });
    case "followed":
      return msg("From {category}, a category you follow.", { category: named });
    case "goal":
      return msg("Goal: {goal}.", { goal: named });
    case "purpose":
      return msg("Your reason: {reason}.", { reason: named });
    case "family":
      return msg("For the whole family.");
    case "spot":
      return msg("Works in a small space.");
    case "rest":
      return msg("Easier, to recover from yesterday.");
    case "energy":
      return named === "gentle"
        ? msg("Gentle, the way you like it.")
        : named === "high"
          ? msg("High energy, the way you like it.")
          : msg("Steady, the way you like it.");
    case "time":
      return msg("{minutes} min: fits your schedule.", { minutes });
    case "level":
      return msg("Right for your level.");
    case "step_up":
      return msg("A step up when you’re ready.");
    case "fresh":
      return msg("New class.");
    case "again":
      return msg("Worth repeating.");
    case "chosen":
      return msg("You picked this.");
    case "danced":
      return msg("You did this one instead.");
  }
}
