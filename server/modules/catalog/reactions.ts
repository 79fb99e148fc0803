import { defineReaction } from "../../platform/events.ts";
import { assetAvailable } from "../media/events.ts";
import { proposeGrid } from "./beat/beat.ts";

export const reactions = [
  defineReaction("catalog.propose_beat_grid", assetAvailable, (ctx, { assetId }) =>
    proposeGrid(ctx, assetId),
  ),
];
