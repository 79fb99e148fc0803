import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** A version of an asset became playable. */
export const assetAvailable = defineEvent(
  "media.asset_available",
  z.object({ assetId: z.uuid(), durationMs: z.number().int() }),
);

/** An asset's source was refused, or its transcode failed at every attempt. */
export const assetFailed = defineEvent(
  "media.asset_failed",
  z.object({ assetId: z.uuid(), reason: z.string() }),
);

/** An upload received no bytes for a day: its asset and partial file were deleted. */
export const uploadAbandoned = defineEvent(
  "media.upload_abandoned",
  z.object({ assetId: z.uuid(), personId: z.uuid() }),
);

/**
 * A source video of a class was received and inspected, and may be decoded. Stored payloads name its id `filmId`; those of the previous
 * release leave out whether it is taller than wide.
 */
export const sourceVideoReady = defineEvent(
  "media.film_ready",
  z.object({ filmId: z.uuid(), isUpright: z.boolean().optional() }),
);
