import { msg, verbatim } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import { contentText } from "../../site/index.ts";
import type { TranslatedStudio } from "../../site/index.ts";
import type { Reason } from "./choose.ts";

/** What a reason names, in the language of its reader. */
export const detailOf = (studio: TranslatedStudio, { detail, named, step }: Reason): Message => {
  const text = detail ?? "";
  if (!named) return verbatim(text);
  if (named.kind === "course") {
    const course = contentText(studio, "course", named.subject, "title", text);
    return step ? msg("{course}, class {place} of {total}", { course, ...step }) : course;
  }
  return contentText(studio, named.kind, named.subject, named.kind === "option" ? "label" : "name", text);
};

/** A reason as one sentence, for the calendar feed and clients without texts of their own. */
export function sentenceOf(studio: TranslatedStudio, reason: Reason): Message {
  const { kind, detail } = reason;
  const minutes = Number(detail) || 0;
  const named = detailOf(studio, reason);
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
      return detail === "gentle"
        ? msg("Gentle, the way you like it.")
        : detail === "high"
          ? msg("High energy, the way you like it.")
          : msg("Steady, the way you like it.");
    case "time":
      return msg("{minutes} min: fits your schedule.", { minutes });
    case "level":
      return msg("Right for your level.");
    case "easier":
      return msg("Easier, because this style felt too hard.");
    case "harder":
      return msg("Harder, because this style felt too easy.");
    case "step_up":
      return msg("A step up when you’re ready.");
    case "fresh":
      return msg("New class.");
    case "again":
      return msg("Worth repeating.");
    case "loved":
      return msg("You’d dance it again.");
    case "course":
      return msg("Next in {course}.", { course: named });
    case "chosen":
      return msg("You picked this.");
    case "danced":
      return msg("You did this one instead.");
  }
}
