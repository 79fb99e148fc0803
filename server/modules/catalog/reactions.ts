import { defineReaction } from "../../platform/events.ts";
import { assetAvailable, assetFailed, sourceVideoReady, uploadAbandoned } from "../media/events.ts";
import { proposeGrid } from "./beat/beat.ts";
import {
  onSourceVideoAbandoned,
  onTranscodeCompleted,
  onSourceVideoReady,
  onSourceVideoRefused,
} from "./editing/source-videos.ts";

export const reactions = [
  defineReaction("catalog.take_made", assetAvailable, async (ctx, { assetId, durationMs }) => {
    await onTranscodeCompleted(ctx, assetId, durationMs);
    await proposeGrid(ctx, assetId);
  }),
  defineReaction("catalog.take_ready_film", sourceVideoReady, (ctx, { filmId, isUpright }) =>
    onSourceVideoReady(ctx, filmId, isUpright ?? null),
  ),
  defineReaction("catalog.take_refused_film", assetFailed, (ctx, { assetId, reason }) =>
    onSourceVideoRefused(ctx, assetId, reason),
  ),
  defineReaction("catalog.take_abandoned_film", uploadAbandoned, (ctx, { assetId }) =>
    onSourceVideoAbandoned(ctx, assetId),
  ),
];
