import { defineReaction } from "../../platform/events.ts";
import { classCompleted } from "../practice/events.ts";
import { countCompletion } from "./awards.ts";

export const reactions = [
  defineReaction("challenges.count_completed_class", classCompleted, (ctx, completion) =>
    countCompletion(ctx, { ...completion, completedAt: new Date(completion.completedAt) }),
  ),
];
