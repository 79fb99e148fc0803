import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** A version of an asset can be played from now on. */
export const assetAvailable = defineEvent(
  "media.asset_available",
  z.object({ assetId: z.uuid(), durationMs: z.number().int() }),
);

/** An asset's source was refused, or failed at every try. */
export const assetFailed = defineEvent(
  "media.asset_failed",
  z.object({ assetId: z.uuid(), reason: z.string() }),
);

/** Nothing came to an upload for a day: its asset and what had come of its file are gone. */
export const uploadAbandoned = defineEvent(
  "media.upload_abandoned",
  z.object({ assetId: z.uuid(), personId: z.uuid() }),
);

/** A film of a class has come whole, was looked at, and may be decoded. */
export const filmReady = defineEvent("media.film_ready", z.object({ filmId: z.uuid() }));
