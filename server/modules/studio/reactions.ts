import { defineReaction } from "../../platform/events.ts";
import { entryMerged } from "../catalog/events.ts";
import { moveLandingInstructor } from "./landing/merged-instructors.ts";
import { moveAudiences } from "./messages/announcements.ts";

export const reactions = [
  defineReaction("studio.move_audience_style", entryMerged, async (ctx, { kind, from }) => {
    if (kind === "style") await moveAudiences(ctx, from);
  }),
  defineReaction("studio.move_landing_instructor", entryMerged, async (ctx, { kind, from }) => {
    if (kind === "instructor") await moveLandingInstructor(ctx, from);
  }),
];
