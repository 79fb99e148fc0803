import { defineReaction } from "../../platform/events.ts";
import { classCompleted } from "../practice/events.ts";
import { completeIfDone } from "./completion.ts";

export const reactions = [
  defineReaction("courses.complete_courses", classCompleted, (ctx, { personId, classId, completedAt }) =>
    completeIfDone(ctx, { personId, classId, courseId: null, completedAt: new Date(completedAt) }),
  ),
];
