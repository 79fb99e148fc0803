import type { Reason } from "./choose.ts";

/** A reason as one English sentence, for clients without texts of their own. */
export function sentenceOf({ kind, detail }: Reason): string {
  const named = detail ?? "";
  switch (kind) {
    case "began":
      return `You have ${named} min left.`;
    case "followed":
      return `From ${named}, which you follow.`;
    case "goal":
      return `Matches your goal “${named}”.`;
    case "purpose":
      return `Matches why you dance, “${named}”.`;
    case "family":
      return "For the whole family together.";
    case "spot":
      return "Works in a small space.";
    case "rest":
      return "Easier, after a hard day.";
    case "energy":
      return named === "gentle"
        ? "Gentle, as you like it."
        : named === "high"
          ? "High energy, as you like it."
          : "Medium energy, as you like it.";
    case "time":
      return `${named} min, the time you have.`;
    case "level":
      return "Right for your level.";
    case "step_up":
      return "A step up when you’re ready.";
    case "fresh":
      return "New class.";
    case "again":
      return "Worth dancing again.";
    case "chosen":
      return "You chose it.";
    case "danced":
      return "You danced it instead.";
  }
}
