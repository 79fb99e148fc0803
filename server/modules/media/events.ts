import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";
import { sourceTags } from "./pipeline/tags.ts";

/** Where a published video starts in a source video. */
export const videoCut = z.object({ sourceVideoId: z.uuid(), fromMs: z.number().int() });
export type VideoCut = z.infer<typeof videoCut>;

/**
 * A version of an asset became playable. `cut` says of what part of which source video, where an editor uploaded one. Payloads of
 * previous releases leave out both `cut` and the version.
 */
export const assetAvailable = defineEvent(
  "media.asset_available",
  z.object({
    assetId: z.uuid(),
    durationMs: z.number().int(),
    cut: videoCut.nullish(),
    version: z.uuid().optional(),
  }),
);

/**
 * An asset's source was refused, or was deleted because we couldn't process it in time. Servers of previous releases also
 * publish it for failures of ours.
 */
export const assetFailed = defineEvent(
  "media.asset_failed",
  z.object({ assetId: z.uuid(), reason: z.string() }),
);

/** Processing an asset failed at every attempt, by no fault of its source, which stays. Staff may retry it. */
export const processingFailed = defineEvent(
  "media.processing_failed",
  z.object({ assetId: z.uuid(), reason: z.string() }),
);

/** An upload received no bytes for a day: its asset and partial file were deleted. */
export const uploadAbandoned = defineEvent(
  "media.upload_abandoned",
  z.object({ assetId: z.uuid(), personId: z.uuid() }),
);

/**
 * A source video of a class was received and inspected, and may be decoded. Stored payloads name its id `filmId`; those of previous
 * releases leave out whether it is taller than wide, its length in milliseconds, and what its container says of it.
 */
export const sourceVideoReady = defineEvent(
  "media.film_ready",
  z.object({
    filmId: z.uuid(),
    isUpright: z.boolean().optional(),
    durationMs: z.number().int().optional(),
    tags: sourceTags.optional(),
  }),
);

const alignedSourceVideo = z.object({
  sourceVideoId: z.uuid(),
  /** Of the video, milliseconds; null if unknown. */
  durationMs: z.number().int().nullable(),
  /** When it starts, milliseconds after the main one; negative: before. */
  offsetMs: z.number().int(),
  /** How much faster its clock runs than that of the main one, parts per million. */
  driftPpm: z.number().int(),
  /** 0 to 1; 0: its sound couldn't be compared. */
  confidence: z.number(),
});
export type AlignedSourceVideo = z.infer<typeof alignedSourceVideo>;

/** Comparing source videos of a class with its main one has failed at every attempt. */
export const alignmentFailed = defineEvent(
  "media.alignment_failed",
  z.object({ classId: z.uuid(), mainId: z.uuid(), sourceVideoIds: z.array(z.uuid()) }),
);

/** Source videos of a class were compared with its main one. */
export const sourceVideosAligned = defineEvent(
  "media.source_videos_aligned",
  z.object({
    classId: z.uuid(),
    mainId: z.uuid(),
    mainDurationMs: z.number().int().nullable(),
    alignments: z.array(alignedSourceVideo),
  }),
);
