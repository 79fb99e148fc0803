import { defineReaction } from "../../platform/events.ts";
import { entryMerged } from "../catalog/events.ts";
import { moveAudiences } from "./messages/announcements.ts";

export const reactions = [
  defineReaction("studio.move_audience_style", entryMerged, async (ctx, { kind, from }) => {
    if (kind === "style") await moveAudiences(ctx, from);
  }),
];
