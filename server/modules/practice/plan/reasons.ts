import type { Reason } from "./choose.ts";

/** A reason as one English sentence, for clients without texts of their own. */
export function sentenceOf({ kind, detail }: Reason): string {
  const named = detail ?? "";
  switch (kind) {
    case "began":
      return `You began it: ${named} min are left.`;
    case "followed":
      return `From ${named}, which you follow.`;
    case "goal":
      return `You want to: ${lowerFirst(named)}.`;
    case "purpose":
      return `You came ${lowerFirst(named)}.`;
    case "family":
      return "For all of you in one room.";
    case "spot":
      return "Stays on the spot: a small room is enough.";
    case "rest":
      return "Easier, the day after a hard one.";
    case "energy":
      return named === "gentle"
        ? "Gentle, as you like it."
        : named === "high"
          ? "Out of breath, as you like it."
          : "Warm, but able to talk, as you like it.";
    case "time":
      return `${named} min: that fits your evening.`;
    case "level":
      return "Right where you are with dance.";
    case "step_up":
      return "A step up, when you feel like it.";
    case "fresh":
      return "New on the floor.";
    case "again":
      return "Worth dancing again.";
    case "chosen":
      return "You chose it.";
    case "danced":
      return "You danced it instead.";
  }
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);
