import { defineReaction } from "../../platform/events.ts";
import {
  alignmentFailed,
  assetAvailable,
  assetFailed,
  processingFailed,
  sourceVideoReady,
  sourceVideosAligned,
  uploadAbandoned,
} from "../media/events.ts";
import { proposeGrid } from "./beat/beat.ts";
import { onAlignmentFailed, onSourceVideosAligned } from "./editing/alignment.ts";
import {
  onSourceVideoAbandoned,
  onTranscodeCompleted,
  onSourceVideoReady,
  onSourceVideoRefused,
} from "./editing/source-videos.ts";
import { onSourceVideoTags } from "./video-import/tags.ts";

export const reactions = [
  defineReaction("catalog.take_made", assetAvailable, async (ctx, { assetId, durationMs, cut, version }) => {
    await onTranscodeCompleted(ctx, assetId, { durationMs, cut: cut ?? null, version: version ?? null });
    await proposeGrid(ctx, assetId);
  }),
  defineReaction("catalog.take_ready_film", sourceVideoReady, async (ctx, event) => {
    const { filmId, isUpright, durationMs, tags } = event;
    // First, so that an import's page that waits for the video to be ready has them too.
    if (tags) await onSourceVideoTags(ctx, filmId, tags);
    await onSourceVideoReady(ctx, filmId, { isUpright: isUpright ?? null, durationMs: durationMs ?? null });
  }),
  defineReaction("catalog.take_alignment", sourceVideosAligned, onSourceVideosAligned),
  defineReaction("catalog.take_failed_alignment", alignmentFailed, onAlignmentFailed),
  defineReaction("catalog.take_refused_film", assetFailed, (ctx, { assetId, reason }) =>
    onSourceVideoRefused(ctx, assetId, reason),
  ),
  defineReaction("catalog.take_failed_film", processingFailed, (ctx, { assetId, reason }) =>
    onSourceVideoRefused(ctx, assetId, reason),
  ),
  defineReaction("catalog.take_abandoned_film", uploadAbandoned, (ctx, { assetId }) =>
    onSourceVideoAbandoned(ctx, assetId),
  ),
];
