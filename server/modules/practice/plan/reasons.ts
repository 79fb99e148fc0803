import type { Reason } from "./choose.ts";

/** A reason as one English sentence, for clients without texts of their own. */
export function sentenceOf({ kind, detail }: Reason): string {
  const named = detail ?? "";
  switch (kind) {
    case "began":
      return `You started this: ${named} min left.`;
    case "followed":
      return `From ${named}, a category you follow.`;
    case "goal":
      return `Goal: ${named}.`;
    case "purpose":
      return `Your reason: ${named}.`;
    case "family":
      return "For the whole family.";
    case "spot":
      return "Works in a small space.";
    case "rest":
      return "Easier, to recover from yesterday.";
    case "energy":
      return named === "gentle"
        ? "Gentle, the way you like it."
        : named === "high"
          ? "High energy, the way you like it."
          : "Steady, the way you like it.";
    case "time":
      return `${named} min: fits your schedule.`;
    case "level":
      return "Right for your level.";
    case "step_up":
      return "A step up when you’re ready.";
    case "fresh":
      return "New class.";
    case "again":
      return "Worth repeating.";
    case "chosen":
      return "You picked this.";
    case "danced":
      return "You did this one instead.";
  }
}
