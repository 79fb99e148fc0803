import { defineReaction } from "../../platform/events.ts";
import { personRegistered } from "../identity/events.ts";
import { classCompleted } from "../practice/events.ts";
import { courseCompleted, coursePublished } from "../courses/events.ts";
import { countCompletion, countNewMember } from "./awards.ts";
import { awardCourse, saveCourseBadge } from "./course-badges.ts";

export const reactions = [
  defineReaction("challenges.count_completed_class", classCompleted, (ctx, completion) =>
    countCompletion(ctx, { ...completion, completedAt: new Date(completion.completedAt) }),
  ),
  defineReaction("challenges.list_new_member", personRegistered, (ctx, { personId }) =>
    countNewMember(ctx, personId),
  ),
  defineReaction("challenges.save_course_badge", coursePublished, (ctx, { courseId }) =>
    saveCourseBadge(ctx, courseId),
  ),
  defineReaction("challenges.award_course_badge", courseCompleted, (ctx, completion) =>
    awardCourse(ctx, completion),
  ),
];
