import { defineReaction } from "../../platform/events.ts";
import { personRegistered } from "../identity/events.ts";
import { classCompleted } from "../practice/events.ts";
import { countCompletion, countNewMember } from "./awards.ts";

export const reactions = [
  defineReaction("challenges.count_completed_class", classCompleted, (ctx, completion) =>
    countCompletion(ctx, { ...completion, completedAt: new Date(completion.completedAt) }),
  ),
  defineReaction("challenges.list_new_member", personRegistered, (ctx, { personId }) =>
    countNewMember(ctx, personId),
  ),
];
